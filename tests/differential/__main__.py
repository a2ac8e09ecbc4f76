"""Run every script under both agents and print the report.

`python -m tests.differential [--spark=4.0] [--only NAME …

--again]`: `--only` runs the named scripts again, `--again` runs none; the events of the other scripts are those of the
last run. The exit code is 1 if a difference is unexplained.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.differential import rules, running
from tests.differential.report import report
from tests.e2e.lines import ROOT, line
from tests.e2e.options import new_folder


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential")
    parser.add_argument("--spark", default="4.0", help="Spark line to run on")
    parser.add_argument("--jars", default=str(ROOT / "dist"), help="folder of our jars")
    parser.add_argument("--only", nargs="+", default=[], help="scripts to run again")
    parser.add_argument(
        "--again", action="store_true", help="compare the events of the last run again"
    )
    arguments = parser.parse_args()
    spark = line(arguments.spark)
    work = ROOT / "build" / "differential" / spark.id
    if not arguments.again:
        if not arguments.only:
            new_folder("differential", spark.id)
        running.run(spark, Path(arguments.jars), work, arguments.only)
    events = running.collect_events(spark, work)
    matches = rules.apply_rules(running.compare_scripts(events), rules.load())
    sys.stdout.write(report(matches, len(events)))
    return 1 if matches.unexplained or matches.stale else 0


if __name__ == "__main__":
    sys.exit(main())
