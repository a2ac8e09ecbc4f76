"""usage: python -m bench [cost|scaling|extensions|start|delivery|soak|viewer|layout|serve] [--rounds N] [--queries N] [--only-ours] [--agent-jar JAR]

`cost` compares no agent, ours and the published one on TPC-H; `scaling` measures plans of increasing size; `extensions`
measures calls of Python extensions. Without an argument, these three run. `start` compares the start of an application of
one query, also with an archive of classes; `delivery` measures how fast waiting events leave the spool; `soak` runs many queries in one session, for
about an hour, and with `--only-ours` leaves out the session without an agent; `viewer` measures the page of up to 10,000
datasets in headless Chromium; `layout` compares its layout with two libraries from npm; `serve` measures how many events
`headwater serve` takes in a second. The report is printed and written to build/bench/report.md, the numbers to
build/bench/*.json.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench import cost, delivery, extensions, layout, machine, scaling, serve, soak, start, viewer
from bench.places import OUT, log_progress


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(usage=(__doc__ or "").removeprefix("usage: "))
    parser.add_argument(
        "what",
        nargs="?",
        choices=(
            "cost",
            "scaling",
            "extensions",
            "start",
            "delivery",
            "soak",
            "viewer",
            "layout",
            "serve",
        ),
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--only-ours", action="store_true")
    parser.add_argument("--agent-jar", type=Path)
    return parser.parse_args()


def main() -> None:
    """Run the selected benchmarks."""
    chosen = options()
    OUT.mkdir(parents=True, exist_ok=True)
    parts = [f"Measured on {machine.describe()}"]
    if chosen.what in (None, "cost"):
        parts += ["## Cost of the agent", cost.run(chosen.rounds, chosen.agent_jar)]
    if chosen.what in (None, "scaling"):
        parts += ["## Growth with the plan size", scaling.run(chosen.agent_jar)]
    if chosen.what in (None, "extensions"):
        parts += ["## Cost of Python extensions", extensions.run(chosen.agent_jar)]
    if chosen.what == "start":
        parts += ["## Start of an application", start.run(chosen.rounds, chosen.agent_jar)]
    if chosen.what == "delivery":
        parts += ["## Delivery from the spool", delivery.run(chosen.agent_jar)]
    if chosen.what == "soak":
        parts += [
            "## Memory after many queries",
            soak.run(chosen.agent_jar, chosen.queries, only_ours=chosen.only_ours),
        ]
    if chosen.what == "viewer":
        parts += ["## The page of many datasets", viewer.run()]
    if chosen.what == "layout":
        parts += ["## The layout of the page beside libraries", layout.run()]
    if chosen.what == "serve":
        parts += ["## Events that the server takes", serve.run()]
    text = "\n\n".join(parts) + "\n"
    report = OUT / "report.md"
    report.write_text(text)
    print(f"\n{text}", flush=True)
    log_progress(f"report: {report}")


if __name__ == "__main__":
    main()
