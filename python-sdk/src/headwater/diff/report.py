"""Formats a difference: as text, as Markdown, as JSON."""

from __future__ import annotations

import html
from itertools import groupby
from typing import TYPE_CHECKING, Any

from headwater._text import one_line
from headwater.diff.snapshot import ROWS

if TYPE_CHECKING:
    from headwater.diff.changes import Change, Difference
    from headwater.diff.snapshot import ColumnName

__all__ = ["as_json", "as_markdown", "as_text"]

_FENCE = "`````"
_MAX_NAMED = 5
"""Maximum number of affected columns that are listed."""
_PLURALS = {"certainty": "certainties"}
_DIFF_SIGNS = {"+": "+", "-": "-", "~": "!"}


def as_text(difference: Difference) -> str:
    """Return the counts, then the changes grouped by dataset."""
    lines = [_counts(difference)]
    for dataset, changes in groupby(difference.changes, key=lambda change: change.dataset):
        lines += ["", one_line(dataset) or "not seen"]
        lines += [f"  {change.sign} {_line(difference, change)}" for change in changes]
    return "\n".join(lines)


def as_markdown(difference: Difference) -> str:
    """Return a comment for a pull request, with one folded section for each dataset."""
    if not difference.changes:
        return "**Lineage** is the same."
    lines = [f"**Lineage**: {_counts(difference)}"]
    for dataset, of_dataset in groupby(difference.changes, key=lambda change: change.dataset):
        changes = list(of_dataset)
        title = _escaped(difference.label(dataset)) if dataset else "not seen"
        lost = " ⚠" if any(change.loses for change in changes) else ""
        counted = f"{len(changes)} changed{lost}"
        lines += ["", f"<details><summary><b><code>{title}</code></b>: {counted}</summary>", "", f"{_FENCE}diff"]
        lines += [f"{_DIFF_SIGNS[change.sign]} {_line(difference, change)}" for change in changes]
        lines += [_FENCE, "</details>"]
    return "\n".join(lines)


def as_json(difference: Difference) -> dict[str, Any]:
    """Return the counts and every change, with full names."""
    return {"counts": difference.counts(), "changes": [_object(change) for change in difference.changes]}


def _object(change: Change) -> dict[str, Any]:
    found: dict[str, Any] = {"sign": change.sign, "what": change.what, "loses": change.loses}
    if change.dataset:
        found |= {"dataset": change.dataset}
    if change.column:
        found |= {"column": change.column}
    if change.source:
        found |= {"source": _node(change.source)}
    texts = {"before": change.before, "after": change.after}
    return {
        **found,
        **{name: text for name, text in texts.items() if text},
        "reaches": [_node(node) for node in change.reaches],
    }


def _node(node: ColumnName) -> dict[str, str]:
    return {"dataset": node[0]} | ({"column": node[1]} if node[1] != ROWS else {})


def _counts(difference: Difference) -> str:
    return ", ".join(_signs(what, signs) for what, signs in difference.counts().items()) or "lineage is the same"


def _signs(what: str, signs: dict[Any, int]) -> str:
    return " ".join([_PLURALS.get(what, f"{what}s"), *(f"{sign}{count}" for sign, count in signs.items() if count)])


def _line(difference: Difference, change: Change) -> str:
    """Return a line that no name can end, so that no name begins the line that would close the fence."""
    return one_line(f"{_describe(difference, change)}{_describe_reach(difference, change)}")


def _describe(difference: Difference, change: Change) -> str:
    subject = change.column or ("rows" if change.what in {"source", "expression"} else "")
    source = _label(difference, change.source) if change.source else ""
    both = " -> ".join(text for text in (change.before, change.after) if text)
    return {
        "dataset": "the dataset",
        "column": f"column {subject} ({both})" if both else f"column {subject}",
        "type": f"column {subject}: {both}",
        "source": f"{subject} <- {source} ({both})",
        "certainty": f"{subject} <- nothing ({both})",
        "expression": f"{subject} = {both}",
        "input": f"reads {source}",
        "gap": both,
    }[change.what]


def _describe_reach(difference: Difference, change: Change) -> str:
    labels = [_label(difference, node) for node in change.reaches[:_MAX_NAMED]]
    more = len(change.reaches) - len(labels)
    return f"; reaches {', '.join(labels)}{f' and {more} more' if more else ''}" if labels else ""


def _label(difference: Difference, node: ColumnName) -> str:
    label = difference.label(node[0])
    return label if node[1] == ROWS else f"{label}.{node[1]}"


def _escaped(text: str) -> str:
    """Return a name as HTML; inside `code`, it neither links nor mentions anybody."""
    return html.escape(one_line(text)).replace("|", "&#124;")
