"""Run Spark's own SQL tests without and with the agent and print what differs.

`python -m tests.corpus [--spark 4.0] [--files GLOB] [--sample N --seed N] [--again | --resume]`: `--again` evaluates the
last run, `--resume` runs what a stopped run has left. The exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.corpus import command, report
from tests.e2e.lines import ROOT


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.corpus")
    parser.add_argument("--spark", default="4.0", help="Spark line to run on")
    parser.add_argument("--jars", type=Path, default=ROOT / "dist", help="folder of our jars")
    parser.add_argument("--files", default="*", help="pattern of the input files")
    parser.add_argument("--sample", type=int, default=0, help="number of queries; 0 is all")
    parser.add_argument("--seed", type=int, default=command.SEED)
    parser.add_argument("--again", action="store_true", help="evaluate the last run again")
    parser.add_argument("--resume", action="store_true", help="keep the parts that are finished")
    arguments = parser.parse_args()
    chosen = command.Selection(arguments.files, arguments.sample, arguments.seed)
    if arguments.again:
        found = command.evaluated(arguments.spark, chosen)
    else:
        found = command.run(arguments.spark, arguments.jars, chosen, resume=arguments.resume)
    sys.stdout.write(report.text(arguments.spark, found))
    return 1 if found.all_problems else 0


if __name__ == "__main__":
    sys.exit(main())
