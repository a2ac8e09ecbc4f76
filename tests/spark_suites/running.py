"""One suite of Spark's own tests: with the agent, without it, or with experiments."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

from tests.e2e.lines import ROOT, Line
from tests.e2e.spark_submit import LISTENER
from tests.spark_suites import doctests, scalatest
from tests.spark_suites.outcome import SuiteEndedError, TestResults

HERE = Path(__file__).resolve().parent
EVENTS = "events.jsonl"


def listed() -> list[str]:
    """The names of the suites in suites.txt."""
    rows = (HERE / "suites.txt").read_text().splitlines()
    return [row for row in rows if row and not row.startswith("#")]


def has(line: Line, suite: str) -> bool:
    """Whether the line of Spark has the suite; some are newer."""
    return (doctests.has if is_doctest(suite) else scalatest.has)(line, suite)


def run(
    line: Line, suite: str, folder: Path, jars: list[Path], conf: dict[str, str]
) -> TestResults:
    chosen = doctests.run if is_doctest(suite) else scalatest.run
    return chosen(line, suite, folder, jars, conf)


def is_doctest(suite: str) -> bool:
    """Whether a suite is a module of PySpark, and not a class of ScalaTest."""
    return suite.startswith("pyspark.")


def lines() -> list[str]:
    """The lines of Spark whose tests can run."""
    return sorted(path.stem.removeprefix("spark-suites-") for path in HERE.glob("*.xml"))


def with_agent(line: Line, suite: str, folder: Path, jar: Path) -> TestResults:
    """Run a suite with the agent, which writes its events to a file."""
    conf = {
        "spark.extraListeners": LISTENER,
        "spark.openlineage.transport.type": "file",
        "spark.openlineage.transport.location": f"{folder}/{EVENTS}",
    }
    return run(line, suite, folder, [jar], conf)


def without_agent(line: Line, suite: str, folder: Path) -> TestResults:
    return run(line, suite, folder, [], {})


def with_experiments(line: Line, suite: str, folder: Path) -> Path:
    """Run a suite; each of its queries is judged. Returns the file with the verdicts."""
    claims = folder / "claims.tsv"
    conf = {
        "spark.sql.queryExecutionListeners": "io.headwater.plan.claims.ClaimsListener",
        "spark.sql.extensions": "org.apache.spark.sql.WaitForListeners",
        "headwater.claims": str(claims),
    }
    run(line, suite, folder, compiled(line), conf)
    if not claims.is_file():
        raise SuiteEndedError(f"{suite}: the listener has seen no query; see {folder}/out.txt")
    return claims


@cache
def compiled(line: Line) -> list[Path]:
    """The class path of the listener that judges queries, and of the engine, without Spark."""
    project = f"planTests{line.scala.replace('.', '')}"
    exported = subprocess.run(
        [str(ROOT / "sbt"), "--error", f"export {project}/Test/fullClasspath"],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    return [Path(p) for p in exported.splitlines()[-1].split(":") if "/build/sbt/" in p]
