"""One of Spark's own ScalaTest suites in a JVM of its own."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections import defaultdict
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

from scripts import results
from tests.e2e.lines import ROOT, Line
from tests.spark_suites import process
from tests.spark_suites.outcome import SuiteEndedError, TestResults

OPENED = (
    *("java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio"),
    *("java.util", "java.util.concurrent", "java.util.concurrent.atomic", "jdk.internal.ref"),
    *("sun.nio.ch", "sun.nio.cs", "sun.security.action", "sun.util.calendar"),
)
JVM = (
    *("-Xmx3g", "-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=400m"),
    *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED),
    "-Djdk.reflect.useDirectMethodHandle=false",
    "-Duser.timezone=America/Los_Angeles",  # that of Spark's own build
    "-Dspark.testing=1",
    "-Dspark.ui.enabled=false",
)


def has(line: Line, suite: str) -> bool:
    """Whether the line of Spark has the suite; some are newer."""
    return any((path / f"{suite.replace('.', '/')}.class").is_file() for path in unpacked(line))


def run(
    line: Line, suite: str, folder: Path, jars: list[Path], conf: dict[str, str]
) -> TestResults:
    """Run a suite with these settings, which Spark's own sessions take from the properties of the JVM.

    Raises SuiteEndedError if it has no results, also because it has not ended after `process.LIMIT` seconds.
    """
    (folder / "scratch").mkdir(parents=True)
    in_source_tree(line, folder)
    scratch = folder / "scratch"
    properties = conf | process.properties(folder, scratch)
    properties |= {"java.io.tmpdir": str(scratch), "spark.test.home": str(folder)}
    path = [*unpacked(line), *(f"{f}/*" for f in (line.home / "jars", fetched(line))), *jars]
    command = [
        *("java", *JVM, *(f"-D{key}={value}" for key, value in properties.items())),
        *("-cp", ":".join(map(str, path)), "org.scalatest.tools.Runner"),
        *("-oW", "-u", f"{folder}/xml", "-s", suite),
    ]
    process.execute(command, folder, {})
    return tests_of(folder, suite)


def in_source_tree(line: Line, folder: Path) -> None:
    """Make what the tests of `spark-hive` expect in Spark's source tree: their files, and a folder for what they write.

    Spark 3 looks for the files below the working directory, Spark 4 below `spark.test.home`.
    """
    (folder / "target").mkdir()
    for module in (folder, folder / "sql" / "hive"):
        files = module / "src" / "test" / "resources"
        files.parent.mkdir(parents=True)
        files.symlink_to(unpacked(line)[0])


def tests_of(folder: Path, suite: str) -> TestResults:
    result = folder / "xml" / f"TEST-{suite}.xml"
    if not result.is_file():
        raise SuiteEndedError(f"{suite} has no results; its output is in {folder}/out.txt")
    states: defaultdict[str, set[str]] = defaultdict(set)
    for case in ET.parse(result).iter("testcase"):  # noqa: S314  (ScalaTest has written it)
        states[results.state(case)].add(case.attrib["name"])
    return TestResults(frozenset(states["passed"]), frozenset(states["failed"]))


@cache
def fetched(line: Line) -> Path:
    """The folder of Spark's tests and of what they need besides Spark."""
    name = f"spark-suites-{line.id}"
    subprocess.run(
        [str(ROOT / "scripts" / "fetch-pom"), f"tests/spark_suites/{name}.xml"], check=True
    )
    return ROOT / "build" / "jars" / name


@cache
def unpacked(line: Line) -> tuple[Path, Path]:
    """The classes and files of the tests of `spark-hive` and `spark-sql`; some tests open their files by path."""
    jars = fetched(line)
    (hive,), (sql,) = (jars.glob(f"spark-{name}_*-tests.jar") for name in ("hive", "sql"))
    return extracted(line, hive), extracted(line, sql)


def extracted(line: Line, jar: Path) -> Path:
    folder = ROOT / "build" / "spark_suites" / line.id / jar.stem
    if not folder.is_dir():
        part = folder.with_name(f"{folder.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        with zipfile.ZipFile(jar) as tests:
            tests.extractall(part)
        part.rename(folder)
    return folder
