"""Builds the suites: TPC-H and TPC-DS from their texts, the hand-written queries from their files."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from sqlglot import exp, parse_one

from . import schema, tpc
from .model import Query, Source, Suite, Table

QUERIES = Path(__file__).resolve().parents[1] / "queries"
HEADER = re.compile(r"--\s*(\w+):\s*(.*)")
NAME = re.compile(r"[A-Za-z_]\w*")


def load(name: str) -> Suite:
    """The suite `tpch`, `tpcds` or `shop` (the hand-written one)."""
    tables = schema.read(name)
    if name == "shop":
        return Suite(name, tables, tuple(_fixture(p) for p in sorted(QUERIES.glob("*.sql"))))
    return Suite(name, tables, tuple(_tpc(n, s, tables) for n, s in tpc.texts(name).items()))


def _tpc(name: str, sql: str, tables: dict[str, Table]) -> Query:
    number = re.sub(r"^q(\d+)", lambda m: f"q{int(m[1]):02d}", name)
    tree = parse_one(sql, dialect="spark")
    read = frozenset(t.name.lower() for t in tree.find_all(exp.Table)) & tables.keys()
    return Query(number, sql.strip(), read, _renamed(tree))


def _renamed(tree: exp.Expr) -> tuple[str, ...] | None:
    """Names for all outputs, if the text has unnamed or repeated ones."""
    names = _names(tree)
    if "*" in names or (all(NAME.fullmatch(n) for n in names) and len({*names}) == len(names)):
        return None
    seen: Counter[str] = Counter()
    renamed = []
    for at, name in enumerate(names, 1):
        base = name if NAME.fullmatch(name) else f"column_{at}"
        seen[base] += 1
        renamed.append(base if seen[base] == 1 else f"{base}_{seen[base]}")
    return tuple(renamed)


def _names(tree: exp.Expr) -> list[str]:
    """The output names; a single star is replaced by the names of the subqueries below it."""
    names = [s.alias_or_name.lower() for s in getattr(tree, "selects", [])]
    sources = [clause.this for clause in tree.find_all(exp.From, exp.Join) if clause.parent is tree]
    if names != ["*"] or not all(isinstance(s, exp.Subquery) for s in sources):
        return names
    return [name for source in sources for name in _names(source.this)]


def _fixture(path: Path) -> Query:
    """A hand-written query.

    Header comments: `-- tables: a b`, then `-- reader: hand` with `-- direct: x <- t.c t.d` lines.
    """
    tables: frozenset[str] = frozenset()
    reader, spark, expected = "sqlglot", "3.5", {}
    for key, value in HEADER.findall(path.read_text()):
        match key:
            case "tables":
                tables = frozenset(value.split())
            case "reader":
                reader = value.split()[0]
            case "spark":
                spark = value.split()[0]
            case "direct":
                output, _, sources = value.partition("<-")
                expected[output.strip()] = frozenset(_source(s) for s in sources.split())
            case "why":
                pass
            case _:
                raise ValueError(f"{path.name}: unknown header '{key}'")
    if reader not in ("sqlglot", "hand"):
        raise ValueError(f"{path.name}: reader must be sqlglot or hand, not '{reader}'")
    lines = path.read_text().splitlines()
    sql = "\n".join(line for line in lines if not line.startswith("--")).strip().rstrip(";")
    return Query(path.stem, sql, tables, None, reader, expected, spark)


def _source(text: str) -> Source:
    table, _, column = text.partition(".")
    return table, column
