"""usage: python -m tests.spark_suites [--spark LINE] [--suites PATTERN] [--minutes N]

Spark's own tests, those of tests/spark_suites/suites.txt: ScalaTest suites, and modules of PySpark with doctests. Each suite
runs with the agent: a test that fails must fail without it, too. Then it runs with experiments on each of its queries: what
an output column's lineage does not name must not change the column. Prints a table in Markdown, then each miss with the plan
of its query. The exit code is 1 if a test fails only with the agent, if the events of a run break a rule of
tests/e2e/invariants.py, if there is a miss, or if a suite has no results, for example after half an hour.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from math import inf
from pathlib import Path

from tests.e2e.lines import ROOT, Line, line
from tests.spark_suites import running
from tests.spark_suites.outcome import SuiteEndedError
from tests.spark_suites.tally import Tally


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tests.spark_suites",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--spark", default="4.0", choices=running.lines(), help="a Spark line")
    parser.add_argument("--suites", default="*", help="pattern of the names of the suites")
    parser.add_argument("--jars", type=Path, default=ROOT / "dist", help="folder of our jars")
    parser.add_argument("--minutes", type=float, default=inf, help="begin no suite after this time")
    return parser.parse_args(given)


def chosen(spark: Line, pattern: str, minutes: float) -> Iterator[str]:
    """The suites with such a name that the line of Spark has and that can be begun in this time."""
    end = time.monotonic() + 60 * minutes
    for suite in running.listed():
        if running.has(spark, suite) and fnmatch(suite, pattern) and time.monotonic() < end:
            yield suite


def main(given: list[str]) -> int:
    options = arguments(given)
    spark = line(options.spark)
    work = ROOT / "build" / "spark_suites" / spark.id / "runs"
    shutil.rmtree(work, ignore_errors=True)
    found = Tally()
    for suite in chosen(spark, options.suites, options.minutes):
        try:
            found.add(spark, suite, work / suite, options.jars.resolve() / spark.agent)
        except SuiteEndedError as error:
            found.ended.append(str(error))
        print(f"{suite}: {found.passed} tests, {found.verdicts.queries} queries", file=sys.stderr)
    print(found.table(spark))
    wrong = found.ended or found.broken or found.problems or found.verdicts.misses
    return 1 if wrong or not found.suites else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
