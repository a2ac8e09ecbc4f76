"""The first programs of every hunt: together they contain each template, kind of query, relation and operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tests.hunt.choices import Choices
from tests.hunt.grammar import programs, templates
from tests.hunt.grammar.frames import OPERATIONS
from tests.hunt.grammar.programs import Wish
from tests.hunt.grammar.queries import Queries
from tests.hunt.program import Program

TOGETHER = 5
RELATIONS = ("join", "generator", "subquery", "lateral", "natural")


def wishes(line: str, kinds: Sequence[str]) -> Iterator[Wish]:
    """What the programs of the tour must contain."""
    for table, kind in (
        ("expressions", "select"),
        ("aggregates", "aggregate"),
        ("windows", "window"),
    ):
        known = templates.read(table, line)
        for at in range(0, len(known), TOGETHER):
            # two queries in five are frames, which write the same expressions in another way
            yield Wish("query", known[at : at + TOGETHER], (kind,))
    if "query" in kinds:
        for name in Queries(Choices(), line).known:
            yield Wish("query", queries=(name,))
        for relation in RELATIONS:
            yield Wish("query", relations=(relation,))
    if "frame" in kinds:
        for operation in OPERATIONS:
            yield Wish("frame", operations=(operation,))
    for kind in kinds:
        yield from [Wish(kind)] * (1 if kind in ("query", "frame") else 2)


def programs_of(line: str, kinds: Sequence[str]) -> list[tuple[Program, Wish]]:
    made = []
    for number, wish in enumerate(wishes(line, kinds), 1):
        made.append(
            (programs.write(f"w{number}", line, Choices(Random(number)), wish, kinds), wish)
        )
    return made
