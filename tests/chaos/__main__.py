"""usage: PYTHONPATH=python-sdk/src python -m tests.chaos [--minutes N] [--seed S] [--spark LINE] [--jar JAR]

Runs applications one after the other among random faults: of the backend, of the disk of the spool, of the clock, of extensions, of the
class loader, and of the driver itself (`kill -9`). Then one application without faults delivers what is left. The exit code is 1 if a
job has another result than without the agent, if a run has not one START and one end, or if an event is missing that no log declares.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from tests.chaos.chaos import new_chaos
from tests.chaos.shared import clock_library
from tests.e2e.lines import ROOT, line


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tests.chaos", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spark", default="4.0", help="a Spark line of project/spark-lines.tsv")
    parser.add_argument("--jar", type=Path, help="default: dist/headwater-agent_SCALA.jar")
    return parser.parse_args(given)


def main(given: list[str]) -> int:
    options = arguments(given)
    spark = line(options.spark)
    jar = (options.jar or ROOT / "dist" / spark.agent).resolve()
    if not jar.is_file():
        sys.exit(f"no agent jar at {jar}: run `make jar`, or give --jar")
    if clock_library() is None:
        print("all clocks are right: run scripts/chaos-env for wrong ones", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends the driver and the disk, too
    found = new_chaos(spark, jar, options.seed).run(options.minutes)
    return 1 if found.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
