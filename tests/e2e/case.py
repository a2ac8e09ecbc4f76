"""A case: a job that a user could write (`job.sql` or `job.py`) and the events that it must give.

The first comment lines of a job may hold directives, `-- word: value` in SQL and `# word: value` in Python:

    tables: orders customers    tables of the fixture data that the catalog has before the job starts
    conf: key=value             one more Spark setting; may be repeated
    hive: yes                   the catalog is Hive's, on a Derby database of the case's own
    application: yes            the application run's own events belong to the expected ones, too
    since: 4.2                  the first Spark line that knows what the job writes; earlier ones leave the case out
    without: 3.4 reason         a Spark line that cannot run the job, and why
    spark3: reason              why Spark 3 truly gives other events (expected.spark3.json)

In `job.sql` statements end with `;` at the end of a line. A statement below `-- fails: TEXT` must fail with that text. One
below `-- since: 3.5` runs from that Spark line on, and one below `-- until: 3.4` up to that line: where the table formats of
an earlier line lack a clause, the case has both forms of the statement.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases"
DIRECTIVE = re.compile(r"^(?:--|#) (tables|conf|hive|application|since|without|spark3): (.+)$")
FAILS = re.compile(r"^-- fails: (.+)$", re.MULTILINE)
BOUNDS = re.compile(r"^-- (since|until): (.+)$", re.MULTILINE)
COMMENT = re.compile(r"^--.*\n?", re.MULTILINE)


@dataclass(frozen=True)
class Statement:
    """One SQL statement and, if it must fail, a part of the error message."""

    sql: str
    fails: str | None = None


@dataclass(frozen=True)
class Case:
    """One folder below cases/."""

    name: str
    job: Path
    directives: tuple[tuple[str, str], ...] = field(default=())

    @property
    def folder(self) -> Path:
        return self.job.parent

    @property
    def tables(self) -> list[str]:
        return [name for value in self.values("tables") for name in value.split()]

    @property
    def conf(self) -> dict[str, str]:
        pairs = (value.partition("=") for value in self.values("conf"))
        return {key: setting for key, _, setting in pairs}

    @property
    def hive(self) -> bool:
        return bool(self.values("hive"))

    @property
    def application(self) -> bool:
        return bool(self.values("application"))

    def runs_on(self, line: str) -> bool:
        """Whether a Spark line such as `4.2` supports the job."""
        running = version_numbers(line)
        excluded = [version_numbers(value.split()[0]) for value in self.values("without")]
        first = [version_numbers(value) for value in self.values("since")]
        return running not in excluded and all(running >= since for since in first)

    def values(self, directive: str) -> list[str]:
        return [value for name, value in self.directives if name == directive]

    def statements(self, line: str) -> list[Statement]:
        """The statements of a job.sql on a Spark line or version such as `4.2` or `4.2.1`."""
        texts = re.split(r";[ \t]*(?:\n|$)", self.job.read_text())
        return [s for s in (statement(text) for text in texts if within(text, line)) if s.sql]


def version_numbers(line: str) -> tuple[int, ...]:
    """Major and minor version."""
    return tuple(map(int, line.split(".")[:2]))


def within(statement: str, line: str) -> bool:
    """Whether a statement runs on a line."""
    running = version_numbers(line)
    return all(
        running >= version_numbers(bound) if word == "since" else running <= version_numbers(bound)
        for word, bound in BOUNDS.findall(statement)
    )


def statement(text: str) -> Statement:
    fails = FAILS.search(text)
    return Statement(COMMENT.sub("", text).strip(), fails.group(1) if fails else None)


def load(folder: Path) -> Case:
    """The case in a folder."""
    jobs = sorted(folder.glob("job.*"))
    if len(jobs) != 1:
        message = f"{folder} must contain one job.sql or job.py"
        raise ValueError(message)
    rows = jobs[0].read_text().splitlines()
    sql = jobs[0].suffix == ".sql"
    header = takewhile(lambda row: row.startswith("--"), rows) if sql else rows
    found = (DIRECTIVE.match(row) for row in header)
    return Case(folder.name, jobs[0], tuple((m.group(1), m.group(2)) for m in found if m))


def load_all(cases: Path = CASES) -> list[Case]:
    """Every case below a folder, by name."""
    return [load(folder) for folder in sorted(cases.iterdir()) if any(folder.glob("job.*"))]
