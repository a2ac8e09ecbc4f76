"""Writes random relations of a FROM clause: tables, joins, subqueries, generators."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.hunt.grammar.expressions import Column, Scope, Writer, renamed
from tests.hunt.tables import Table

JOINS = (
    "JOIN",
    "LEFT JOIN",
    "RIGHT JOIN",
    "FULL JOIN",
    "LEFT SEMI JOIN",
    "LEFT ANTI JOIN",
    "CROSS JOIN",
)
GENERATORS = {
    "explode({ints})": ("int",),
    "explode({items})": ("pair",),
    "explode({map})": ("str", "int"),
    "explode({pairs})": ("int", "pair"),
    "explode({items}.a)": ("int",),
    "posexplode({strs})": ("int", "str"),
    "posexplode({items})": ("int", "pair"),
    "inline({items})": ("int", "str"),
    "inline_outer({items})": ("int", "str"),
    "explode_outer({items})": ("pair",),
    "posexplode_outer({map})": ("int", "str", "int"),
    "inline(array({pair}, {pair}))": ("int", "str"),
    "stack(2, {int}, {str}, {int}, {str})": ("int", "str"),
    "json_tuple(to_json({pair}), 'a', 'b')": ("str", "str"),
    "explode(sequence(0, pmod({int}, 4)))": ("int",),
}


@dataclass
class Relations:
    """Writes relations; `subquery` writes a query with its columns."""

    writer: Writer
    tables: dict[str, Table]
    subquery: Callable[[int], tuple[str, Scope]]
    forced: list[str] = field(default_factory=list)
    forced_generators: list[str] = field(default_factory=list)
    aliases: int = 0

    def alias(self) -> str:
        self.aliases += 1
        return f"r{self.aliases}"

    def relation(self, depth: int, *, joined: bool = False) -> tuple[str, Scope]:
        """A table, or something more complicated; a lateral view can't be joined."""
        kinds = [
            "table",
            "table",
            "join",
            "subquery",
            "lateral",
            "natural",
            *([] if joined else ["generator"]),
        ]
        kind = (
            self.forced.pop()
            if self.forced
            else self.writer.choices.one(kinds if depth > 0 else kinds[:1])
        )
        match kind:
            case "join":
                return self.join(depth)
            case "generator":
                return self.generator(depth)
            case "subquery":
                return self.of_subquery(depth)
            case "lateral":
                return self.lateral(depth)
            case "natural":
                return self.using()
            case _:
                return self.table("t1" if kind == "t1" else "")

    def table(self, name: str = "") -> tuple[str, Scope]:
        table = self.tables[
            name or self.writer.choices.one(("t1", "t1", "t1", "t1", "t2", "t2", "t3"))
        ]
        alias = self.alias()
        columns = tuple(Column(f"{alias}.{c}", shape) for c, shape in table.columns.items())
        return f"{table.name} {alias}", columns

    def join(self, depth: int) -> tuple[str, Scope]:
        left, a = self.relation(depth - 1, joined=True)
        right, b = (
            self.of_subquery(depth)
            if depth > 1 and self.writer.choices.chance(30)
            else self.table()
        )
        kind = self.writer.choices.one(JOINS)
        if kind == "CROSS JOIN":
            return f"{left} CROSS JOIN {right}", a + b
        keys = self.writer.choices.one(("int", "int", "str"))
        on = f"{self.key(keys, a)} = {self.key(keys, b)}"
        if self.writer.choices.chance(30):
            on += f" AND {self.writer.expression('bool', a + b, 1, subqueries=False)}"
        return (
            f"{left} {kind} {right} ON {on}",
            a if "LEFT SEMI" in kind or "ANTI" in kind else a + b,
        )

    def key(self, shape: str, scope: Scope) -> str:
        return self.writer.expression(
            shape, scope, int(self.writer.choices.chance(25)) * 2, subqueries=False
        )

    def using(self) -> tuple[str, Scope]:
        """A join with USING, in a subquery, because its column belongs to no table."""
        left, a = self.table("t1")
        right, b = self.table("t3")
        kind = self.writer.choices.one(("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"))
        alias = self.alias()
        rest = tuple(c for c in a + b if c.name != "k")
        text = f"(SELECT * FROM {left} {kind} {right} USING (k)) {alias}"
        return text, renamed((Column("k", "int"), *rest), alias)

    def generator(self, depth: int) -> tuple[str, Scope]:
        text, scope = self.relation(depth - 1)
        template = (
            self.forced_generators.pop()
            if self.forced_generators
            else self.writer.choices.one(tuple(GENERATORS))
        )
        shapes = GENERATORS[template]
        alias = self.alias()
        names = [f"{alias}c{n}" for n in range(len(shapes))]
        call = self.writer.filled_text(template, scope)
        outer = self.writer.choices.one(("", "OUTER "))
        new = tuple(
            Column(f"{alias}.{name}", shape) for name, shape in zip(names, shapes, strict=True)
        )
        return f"{text} LATERAL VIEW {outer}{call} {alias} AS {', '.join(names)}", scope + new

    def of_subquery(self, depth: int) -> tuple[str, Scope]:
        text, scope = self.subquery(depth - 1)
        alias = self.alias()
        return f"({text}) {alias}", renamed(scope, alias)

    def lateral(self, depth: int) -> tuple[str, Scope]:
        """A join with a subquery that refers to the left side."""
        text, scope = self.relation(depth - 1, joined=True)
        inner, own = self.table("t2")
        alias = self.alias()
        key = self.writer.leaf("int", scope, literals=False)
        value = self.writer.expression("int", own, 1, subqueries=False)
        if self.writer.choices.chance(50):
            query = f"SELECT max({value}) AS v FROM {inner} WHERE {own[0].text} = {key}"
        else:
            query = f"SELECT {value} AS v FROM {inner} WHERE {own[0].text} = {key}"
        kind = self.writer.choices.one(("JOIN", "LEFT JOIN", "CROSS JOIN"))
        on = "" if kind == "CROSS JOIN" else " ON true"
        joined = f"{text} {kind} LATERAL ({query}) {alias}{on}"
        return joined, (*scope, Column(f"{alias}.v", "int"))
