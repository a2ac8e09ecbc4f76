"""Writes random expressions of a wanted shape over the columns in scope."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tests.hunt import values
from tests.hunt.choices import Choices
from tests.hunt.grammar import templates
from tests.hunt.grammar.templates import PLACE, Template
from tests.hunt.shapes import SHAPES, Shape

GROUPING = ("int", "str", "bool", "date")  # shapes to group, partition, join and order by
WINDOWS = ("w", "f", "p", "r")  # the places of windows in templates
NESTED = ("pair", "nest", "items", "map", "pairs", "ints", "strs")


@dataclass(frozen=True)
class Column:
    """A column in scope: its SQL, its shape, and its name without the alias of its table."""

    text: str
    shape: str

    @property
    def name(self) -> str:
        return self.text.rpartition(".")[2]


Scope = tuple[Column, ...]
Query = tuple[str, Scope]  # its text and its columns


@dataclass
class Writer:
    """Writes expressions. `forced` are templates to use first, wherever their shape and their kind fit."""

    choices: Choices
    line: str
    forced: list[Template] = field(default_factory=list)
    used: list[Template] = field(default_factory=list)

    def shapes(self) -> list[str]:
        """The shapes of the line, the plain ones first."""
        return [s for s in SHAPES if s != "variant" or not self.line.startswith("3.")]

    def expression(self, shape: str, scope: Scope, depth: int, *, subqueries: bool = True) -> str:
        """An expression of the shape; with depth 0 a column or a literal."""
        if depth <= 0 or not self.choices.chance(75):
            return self.leaf(shape, scope)
        fitting = [
            t
            for t in templates.read("expressions", self.line)
            if t.shape == shape and (subqueries or not t.has_subquery)
        ]
        if not fitting:
            return self.leaf(shape, scope)
        return self.filled(self.choices.one(fitting), scope, depth - 1, subqueries=subqueries)

    def filled(
        self, template: Template, scope: Scope, depth: int, *, subqueries: bool = True
    ) -> str:
        """The template with an expression in each place."""
        self.used.append(template)
        inner = 0 if template.has_lambda or template.has_subquery else depth
        arguments: list[str] = []

        def fill(place: re.Match[str]) -> str:
            if place[1] in WINDOWS:
                return self.window(place[1], scope, arguments)
            if place[1] == "same":  # the first argument again, so that equal keys have equal values
                return arguments[0]
            arguments.append(self.place(place[1], scope, inner, subqueries=subqueries))
            return arguments[-1]

        return PLACE.sub(fill, template.text)

    def filled_text(self, text: str, scope: Scope) -> str:
        """The same for a text that is in no table; its arguments are small."""
        return PLACE.sub(lambda m: self.expression(m[1], scope, 1, subqueries=False), text)

    def place(self, name: str, scope: Scope, depth: int, *, subqueries: bool) -> str:
        """What goes into a place: a column of the outer query, or an expression."""
        if name == "outer":
            return self.leaf("int", scope, literals=False)
        if name == "variant_column":  # what `:` accepts
            return self.leaf("variant", scope, literals=False)
        return self.expression(name, scope, depth, subqueries=subqueries)

    def leaf(self, shape: str, scope: Scope, *, literals: bool = True) -> str:
        """A column of the shape, or a literal."""
        columns = [c for c in scope if c.shape == shape]
        if not columns or (literals and self.choices.chance(8)):
            return self.literal(SHAPES[shape])
        return self.choices.one(columns).text

    def literal(self, shape: Shape) -> str:
        """A small constant of the shape."""
        match shape.kind:
            case "struct":
                inside = ", ".join(f"'{name}', {self.literal(part)}" for name, part in shape.parts)
                return f"named_struct({inside})"
            case "array":
                return f"array({self.literal(shape.parts[0][1])})"
            case "map":
                return f"map({', '.join(self.literal(part) for _, part in shape.parts)})"
            case kind:
                return self.choices.one(values.PLAIN[kind])

    def window(self, kind: str, scope: Scope, arguments: Sequence[str]) -> str:
        """`w`: partition and order, `f`: with a frame of rows, `r`: of a range, `p`: partition only.

        Rows with equal keys are ordered by the arguments of the function: otherwise its result depends on the order in
        which Spark reads the rows.
        """
        partition = self.leaf(self.choices.one(GROUPING), scope)
        if kind == "p":
            return f"(PARTITION BY {partition})"
        if kind == "r":
            order = self.expression("int", scope, 1, subqueries=False)
            return f"(PARTITION BY {partition} ORDER BY {order} RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)"
        order = self.expression(self.choices.one(GROUPING), scope, 1, subqueries=False)
        frame = " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING" if kind == "f" else ""
        direction = self.choices.one(("", " DESC", " DESC NULLS LAST"))
        keys = ", ".join([f"{order}{direction}", *arguments])
        return f"(PARTITION BY {partition} ORDER BY {keys}{frame})"

    def wanted(self, table: str, scope: Scope) -> tuple[str, str]:
        """A shape and an expression from a table of templates, the forced ones first."""
        known = templates.read(table, self.line)
        chosen = next((t for t in self.forced if t in known), None)
        if chosen:
            self.forced.remove(chosen)
            return chosen.shape, self.filled(chosen, scope, 0)
        if table == "expressions":
            shape = self.choices.one(sorted({c.shape for c in scope}) or self.shapes())
            return shape, self.expression(shape, scope, 3)
        template = self.choices.one(known)
        return template.shape, self.filled(template, scope, 2, subqueries=False)


def renamed(scope: Scope, alias: str) -> Scope:
    """The same columns under the alias of a subquery."""
    return tuple(replace(c, text=f"{alias}.{c.name}") for c in scope)
