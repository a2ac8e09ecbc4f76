"""DIRECT as this project defines it, applied to a SQL tree before sqlglot reads the lineage from it.

A column is DIRECT where its value can end in the output: arguments, branches, aggregates. What only decides
*which* value or row comes out is INDIRECT: CASE and IF predicates, window partitions and orders, FILTER clauses,
EXISTS, the right side of EXCEPT, and arguments that choose elements: indexes, keys, orderings, lambdas of `filter`.
The keys of a map choose the value that a look-up finds. Where both readings can be defended (`OPTIONAL`) a report
may say either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

if TYPE_CHECKING:
    from collections.abc import Iterable

CHOSEN_FROM_FIRST = (
    exp.ArgMax,
    exp.ArgMin,
    exp.ArrayExcept,
    exp.ArrayFilter,
    exp.ArrayRemove,
    exp.ArraySlice,
    exp.Bracket,
    exp.Filter,
    exp.JSONExtractScalar,
)
CHOSEN_FROM_FIRST_BY_NAME = ("array_repeat", "get", "map_filter", "try_element_at")
ROW_NUMBERING = (exp.RowNumber, exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist, exp.Ntile)


def prune(tree: exp.Expr, *, keep_optional: bool) -> exp.Expr:
    """A copy of the tree whose lineage contains DIRECT dependencies only."""
    return tree.copy().transform(lambda node: _direct(node, keep_optional=keep_optional), copy=False)


def _direct(node: exp.Expr, *, keep_optional: bool) -> exp.Expr:
    """A node's values, in which the same is applied again: `transform` does not visit what it has replaced."""
    replaced = _conditions(node)
    if replaced is node and not keep_optional:
        replaced = _optional(node)
    if replaced is node:
        return node
    return replaced.transform(lambda inner: _direct(inner, keep_optional=keep_optional), copy=False)


def _conditions(node: exp.Expr) -> exp.Expr:
    match node:
        case exp.Bracket() if isinstance(node.this, exp.VarMap):
            return _values([node.this.args["values"]])
        case exp.Elt():
            return _values(node.expressions)
        case exp.Typeof():
            return _values([])
        case exp.Anonymous() if node.name.lower() in CHOSEN_FROM_FIRST_BY_NAME:
            return _values(node.expressions[:1])
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
        case exp.Exists() if isinstance(node.this, exp.Query):  # exists(array, lambda) is a function
            return exp.true()
        case exp.Except():
            return _left(node)
    return _argument(node) if isinstance(node, CHOSEN_FROM_FIRST) else node


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
