"""The classes of plan nodes and expressions that the agent's rules name, read from their Scala sources.

A class counts if a rule matches it and the Spark line has it. A hunt compares them with the classes in its plans.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from zipfile import ZipFile

from tests.e2e.lines import ROOT
from tests.hunt import reasons

PLAN = ROOT / "agent" / "plan" / "src" / "main" / "scala" / "io" / "headwater" / "plan"
UNREACHED = Path(__file__).with_name("unreached.tsv")
FOLDERS = ("expressions", "operators", "relations", "variables", "vendor", "writes")
# They write the SQL of an expression, and decide nothing about lineage.
TEXTS = ("ExpressionSql", "LiteralSql", "Operators", "WindowSql")
# `case p: Project`, `_: If | _: CaseWhen`, `CaseWhen(…)` in a pattern, and a class that is matched by name.
TYPED = re.compile(r"(?:\w+|_)\s*:\s*([A-Z]\w+)")
EXTRACTED = re.compile(r"\b([A-Z]\w+)\(")
NAMED = re.compile(r'"([A-Z]\w+)"')
CASE = re.compile(r"\bcase\b(.*?)(?:=>|$)", re.DOTALL)
PACKAGES = re.compile(
    r"org/apache/spark/sql/(?:catalyst/(?:plans/logical|expressions|streaming|analysis)|execution)[\w/]*/([A-Z]\w+)\.class"
    r"|org/apache/spark/sql/delta/commands/([A-Z]\w+)\.class|org/apache/spark/sql/catalyst/[\w/]+/([A-Z]\w+)\.class"
)


@cache
def unreached() -> dict[str, str]:
    """The classes that no random program reaches, with the reason (unreached.tsv)."""
    return reasons.read(UNREACHED)


def in_rules(text: str) -> Iterator[str]:
    """The names in the patterns of a source file, and those in its texts."""
    for pattern in CASE.findall(without_comments(text)):
        yield from TYPED.findall(pattern)
        yield from EXTRACTED.findall(pattern)
    yield from NAMED.findall(text)


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)


@cache
def classes_of(home: Path) -> frozenset[str]:
    """The names of the classes of plan nodes and expressions in the jars of a Spark."""
    jars = [
        jar for name in ("catalyst", "sql") for jar in home.glob(f"jars/spark-{name}_2.1?-*.jar")
    ]
    found: set[str] = set()
    for jar in jars:
        with ZipFile(jar) as archive:
            for entry in archive.namelist():
                match = PACKAGES.fullmatch(entry)
                if match:
                    found.add(next(name for name in match.groups() if name))
    return frozenset(found)


def sources() -> list[Path]:
    """The files with the rules."""
    return [
        f for folder in FOLDERS for f in (PLAN / folder).rglob("*.scala") if f.stem not in TEXTS
    ]


def named(home: Path) -> frozenset[str]:
    """The classes that the rules match and that the Spark has."""
    names = {name for file in sources() for name in in_rules(file.read_text())}
    return frozenset(names) & classes_of(home)
