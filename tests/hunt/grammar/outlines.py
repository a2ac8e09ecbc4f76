"""Programs whose statements are written, with places for expressions: what needs several statements that fit together.

The files in `outlines` have them, each with these parts:

    -- name: what it shows
    -- since: 3.5               the first Spark line that has it
    -- scope s: k int, v str    the columns of an alias, by their shapes in the grammar
    -- reads: ice.db.{out}      what an experiment reads, if it is not the table {out}
    -- replaces: k              the columns that decide which rows of a table a later write replaces
    -- sql                      statements follow, separated by semicolons at the ends of lines
    -- python                   lines of Python follow, with `spark`, `F`, `stream` and `work` (`in_spark/server.py`)

`{name}` is the program's name, `{out}` its output table. `{int t1 s}` is an expression of the shape `int` over the columns of
t1 and s, and `{column int t1}` a column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.hunt.grammar.expressions import Column, Scope
from tests.hunt.grammar.templates import version
from tests.hunt.program import PYTHON, SQL, Program, Step
from tests.hunt.tables import tables

if TYPE_CHECKING:
    from tests.hunt.grammar.programs import Draft

# The files by the kinds of their programs.
KINDS = {
    "sql outline": "sql",
    "frame outline": "frames",
    "file outline": "files",
    "pandas outline": "pandas",
    "delta outline": "delta",
    "iceberg outline": "iceberg",
}
FOLDER = Path(__file__).with_name("outlines")
DEPTH = 2  # of the expressions in places
HEADER = re.compile(r"-- (name|since|reads|replaces|scope \w+): (.*)")
PLACE = re.compile(r"\{(column )?(\w+)((?: \w+)+)\}")
MADE = re.compile(
    r"(VIEW|TEMPORARY FUNCTION|FUNCTION|VARIABLE|TempView|CACHE TABLE|changelog_view)\W+([\w.]+)"
)
# What removes it, if it is not a DROP of the same kind.
DROPPED = {
    "VARIABLE": "TEMPORARY VARIABLE", "TempView": "VIEW", "CACHE TABLE": "VIEW", "changelog_view": "VIEW",
}  # fmt: skip
# What the statements of every outline of a lake may use: the columns of a table with keys.
TARGET = "k int, c1 int, c2 str"


@dataclass(frozen=True)
class Outline:
    """One of the programs, with its places still empty."""

    name: str
    since: str
    reads: str
    replaces: str
    scopes: tuple[tuple[str, Scope], ...]
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        return "\n".join(step.text for step in self.steps)


@cache
def read(file: str, line: str) -> dict[str, Outline]:
    """The outlines of a file that a Spark line has, by name."""
    text = (FOLDER / f"{file}.txt").read_text()
    found = [
        outline(part) for part in re.split(r"^(?=-- name: )", text, flags=re.MULTILINE) if part
    ]
    return {o.name: o for o in found if version(o.since) <= version(line)}


def outline(text: str) -> Outline:
    headers = dict(HEADER.findall(text))
    scopes = {"o": TARGET} | {
        key.removeprefix("scope "): value
        for key, value in headers.items()
        if key.startswith("scope ")
    }
    return Outline(
        headers["name"],
        headers.get("since", "3.5"),
        headers.get("reads", ""),
        headers.get("replaces", ""),
        tuple((alias, columns(alias, listed)) for alias, listed in scopes.items()),
        tuple(steps(text)),
    )


def columns(alias: str, listed: str) -> Scope:
    pairs = (column.split() for column in listed.split(", "))
    return tuple(Column(f"{alias}.{name}", shape) for name, shape in pairs)


def steps(text: str) -> Iterator[Step]:
    """The statements and the pieces of Python, in their order."""
    for language, part in re.findall(
        r"^-- (sql|python)\n(.*?)(?=^-- |\Z)", text, re.MULTILINE | re.DOTALL
    ):
        if language == PYTHON:
            yield Step(PYTHON, part.strip())
        else:
            statements = re.split(r";\n", part.strip() + "\n")
            yield from (Step(SQL, s.strip().removesuffix(";")) for s in statements if s.strip())


def filled(d: Draft, made: Outline) -> Program:
    """The program of an outline."""
    own = {name: table_scope(d, name) for name in tables(d.queries.line)} | dict(made.scopes)
    writer = d.queries.writer

    def fill(place: re.Match[str]) -> str:
        only_column, shape, aliases = place.groups()
        scope = tuple(column for alias in aliases.split() for column in own[alias])
        if only_column:
            return writer.leaf(shape, scope, literals=False)
        text = writer.expression(shape, scope, DEPTH, subqueries=False)
        # a column with a collation fits into few tables and set operations
        return f"cast({text} AS string)" if shape == "str" and "COLLATE" in text else text

    def text_of(text: str) -> str:
        named = text.replace("{out}", d.out).replace("{name}", d.name)
        return PLACE.sub(fill, named)

    parts = tuple(Step(step.language, text_of(step.text)) for step in made.steps)
    return Program(
        d.name,
        "",
        parts,
        output=d.out,
        reads=text_of(made.reads),
        replaces=made.replaces,
        cleanup=tuple(cleanup(d.name, parts)),
    )


def table_scope(d: Draft, name: str) -> Scope:
    table = d.queries.relations.tables[name]
    return tuple(Column(f"{name}.{column}", shape) for column, shape in table.columns.items())


def cleanup(program: str, parts: tuple[Step, ...]) -> Iterator[str]:
    """Everything that the parts may have made: their names begin with the program's."""
    text = "\n".join(step.text for step in parts)
    kinds = {name: kind for kind, name in MADE.findall(text)}
    for name in dict.fromkeys(re.findall(rf"(?:\b(?:ice|lite)\.db\.)?\b{program}_\w+", text)):
        kind = kinds.get(name, "")
        yield f"{DROPPED.get(kind, kind)} {name}".strip()


def kind(file: str) -> Callable[[Draft], Program]:
    """The programs of a file."""

    def write(d: Draft) -> Program:
        known = read(file, d.queries.line)
        chosen = next((n for n in d.wish.statements if n in known), "")
        return filled(d, known[chosen or d.queries.choices.one(tuple(known))])

    return write
