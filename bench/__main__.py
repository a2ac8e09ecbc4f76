"""usage: python -m bench [cost|scaling|extensions|start|stop|session|delivery|soak|viewer|layout|serve] [--rounds N] [--queries N] [--only-ours] [--agent-jar JAR]

`cost` compares no agent, ours and the published one on TPC-H; `scaling` measures plans of increasing size;
`extensions` measures calls of Python extensions. Without an argument, these three run. `start` compares the start of
an application of one query, also with an archive of classes; `stop` measures `spark.stop()`; `session` measures what a
query costs in a long session; `delivery` measures how fast waiting events leave the spool; `soak` runs many queries in
one session, for about an hour, and with `--only-ours` leaves out the session without an agent; `viewer` measures the
page of up to 10,000 datasets in headless Chromium; `layout` compares its layout with two libraries from npm; `serve`
measures how many events `headwater serve` takes in a second. The report is printed and written to
build/bench/report.md, the numbers to build/bench/*.json.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from bench import (
    cost,
    delivery,
    extensions,
    layout,
    machine,
    scaling,
    serve,
    session,
    soak,
    start,
    stop,
    viewer,
)
from bench.places import OUT, log_progress

Part = Callable[[argparse.Namespace], str]

BY_DEFAULT = ("cost", "scaling", "extensions")
PARTS: dict[str, tuple[str, Part]] = {
    "cost": ("Cost of the agent", lambda o: cost.run(o.rounds, o.agent_jar)),
    "scaling": ("Growth with the plan size", lambda o: scaling.run(o.agent_jar)),
    "extensions": ("Cost of Python extensions", lambda o: extensions.run(o.agent_jar)),
    "start": ("Start of an application", lambda o: start.run(o.rounds, o.agent_jar)),
    "stop": ("End of an application", lambda o: stop.run(o.rounds, o.agent_jar)),
    "session": ("A query in a long session", lambda o: session.run(o.agent_jar)),
    "delivery": ("Delivery from the spool", lambda o: delivery.run(o.agent_jar)),
    "soak": (
        "Memory after many queries",
        lambda o: soak.run(o.agent_jar, o.queries, only_ours=o.only_ours),
    ),
    "viewer": ("The page of many datasets", lambda _: viewer.run()),
    "layout": ("The layout of the page beside libraries", lambda _: layout.run()),
    "serve": ("Events that the server takes", lambda _: serve.run()),
}


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(usage=(__doc__ or "").removeprefix("usage: "))
    parser.add_argument("what", nargs="?", choices=tuple(PARTS), help="default: the first three")
    parser.add_argument(
        "--rounds", type=int, default=3, help="of cost, start and stop (default: %(default)s)"
    )
    parser.add_argument(
        "--queries", type=int, default=100_000, help="of soak (default: %(default)s)"
    )
    parser.add_argument("--only-ours", action="store_true", help="soak without its other session")
    parser.add_argument("--agent-jar", type=Path, help="default: the jar in dist/")
    return parser.parse_args()


def main() -> None:
    """Run the selected benchmarks."""
    chosen = options()
    OUT.mkdir(parents=True, exist_ok=True)
    parts = [f"Measured on {machine.describe()}"]
    for name in (chosen.what,) if chosen.what else BY_DEFAULT:
        title, run = PARTS[name]
        parts += [f"## {title}", run(chosen)]
    text = "\n\n".join(parts) + "\n"
    report = OUT / "report.md"
    report.write_text(text)
    print(f"\n{text}", flush=True)
    log_progress(f"report: {report}")


if __name__ == "__main__":
    main()
