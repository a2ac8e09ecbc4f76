"""Queries that grow in one dimension each, over `ten` with ten columns, `wide` with 1,000, and `nested` with nested fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable

WIDE = 1000
NESTED = 200  # fields of the struct `s`, and of the elements of the array `xs`


def longs(count: int) -> list[str]:
    return [f"c{n} BIGINT" for n in range(count)]


TABLES = {
    "ten": longs(10),
    "wide": longs(WIDE),
    "nested": [
        f"s STRUCT<{', '.join(f'f{n}: BIGINT' for n in range(NESTED))}>",
        f"xs ARRAY<STRUCT<{', '.join(f'f{n}: BIGINT' for n in range(NESTED))}>>",
    ],
}


def listed(texts: Iterable[str]) -> str:
    return ", ".join(texts)


def union(branches: int) -> str:
    """Branches over one table of ten columns."""
    columns = listed(f"c{n} + {{0}} AS c{n}" for n in range(10))
    return " UNION ALL ".join(f"SELECT {columns.format(b)} FROM ten" for b in range(branches))


def wide_union(branches: int) -> str:
    return " UNION ALL ".join(["SELECT * FROM wide"] * branches)


def joins(count: int) -> str:
    """A table joined repeatedly to itself; the output adds a column of each side."""
    sides = "".join(f" JOIN ten t{n} ON t0.c0 = t{n}.c0" for n in range(1, count + 1))
    total = " + ".join(f"t{n}.c1" for n in range(count + 1))
    return f"SELECT t0.c0, {total} AS total FROM ten t0{sides}"


def wide_joins(count: int) -> str:
    sides = "".join(f" JOIN wide t{n} USING (c0)" for n in range(1, count + 1))
    return f"SELECT t0.* FROM wide t0{sides}"


def ctes(references: int) -> str:
    """Each CTE reads the previous one twice, so that the first one is read `references` times."""
    levels = references.bit_length() - 1
    pair = "(SELECT a.c0, a.c1 + b.c2 AS c1, b.c2 FROM x{0} a JOIN x{0} b ON a.c0 = b.c0)"
    more = "".join(f", x{n + 1} AS {pair.format(n)}" for n in range(levels))
    return f"WITH x0 AS (SELECT c0, c1, c2 FROM ten){more} SELECT * FROM x{levels}"


def deep(depth: int) -> str:
    """One expression with `depth` nested operators."""
    text = "c0"
    for n in range(depth):
        text = f"({text} + c{n % 10})"
    return f"SELECT {text} AS deep FROM ten"


def case(branches: int) -> str:
    whens = " ".join(f"WHEN c{n} = {n} THEN c{n * 7 % WIDE}" for n in range(branches))
    return f"SELECT CASE {whens} END AS x FROM wide"


def in_list(literals: int) -> str:
    return f"SELECT c0 FROM ten WHERE c1 IN ({listed(map(str, range(literals)))})"


def windows(count: int) -> str:
    sums = (
        f"sum(c{n}) OVER (PARTITION BY c{n + 1} ORDER BY c{n + 2}) AS w{n}" for n in range(count)
    )
    return f"SELECT {listed(sums)} FROM wide"


def aggregates(columns: int) -> str:
    pairs = (f"sum(c{n}) AS s{n}, count(DISTINCT c{n}) AS d{n}" for n in range(columns))
    return f"SELECT {listed(pairs)} FROM wide GROUP BY c0, c1"


def unpivot(columns: int) -> str:
    return f"SELECT * FROM wide UNPIVOT (v FOR k IN ({listed(f'c{n}' for n in range(columns))}))"


def subqueries(count: int) -> str:
    """Correlated scalar subqueries."""
    found = (
        f"(SELECT max(c{n % 10}) FROM ten WHERE ten.c1 = wide.c{n}) AS x{n}" for n in range(count)
    )
    return f"SELECT {listed(found)} FROM wide"


def exists(count: int) -> str:
    tests = (f"EXISTS (SELECT 1 FROM ten WHERE ten.c1 = wide.c{n})" for n in range(count))
    return f"SELECT c0 FROM wide WHERE {' AND '.join(tests)}"


def array_fields(count: int) -> str:
    """Fields of the elements of an array, and functions over them."""
    pairs = (f"xs.f{n} AS a{n}, transform(xs, x -> x.f{n} + s.f{n}) AS t{n}" for n in range(count))
    return f"SELECT {listed(pairs)} FROM nested"


# name, axis, sizes that ascend, the text of a size
STATEMENTS: tuple[tuple[str, str, tuple[int, ...], Callable[[int], str]], ...] = (
    ("union", "branches", (25, 50, 100, 200), union),
    ("union, 1,000 columns", "branches", (5, 10, 20, 40), wide_union),
    ("joins", "joins", (4, 8, 15, 30), joins),
    ("joins, 1,000 columns", "joins", (2, 4, 8, 16), wide_joins),
    ("nested CTEs, each read twice", "reads of the first", (2, 4, 8, 16, 32, 64), ctes),
    ("one expression", "depth", (62, 125, 250, 500), deep),
    ("CASE", "branches", (100, 200, 400, 800), case),
    ("IN", "literals", (1000, 2000, 4000, 8000), in_list),
    ("window functions", "windows", (25, 50, 100, 200), windows),
    ("aggregates", "columns", (100, 200, 400, 800), aggregates),
    ("UNPIVOT of 1,000 columns", "columns in rows", (100, 200, 400, 800), unpivot),
    ("scalar subqueries", "subqueries", (10, 20, 40, 80), subqueries),
    ("EXISTS", "subqueries", (10, 20, 40, 80), exists),
    ("fields of arrays", "fields", (25, 50, 100, 200), array_fields),
)
