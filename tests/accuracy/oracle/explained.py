"""The cases in which sqlglot is wrong or silent, read from explained.tsv; each says why."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .model import Direct, Source

FILE = Path(__file__).resolve().parents[1] / "explained.tsv"
VERDICTS = ("not-direct", "direct", "either")


@dataclass(frozen=True, slots=True)
class Case:
    """A correction of what sqlglot says about one source of one output column."""

    suite: str
    query: str
    column: str
    source: Source
    verdict: str
    why: str


def read(file: Path = FILE) -> tuple[Case, ...]:
    """All cases; a row that isn't well-formed is an error."""
    return tuple(_case(line) for line in file.read_text().splitlines()[1:] if line.strip())


def _case(line: str) -> Case:
    suite, query, column, source, verdict, why = line.split("\t")
    table, _, name = source.partition(".")
    if verdict not in VERDICTS or not why or not name:
        raise ValueError(f"explained.tsv: {line}")
    return Case(suite, query, column, (table, name), verdict, why)


def corrected(derived: Direct, cases: list[Case]) -> Direct:
    """What sqlglot said of one column, with the cases about that column applied."""
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
