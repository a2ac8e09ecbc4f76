"""DIRECT dependencies of each output column of a SQL text, computed with sqlglot's lineage."""

from __future__ import annotations

from sqlglot import exp, parse_one
from sqlglot.lineage import Node, to_node
from sqlglot.optimizer import build_scope
from sqlglot.optimizer.qualify import qualify
from sqlglot.schema import MappingSchema

from .definition import prune
from .model import Direct, Query, Source, Table


def schema_of(tables: dict[str, Table]) -> MappingSchema:
    """The tables as a sqlglot schema."""
    columns: dict[str, object] = {t.name: {c.name: c.type for c in t.columns} for t in tables.values()}
    return MappingSchema(columns, dialect="spark")


def direct(query: Query, tables: dict[str, Table]) -> list[Direct]:
    """One `Direct` for each output column, in order; raises if sqlglot cannot parse the text."""
    schema = schema_of(tables)
    tree = _resolve_using(parse_one(query.sql, dialect="spark"))
    qualified = qualify(tree, dialect="spark", schema=schema, identify=False)
    required = _sources(prune(qualified, keep_optional=False), schema)
    allowed = _sources(prune(qualified, keep_optional=True), schema)
    return [Direct(r, r | a) for r, a in zip(required, allowed, strict=True)]


def _sources(tree: exp.Expr, schema: MappingSchema) -> list[frozenset[Source]]:
    scope = build_scope(tree)
    if scope is None or not isinstance(scope.expression, exp.Query):
        raise TypeError("not a query")
    cache: dict[tuple[object, ...], Node] = {}
    nodes = [
        to_node(at, scope, "spark", schema, trim_selects=False, _cache=cache)
        for at in range(len(scope.expression.selects))
    ]
    return [frozenset(_leaves(node)) for node in nodes]


def _leaves(root: Node) -> set[Source]:
    found = set()
    for node in root.walk():
        if isinstance(node.expression, exp.Table) and isinstance(node.expression.this, exp.Identifier):
            found.add((node.expression.name.lower(), node.name.rpartition(".")[2].lower()))
        elif isinstance(node.expression, exp.Placeholder):
            raise ValueError(f"sqlglot finds no source for {node.name}")
    return found


def _resolve_using(tree: exp.Expr) -> exp.Expr:
    """Qualify USING columns with one side; sqlglot would use a COALESCE of both."""
    for select in tree.find_all(exp.Select):
        for join in select.args.get("joins") or ():
            side = join.this if join.side == "RIGHT" else _first(select)
            if join.args.get("using") and join.side != "FULL" and isinstance(side, exp.Table):
                _name_side({u.name for u in join.args["using"]}, select, side)
    return tree


def _first(select: exp.Select) -> exp.Expr | None:
    source = select.args.get("from_")
    return source.this if source is not None else None


def _name_side(names: set[str], select: exp.Select, side: exp.Table) -> None:
    for column in select.find_all(exp.Column):
        if column.name in names and not column.table and column.parent_select is select:
            column.set("table", exp.to_identifier(side.alias_or_name))
