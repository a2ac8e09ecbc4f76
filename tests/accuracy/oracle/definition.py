"""DIRECT as this project defines it, applied to a SQL tree before sqlglot reads the lineage from it.

A column is DIRECT where its value can end in the output: arguments, branches, aggregates. What only decides
*which* value or row comes out is INDIRECT: CASE and IF predicates, window partitions and orders, FILTER clauses,
EXISTS, the right side of EXCEPT. Where both readings can be defended (`OPTIONAL`) a report may say either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

if TYPE_CHECKING:
    from collections.abc import Iterable

ROW_NUMBERING = (exp.RowNumber, exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist, exp.Ntile)


def prune(tree: exp.Expr, *, keep_optional: bool) -> exp.Expr:
    """A copy of the tree whose lineage contains DIRECT dependencies only."""
    return tree.copy().transform(lambda node: _direct(node, keep_optional=keep_optional), copy=False)


def _direct(node: exp.Expr, *, keep_optional: bool) -> exp.Expr:
    replaced = _conditions(node)
    return replaced if replaced is not node or keep_optional else _optional(node)


def _conditions(node: exp.Expr) -> exp.Expr:
    match node:
        case exp.Case():
            return _values([*(i.args["true"] for i in node.args["ifs"]), node.args.get("default")])
        case exp.If() if not isinstance(node.parent, exp.Case):
            return _values([node.args.get("true"), node.args.get("false")])
        case exp.Nvl2():
            return _values([node.args.get("true"), node.args.get("false")])
        case exp.DecodeCase():
            return _values(_decoded(node.expressions))
        case exp.Window():
            function = _argument(node)
            return _values([]) if isinstance(function, ROW_NUMBERING) else function
        case exp.Filter():
            return _argument(node)
        case exp.Exists() if isinstance(node.this, exp.Query):  # exists(array, lambda) is a function
            return exp.true()
        case exp.Except():
            return _left(node)
    return node


def _optional(node: exp.Expr) -> exp.Expr:
    match node:
        case exp.Nullif():
            return _argument(node)
        case exp.In() if node.args.get("query") is not None:
            return _argument(node)
        case exp.Intersect():
            return _left(node)
        case exp.Grouping() | exp.GroupingId():
            return _values([])
    return node


def _argument(node: exp.Expr) -> exp.Expr:
    argument: exp.Expr = node.this
    return argument


def _decoded(parts: list[exp.Expr]) -> list[exp.Expr]:
    pairs = parts[1:]
    results = pairs[1::2]
    return [*results, pairs[-1]] if len(pairs) % 2 else results


def _left(node: exp.SetOperation) -> exp.Expr:
    left: exp.Expr = node.this.unnest()
    if node.args.get("with_"):
        left.set("with_", node.args["with_"])
    return left


def _values(parts: Iterable[exp.Expr | None]) -> exp.Expr:
    return exp.Anonymous(this="values_of", expressions=[p for p in parts if p is not None])
