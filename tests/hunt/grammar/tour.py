"""The first programs of every hunt: together they contain each template, kind of query, relation and operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from tests.hunt.choices import Choices
from tests.hunt.grammar import lakes, outlines, programs, several, templates
from tests.hunt.grammar.frames import OPERATIONS
from tests.hunt.grammar.programs import Wish
from tests.hunt.grammar.queries import ANY_TYPE, Queries
from tests.hunt.grammar.relations import GENERATORS
from tests.hunt.program import Program

TOGETHER = 5
RELATIONS = ("join", "subquery", "lateral", "natural")


def wishes(line: str, kinds: Sequence[str]) -> Iterator[Wish]:
    """What the programs of the tour must contain."""
    if "query" in kinds:
        yield from with_templates(line)
        yield from of_queries(line)
    if "frame" in kinds:
        for operation in OPERATIONS:
            yield Wish("frame", operations=(operation,))
    yield from of_statements(kinds)
    for kind in (kind for kind in outlines.KINDS if kind in kinds):
        for name in outlines.read(outlines.KINDS[kind], line):
            yield Wish(kind, statements=(name,))
    for kind in (kind for kind in kinds if kind not in outlines.KINDS):
        yield from [Wish(kind)] * (1 if kind in ("query", "frame") else 2)


def of_statements(kinds: Sequence[str]) -> Iterator[Wish]:
    """Each change of a lake's table, each source and sink of a stream."""
    for lake in (kind for kind in ("delta", "iceberg") if kind in kinds):
        for change in lakes.CHANGES:
            yield Wish(lake, statements=(change,))
    if "stream" in kinds:
        for source, sink in product(several.STREAMS, several.SINKS):
            yield Wish("stream", statements=(source, sink))


def with_templates(line: str) -> Iterator[Wish]:
    """Each template, several of them in one program."""
    for table, kind in (
        ("expressions", "select"),
        ("aggregates", "aggregate"),
        ("functions", "functions"),
        ("aggregate_functions", "aggregate functions"),
        ("windows", "window"),
    ):
        known = templates.read(table, line)
        for at in range(0, len(known), TOGETHER):
            # functions of the table with columns of every type
            relations = ("t1",) if table in ANY_TYPE else ()
            yield Wish("query", known[at : at + TOGETHER], (kind,), relations)


def of_queries(line: str) -> Iterator[Wish]:
    """Each kind of query, twice because Spark refuses some programs; each kind of relation and of generator."""
    for name in Queries(Choices(), line).known:
        yield from [Wish("query", queries=(name,))] * 2
    for relation in RELATIONS:
        yield Wish("query", relations=(relation,))
    for generator in GENERATORS:
        yield Wish("query", relations=("generator",), statements=(generator,))


def programs_of(line: str, kinds: Sequence[str]) -> list[tuple[Program, Wish]]:
    made = []
    for number, wish in enumerate(wishes(line, kinds), 1):
        made.append(
            (programs.write(f"w{number}", line, Choices(Random(number)), wish, kinds), wish)
        )
    return made
