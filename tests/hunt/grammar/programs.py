"""Writes random programs: a query or a chain of frames, and where its result goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.hunt.choices import Choices
from tests.hunt.grammar import several
from tests.hunt.grammar.frame_columns import SPLIT, SPLIT_UNSORTED
from tests.hunt.grammar.frames import Frames
from tests.hunt.grammar.queries import Queries, sql_type
from tests.hunt.grammar.templates import Template, version
from tests.hunt.program import PYTHON, SQL, Program, Step


@dataclass(frozen=True)
class Wish:
    """What a program must contain: its kind, templates, kinds of queries and relations, operations on frames, and names of
    generators, of changes of a lake's table, or of a stream's source and sink.
    """

    kind: str = ""
    templates: tuple[Template, ...] = ()
    queries: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()


@dataclass
class Draft:
    """The parts that the kinds of programs are written with."""

    name: str
    queries: Queries
    wish: Wish = field(default_factory=Wish)

    @property
    def out(self) -> str:
        return f"{self.name}_out"


def ctas(d: Draft) -> Program:
    text, _ = d.queries.query(2)
    write = Step(SQL, f"CREATE TABLE {d.out} USING parquet AS {text}")
    return Program(
        d.name, "query", result=Step(SQL, text), writes=(write,), output=d.out, cleanup=(d.out,)
    )


def insert(d: Draft) -> Program:
    """Into a table that exists; its columns have other names."""
    text, scope = d.queries.query(2)
    columns = ", ".join(f"{c.text} {sql_type(c)}" for c in scope)
    how = d.queries.choices.one(("INSERT INTO", "INSERT OVERWRITE"))
    writes = (
        Step(SQL, f"CREATE TABLE {d.out} ({columns}) USING parquet"),
        Step(SQL, f"{how} {d.out} {text}"),
    )
    return Program(
        d.name, "insert", result=Step(SQL, text), writes=writes, output=d.out, cleanup=(d.out,)
    )


def frame(d: Draft) -> Program:
    """A chain of operations on frames, saved as a table."""
    lines = Frames(d.queries, d.name, list(d.wish.operations)).chain()
    how = d.queries.choices.one((
        f"df.write.saveAsTable({d.out!r})",
        f"df.writeTo({d.out!r}).using('parquet').create()",
        f"df.write.mode('overwrite').saveAsTable({d.out!r})",
        f"df.write.parquet(work('files') + '/{d.out}')",
        # ORC has no variant
        f"df.select(*[c for c, kind in df.dtypes if 'variant' not in kind]).write.orc(work('files') + '/{d.out}')",
    ))  # fmt: skip
    text = "\n".join(lines)
    # `randomSplit` sorts the rows of each partition first: an experiment would not see that their order decides
    plain = text.replace(SPLIT, SPLIT_UNSORTED) if SPLIT in text else ""
    steps = (Step(PYTHON, text, plain),)
    return Program(
        d.name, "frame", steps, Step(PYTHON, "df"), (Step(PYTHON, how),), d.out, (d.out,)
    )


KINDS: dict[str, Callable[[Draft], Program]] = {
    "query": ctas,
    "insert": insert,
    "frame": frame,
    **several.KINDS,
}
# How often a random program is of a kind; one with a lake is slower by far.
WEIGHTS = {"query": 40, "insert": 6, "frame": 30} | several.WEIGHTS


def write(name: str, line: str, choices: Choices, wish: Wish, kinds: Sequence[str]) -> Program:
    """The program of these choices, of one of these kinds."""
    queries = Queries(choices, line, list(wish.templates), list(wish.queries))
    queries.relations.forced = list(wish.relations)
    if "generator" in wish.relations:
        queries.relations.forced_generators = list(wish.statements)
    weighted = [kind for kind in kinds for _ in range(WEIGHTS[kind])]
    kind = wish.kind or choices.one(weighted)
    program = KINDS[kind](Draft(name, queries, wish))
    uses = tuple(t.text for t in queries.writer.used)
    made = choices.made[
        : max((n for n, c in enumerate(choices.made, 1) if c), default=0)
    ]  # 0 is what follows the end
    return replace(program, kind=kind, choices=tuple(made), uses=uses)


def random(number: int, seed: int, line: str, kinds: Sequence[str]) -> Program:
    """The program of a number and a seed."""
    return write(f"p{number}", line, Choices(Random(f"{seed}/{number}")), Wish(), kinds)


def kinds(line: str, *, lakes: bool, chosen: str = "") -> list[str]:
    """The kinds of programs that a Spark line can run, or those of them that are chosen."""
    possible = [
        k
        for k in KINDS
        if (lakes or k not in several.LAKES) and version(line) >= several.SINCE.get(k, (3,))
    ]
    wanted = chosen.split(",") if chosen else possible
    if unknown := [k for k in wanted if k not in possible]:
        raise ValueError(
            f"no kind of program {', '.join(unknown)} on Spark {line}; there are {', '.join(possible)}"
        )
    return wanted


def sequence(
    tour: Sequence[tuple[Program, Wish]],
    numbers: Iterable[int],
    seed: int,
    line: str,
    kinds: Sequence[str],
) -> Iterator[tuple[Program, Wish]]:
    """The programs of the tour, then the random ones of these numbers."""
    yield from tour
    for number in numbers:
        yield random(number, seed, line, kinds), Wish()
