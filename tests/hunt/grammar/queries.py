"""Writes random queries in SQL; their columns are c0, c1 and so on."""

from __future__ import annotations

from collections.abc import Callable

from tests.hunt.choices import Choices
from tests.hunt.grammar import one_table, templates
from tests.hunt.grammar.expressions import GROUPING, Column, Query, Scope, Writer
from tests.hunt.grammar.relations import Relations
from tests.hunt.grammar.templates import Template
from tests.hunt.shapes import SHAPES
from tests.hunt.tables import tables

# Tables of functions with results of any type; a text of the value is selected.
ANY_TYPE = ("functions", "aggregate_functions")
GROUPINGS = ("{}", "{}", "ROLLUP ({})", "CUBE ({})", "GROUPING SETS (({}), ())")


class Queries:
    """Writes queries of a Spark line. `forced` are templates, `kinds` kinds of queries, that it uses first."""

    def __init__(
        self,
        choices: Choices,
        line: str,
        forced: list[Template] | None = None,
        kinds: list[str] | None = None,
    ) -> None:
        self.choices = choices
        self.line = line
        self.writer = Writer(choices, line, list(forced or []))
        self.relations = Relations(self.writer, tables(line), self.query)
        self.kinds = list(kinds or [])
        self.known = self.all_kinds()

    def all_kinds(self) -> dict[str, Callable[[int], Query]]:
        """The kinds of queries that the Spark line has."""
        return {
            "select": self.select,
            "aggregate": self.aggregate,
            "functions": lambda depth: self.select(depth, "functions"),
            "aggregate functions": lambda depth: self.aggregate(depth, "aggregate_functions"),
            "groups": self.groups,
            "window": self.window,
            "distinct": self.distinct,
            "union": lambda depth: self.set_operation(depth, ("UNION ALL", "UNION")),
            "intersect": lambda depth: self.set_operation(depth, ("INTERSECT", "INTERSECT ALL")),
            "except": lambda depth: self.set_operation(depth, ("EXCEPT", "EXCEPT ALL")),
            "cte": self.cte,
            "pivot": self.pivot,
            "unpivot": self.unpivot,
            "top": self.top,
            "limit": self.limit,
            "first of sorted": self.first_of_sorted,
            "values": self.values,
            "range": self.range,
            **one_table.kinds(self, self.line),
        }

    def query(self, depth: int) -> Query:
        """A query with subqueries up to this depth."""
        if self.kinds:
            return self.known[self.kinds.pop()](depth)
        simple = ("select", "aggregate", "window", "select")
        return self.known[self.choices.one(simple if depth <= 0 else simple + tuple(self.known))](
            depth
        )

    def items(self, table: str, scope: Scope, first: int = 0) -> tuple[list[str], Scope]:
        """One to three select items from a table of templates, or as many as are forced."""
        known = templates.read(table, self.line)
        count = max(sum(t in known for t in self.writer.forced), 1 + self.choices.below(3))
        items, columns = [], []
        for at in range(first, first + count):
            shape, text = self.writer.wanted(table, scope)
            if table in ANY_TYPE:
                text = f"cast({text} AS string)"
            items.append(f"{text} AS c{at}")
            columns.append(Column(f"c{at}", shape))
        return items, tuple(columns)

    def where(self, scope: Scope, percent: int = 40) -> str:
        if not self.choices.chance(percent):
            return ""
        return f" WHERE {self.writer.expression('bool', scope, 2)}"

    def select(self, depth: int, table: str = "expressions") -> Query:
        source, scope = self.relations.relation(depth)
        items, columns = self.items(table, scope)
        where = "" if table in ANY_TYPE else self.where(scope)
        return f"SELECT {', '.join(items)} FROM {source}{where}", columns

    def window(self, depth: int) -> Query:
        source, scope = self.relations.relation(depth)
        items, columns = self.items("windows", scope)
        return f"SELECT {', '.join(items)} FROM {source}{self.where(scope, 20)}", columns

    def aggregate(self, depth: int, table: str = "aggregates") -> Query:
        source, scope = self.relations.relation(depth)
        count = self.choices.below(3)
        shapes = [self.choices.one(GROUPING) for _ in range(count)]
        keys = [self.writer.expression(s, scope, 1, subqueries=False) for s in shapes]
        # a constant would be taken for the position of a select item
        plain = next((c.text for c in scope if c.shape in GROUPING), "")
        keys = [key if "r" in key or key == "k" else plain for key in keys] if plain else []
        shapes = [
            next((c.shape for c in scope if c.text == key), s)
            for key, s in zip(keys, shapes, strict=False)
        ]
        items, columns = self.items(table, scope, first=len(keys))
        grouped = [f"{key} AS c{at}" for at, key in enumerate(keys)]
        named = tuple(Column(f"c{at}", s) for at, s in enumerate(shapes))
        having = "" if table in ANY_TYPE else self.having(scope)
        by = f" GROUP BY {self.choices.one(GROUPINGS).format(', '.join(keys))}" if keys else ""
        where = "" if table in ANY_TYPE else self.where(scope, 25)
        text = f"SELECT {', '.join(grouped + items)} FROM {source}{where}{by}{having}"
        return text, named + columns

    def groups(self, depth: int) -> Query:
        """Which of the keys a row of subtotals has."""
        source, scope = self.relations.relation(depth)
        keys = [self.writer.leaf(shape, scope, literals=False) for shape in ("int", "str")]
        text = (
            f"SELECT c0, c1, cast(grouping(c0) AS int) AS c2, cast(grouping_id(c0, c1) AS int) AS c3"
            f" FROM (SELECT {keys[0]} AS c0, {keys[1]} AS c1 FROM {source}) GROUP BY CUBE (c0, c1)"
        )
        shapes = ("int", "str", "int", "int")
        return text, tuple(Column(f"c{at}", shape) for at, shape in enumerate(shapes))

    def having(self, scope: Scope) -> str:
        if not self.choices.chance(15):
            return ""
        return f" HAVING count({self.writer.leaf('int', scope)}) > {self.choices.below(2)}"

    def distinct(self, depth: int) -> Query:
        text, columns = self.select(depth)
        plain = [c for c in columns if c.shape in GROUPING]
        if len(plain) < len(columns):  # maps and variants can't be compared
            return (
                f"SELECT DISTINCT {', '.join(f'cast({c.text} AS string) AS {c.text}' for c in columns)} FROM ({text})",
                (tuple(Column(c.text, "str") for c in columns)),
            )
        return text.replace("SELECT", "SELECT DISTINCT", 1), columns

    def set_operation(self, depth: int, operators: tuple[str, ...]) -> Query:
        operator = self.choices.one(operators)
        options = ("int", "str", "pair", "items", "date", "bool")
        shapes = [self.choices.one(options) for _ in range(1 + self.choices.below(3))]
        sides = [self.of_shapes(shapes, depth - 1) for _ in range(2)]
        columns = tuple(Column(f"c{at}", s) for at, s in enumerate(shapes))
        return f"({sides[0]}) {operator} ({sides[1]})", columns

    def of_shapes(self, shapes: list[str], depth: int) -> str:
        source, scope = self.relations.relation(max(depth, 0))
        items = [f"{self.writer.expression(s, scope, 2)} AS c{at}" for at, s in enumerate(shapes)]
        return f"SELECT {', '.join(items)} FROM {source}{self.where(scope)}"

    def cte(self, depth: int) -> Query:
        inner, columns = self.query(depth - 1)
        names = [c.name for c in columns]
        scope = tuple(Column(f"ra.{c.name}", c.shape) for c in columns)
        other = tuple(Column(f"rb.{c.name}", c.shape) for c in columns)
        key = next((n for n, c in zip(names, columns, strict=True) if c.shape in GROUPING), "")
        both = f"cte ra JOIN cte rb ON ra.{key} = rb.{key}" if key else "cte ra"
        items, made = self.items("expressions", scope + other if key else scope)
        return f"WITH cte AS ({inner}) SELECT {', '.join(items)} FROM {both}", made

    def pivot(self, depth: int) -> Query:
        source, scope = self.relations.relation(max(depth - 1, 0))
        group, value = self.writer.leaf("int", scope), self.writer.expression("int", scope, 1)
        by = self.writer.expression("str", scope, 1)
        inner = (
            f"SELECT {group} AS c0, {by} AS pv, {value} AS va FROM {source}{self.where(scope, 20)}"
        )
        shape = self.choices.one(("max(va)", "cast(sum(va) AS int)", "cast(count(va) AS int)"))
        text = f"SELECT * FROM ({inner}) PIVOT ({shape} FOR pv IN ('a' AS c1, 'b' AS c2))"
        return text, tuple(Column(f"c{at}", "int") for at in range(3))

    def unpivot(self, depth: int) -> Query:
        source, scope = self.relations.relation(max(depth - 1, 0))
        values = [self.writer.expression("int", scope, 1) for _ in range(3)]
        inner = ", ".join(f"{value} AS u{at}" for at, value in enumerate(values))
        nulls = self.choices.one(("", "INCLUDE NULLS "))
        text = f"SELECT u0 AS c0, c1, c2 FROM (SELECT {inner} FROM {source}) UNPIVOT {nulls}(c2 FOR c1 IN (u1, u2))"
        return text, (Column("c0", "int"), Column("c1", "str"), Column("c2", "int"))

    def top(self, depth: int) -> Query:
        """The first row of each group."""
        source, scope = self.relations.relation(depth)
        items, columns = self.items("expressions", scope)
        window = self.writer.window("w", scope, ())
        inner = f"SELECT {', '.join(items)}, row_number() OVER {window} AS rn FROM {source}"
        return f"SELECT {', '.join(c.text for c in columns)} FROM ({inner}) WHERE rn = 1", columns

    def limit(self, depth: int) -> Query:
        source, scope = self.relations.relation(depth)
        items, columns = self.items("expressions", scope)
        order = self.writer.expression(self.choices.one(GROUPING), scope, 1, subqueries=False)
        end = self.choices.one(("LIMIT 4", "LIMIT 3 OFFSET 1", "OFFSET 2", "LIMIT ALL"))
        sort = self.choices.one(("ORDER BY", "ORDER BY", "SORT BY"))
        return f"SELECT {', '.join(items)} FROM {source} {sort} {order} DESC {end}", columns

    def first_of_sorted(self, depth: int) -> Query:
        """The first rows of a relation that is sorted inside of its partitions."""
        source, scope = self.relations.relation(max(depth - 1, 0))
        items, columns = self.items("expressions", scope)
        order = self.writer.expression(self.choices.one(GROUPING), scope, 1, subqueries=False)
        inner = (
            f"SELECT {', '.join(items)} FROM {source}{self.where(scope, 20)} SORT BY {order} DESC"
        )
        outer = self.choices.one((
            "SELECT {names} FROM ({inner}) q LIMIT 4",
            "SELECT /*+ COALESCE(1) */ {names} FROM ({inner}) q LIMIT 3 OFFSET 1",
            "WITH q AS ({inner}) SELECT {names} FROM q WHERE true LIMIT 3",
        ))  # fmt: skip
        return outer.format(names=", ".join(c.text for c in columns), inner=inner), columns

    def values(self, depth: int) -> Query:
        """A join with constants."""
        source, scope = self.relations.relation(max(depth - 1, 0), joined=True)
        inline = (Column("rv.n", "int"), Column("rv.t", "str"))
        items, columns = self.items("expressions", (*inline, *scope))
        join = f"{source} JOIN VALUES (1, 'a'), (2, 'b') AS rv(n, t) ON rv.n = {self.writer.leaf('int', scope)}"
        return f"SELECT {', '.join(items)} FROM {join}", columns

    def range(self, depth: int) -> Query:
        """A join with a range of numbers."""
        source, scope = self.relations.relation(max(depth - 1, 0), joined=True)
        items, columns = self.items("expressions", (Column("rr.id", "int"), *scope))
        join = f"{source} JOIN (SELECT cast(id AS int) AS id FROM range(3)) rr ON rr.id = {self.writer.leaf('int', scope)}"
        return f"SELECT {', '.join(items)} FROM {join}", columns


def sql_type(column: Column) -> str:
    return SHAPES[column.shape].sql
