"""The cases in which sqlglot is wrong or has no answer, read from explained.tsv; each has a reason."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .model import Direct, Source

FILE = Path(__file__).resolve().parents[1] / "explained.tsv"
VERDICTS = ("not-direct", "direct", "either")


@dataclass(frozen=True, slots=True)
class Case:
    """A correction of sqlglot's result for one source of one output column."""

    suite: str
    query: str
    column: str
    source: Source
    verdict: str
    why: str


def read(file: Path = FILE) -> tuple[Case, ...]:
    """All cases; a malformed row is an error."""
    return tuple(_case(line) for line in file.read_text().splitlines()[1:] if line.strip())


def _case(line: str) -> Case:
    suite, query, column, source, verdict, why = line.split("\t")
    table, _, name = source.partition(".")
    if verdict not in VERDICTS or not why or not name:
        raise ValueError(f"explained.tsv: {line}")
    return Case(suite, query, column, (table, name), verdict, why)


def corrected(derived: Direct, cases: list[Case]) -> Direct:
    """Sqlglot's result for one column, with the corrections for that column applied."""
    required, allowed = set(derived.required), set(derived.allowed)
    for case in cases:
        if case.verdict == "direct":
            required.add(case.source)
            allowed.add(case.source)
        else:
            required.discard(case.source)
        if case.verdict == "not-direct":
            allowed.discard(case.source)
        if case.verdict == "either":
            allowed.add(case.source)
    return Direct(frozenset(required), frozenset(allowed))
