"""usage: python -m tests.hunt [--seed N] [--first N] [--programs N] [--spark LINE] [--kinds query,frame] [--claims PERCENT]
       [--jobs N] [--minutes N] [--no-tour]

Random programs under the agent; what an output column does not name must not change it. Prints a table in Markdown, and
writes each miss, minimised, to build/hunt/LINE-SEED/misses. The exit code is 1 if there is a miss, if no program of the
tour reaches a class that a rule of the agent names and that tests/hunt/unreached.tsv does not list, or if the grammar has no
call of a function of Spark that tests/hunt/functions_left_out.tsv does not list. After SIGTERM, no more programs begin, and the
table is that of the programs so far.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
from math import inf
from pathlib import Path

from tests.e2e.lines import ROOT, line
from tests.hunt import report
from tests.hunt.grammar import programs, tour
from tests.hunt.processes import Processes, has_lakes
from tests.hunt.run import Hunt, Tally
from tests.hunt.tables import TableData, tables


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tests.hunt", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first random program (continues a hunt)"
    )
    parser.add_argument("--programs", type=int, default=300, help="random programs, after the tour")
    parser.add_argument("--spark", default="4.0", help="a Spark line of project/spark-lines.tsv")
    parser.add_argument("--kinds", default="", help="kinds of programs, by commas (default: all)")
    parser.add_argument(
        "--claims", type=int, default=10, help="percent of the programs whose claims are tried"
    )
    parser.add_argument("--jar", type=Path, help="default: dist/headwater-agent_SCALA.jar")
    parser.add_argument(
        "--tries", type=int, default=80, help="runs to make a miss smaller; 0 for none"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes for experiments (1.5 GB)"
    )
    parser.add_argument(
        "--minutes", type=float, default=inf, help="begin no program after this time"
    )
    parser.add_argument(
        "--no-tour", action="store_true", help="without the programs that reach every rule"
    )
    return parser.parse_args(given)


def hunt(options: argparse.Namespace) -> Tally:
    """Run the hunt of these options."""
    spark = line(options.spark)
    jar = (options.jar or ROOT / "dist" / spark.agent).resolve()
    if not jar.is_file():
        sys.exit(f"no agent jar at {jar}: run `make jar`, or give --jar")
    part = f"-{options.first}" if options.first else ""
    folder = ROOT / "build" / "hunt" / f"{options.spark}-{options.seed}{part}"
    shutil.rmtree(folder, ignore_errors=True)
    kinds = programs.kinds(options.spark, lakes=has_lakes(spark), chosen=options.kinds)
    data = TableData.draw(tables(options.spark), options.seed)
    with Processes(
        spark, jar, folder, data, jobs=options.jobs, classes=not options.no_tour
    ) as processes:
        made = Hunt(processes, options.spark, options.seed, options.claims, options.tries)
        signal.signal(signal.SIGTERM, lambda *_: made.stop())
        toured = [] if options.no_tour else tour.programs_of(options.spark, kinds)
        numbers = range(options.first, options.first + options.programs)
        made.tally.functions = processes.functions()
        tally = made.run(
            programs.sequence(toured, numbers, options.seed, options.spark, kinds),
            kinds,
            options.minutes,
        )
    report.write(tally, folder)
    print(
        report.table(tally, options.spark, options.seed)
        + ("" if options.no_tour else report.rules(tally, spark.home))
    )
    return tally


def main(given: list[str]) -> int:
    options = arguments(given)
    tally = hunt(options)
    whole = not options.no_tour and not options.kinds
    left = report.unexplained(tally, line(options.spark).home) if whole else []
    return 1 if tally.found or left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
