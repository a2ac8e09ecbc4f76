"""usage: python3 -m scripts.results [--rewrite]

Prints what ran on which Spark line, and when: a table with one row for each suite of `make test` and `make matrix` that takes
a Spark line, and for each file of tests/modes. With --rewrite, it replaces the table in docs/lines.md. The results are those
that scripts/run_tests.py has left in build/results; a row without one there keeps the result that the page has.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET  # pytest's own file
from collections import Counter
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path

from scripts.console import ROOT
from scripts.suites import Suite
from scripts.tally import Tally
from scripts.tiers import TIERS

RESULTS = ROOT / "build" / "results"
PAGE = ROOT / "docs" / "lines.md"
BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
HEADER = """| suite | Spark | Java | result | commit | day |
|---|---|---|---|---|---|
"""
NOT_RUN = ("", "not run", "", "")
KEY_CELLS = 2
Key = tuple[str, str]
Cells = tuple[str, str, str, str]


@dataclass(frozen=True)
class Result:
    """What ran of one row: the version of Java, the counts, the commit and the day."""

    suite: str
    spark: str
    java: str
    counts: str
    commit: str
    day: str

    @property
    def key(self) -> Key:
        return self.suite, self.spark

    @property
    def cells(self) -> Cells:
        return self.java, self.counts, self.commit, self.day


def suites() -> list[Suite]:
    """The suites with a Spark line. If both tiers have one with this name, that of the matrix is the whole of it."""
    named = {s.name: s for tier in ("test", "matrix") for s in TIERS[tier] if s.spark}
    return list(named.values())


def keys(suite: Suite) -> list[Key]:
    """The rows of a suite: one, or one for each file of tests/modes."""
    if not suite.files:
        return [(suite.name.removesuffix(f" {suite.spark}"), suite.spark)]
    return [(title(file), suite.spark) for file in suite.files]


def title(file: str) -> str:
    """`modes: thrift server` for tests/modes/test_thrift_server.py."""
    return "modes: " + Path(file).stem.removeprefix("test_").replace("_", " ")


def in_table(suite: Suite) -> bool:
    """Whether the suite has a row; a part of tests/modes has a row for each of its files."""
    return bool(suite.files) or suite in suites()


def report(suite: Suite) -> list[str]:
    """The option that lets pytest write its counts, if the suite is in the table."""
    return [f"--junitxml={xml_of(suite)}"] if in_table(suite) else []


def xml_of(suite: Suite) -> Path:
    return RESULTS / f"{suite.name.replace(' ', '-')}.xml"


def keep(suite: Suite, tally: Tally, commit: str) -> None:
    """Store the result of a suite that has just run, and the commit that was checked out when it began."""
    if not in_table(suite):
        return
    by_file = counts(xml_of(suite)) if suite.files else {}
    where = (suite.spark, suite.java or default_java())
    when = (commit, datetime.now(timezone.utc).strftime("%Y-%m-%d"))
    for (name, _), file in zip(keys(suite), suite.files or ("",), strict=True):
        found = by_file.get(Path(file).stem, Tally()) if suite.files else tally
        result = Result(name, *where, text(found), *when)
        stored = RESULTS / f"{re.sub(r'[^a-z0-9.]+', '-', ' '.join(result.key))}.json"
        stored.parent.mkdir(parents=True, exist_ok=True)
        stored.write_text(json.dumps(asdict(result)))


def text(tally: Tally) -> str:
    """The counts; a skipped test is told only where there is one."""
    parts = {"passed": tally.passed, "failed": tally.failed, "skipped": tally.skipped}
    return ", ".join(f"{n} {word}" for word, n in parts.items() if n) or "no test ran"


def state(case: ET.Element) -> str:
    """`passed`, `failed` or `skipped`: what a test case of a JUnit file says."""
    words = {child.tag for child in case}
    bad = "failed" if words & {"failure", "error"} else "passed"
    return "skipped" if "skipped" in words else bad


def counts(xml: Path) -> dict[str, Tally]:
    """The counts of each file of tests, by its name without suffix."""
    found: Counter[tuple[str, str]] = Counter()
    for case in ET.parse(xml).iter("testcase"):  # noqa: S314
        found[case.attrib["classname"].split(".")[-1], state(case)] += 1
    return {
        file: Tally(*(found[file, state] for state in ("passed", "failed", "skipped")))
        for file, _ in found
    }


def default_java() -> str:
    """The major version of the machine's Java."""
    ran = subprocess.run(["java", "-version"], check=True, capture_output=True, text=True)
    found = re.search(r'version "(?:1\.)?(\d+)', ran.stderr)
    return found[1] if found else "?"


def commit() -> str:
    """The commit that is checked out; with a word if tracked files differ from it."""
    head = git("rev-parse", "--short=8", "HEAD")
    return f"{head} with changes" if git("status", "--porcelain", "--untracked-files=no") else head


def git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=ROOT
    ).stdout.strip()


def known() -> dict[Key, Cells]:
    """The results of this machine; where it has none, those of the page."""
    stored = (Result(**json.loads(file.read_text())) for file in RESULTS.glob("*.json"))
    return on_page() | {result.key: result.cells for result in stored}


def on_page() -> dict[Key, Cells]:
    """The rows of the page."""
    between = PAGE.read_text().partition(BEGIN)[2].partition(END)[0]
    rows = [line.strip("|").split("|") for line in between.splitlines() if line.startswith("| ")]
    cells = [tuple(cell.strip().strip("`") for cell in row) for row in rows[1:]]
    return {(row[0], row[1]): (row[2], row[3], row[4], row[5]) for row in cells}


def table() -> str:
    rows = sorted({key for suite in suites() for key in keys(suite)}, key=order)
    results = known()
    return HEADER + "".join(line(key, results.get(key, NOT_RUN)) for key in rows)


def order(key: Key) -> tuple[bool, str, list[int]]:
    """Ways to run Spark last; each suite from the oldest line to the newest."""
    return key[0].startswith("modes"), key[0], [int(n) for n in re.findall(r"\d+", key[1])]


def line(key: Key, cells: Cells) -> str:
    java, result, of, day = cells
    return f"| {' | '.join((*key, java, result, f'`{of}`' if of else '', day))} |\n"


def main() -> None:
    if "--rewrite" not in sys.argv[1:]:
        sys.stdout.write(table())
        return
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table()}\n{END}{rest.partition(END)[2]}")


if __name__ == "__main__":
    main()
