"""Compares two snapshots, dataset by dataset and column by column."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from headwater.diff.changes import Change, Difference
from headwater.diff.reach import Reach
from headwater.diff.snapshot import ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from headwater.diff.changes import Sign
    from headwater.diff.snapshot import ColumnName, Snapshot

__all__ = ["compare"]

_TEXT = r"'(?:\\.|[^'\\])*'"
_NAME = r"(?:\b[^\W\d]\w*|`[^`]*`)"
_QUALIFIED = re.compile(rf"{_TEXT}|(?P<qualifier>(?:{_NAME}\.)*)(?P<name>{_NAME})(?P<call>\(?)")
"""The name of a column with what stands before it, such as the alias of a table; and what looks like it: the names of
functions, and texts."""

_TERM = rf"(?:{_TEXT}|(?:`[^`]*`|\w+)(?:\.(?:`[^`]*`|\w+))*)"
_BETWEEN = rf"\bBETWEEN\s{_TERM}\sAND\s"
_EQUALITY = re.compile(
    rf"""(?P<before>^|\(|\b(?:ON|WHERE|HAVING|AND|OR|NOT|WHEN)\s)(?P<left>{_TERM})(?P<equals>\s*(?:<=>|=)\s*)
    (?P<right>{_TERM})(?=$|[),]|\s(?:AND|OR|THEN)\b) | {_BETWEEN} | {_TEXT}""",
    re.VERBOSE,
)
"""A condition that two columns or literals are equal; and what can look like it: texts, and the AND of BETWEEN."""


def compare(base: Snapshot, head: Snapshot) -> Difference:
    """Return the changes from ``base`` to ``head``.

    The sources of a new dataset or column are not listed again. Columns are compared if both sides have a schema, and
    types if both have them. An input is listed only if no column change names it.
    """
    comparison = _Comparison(base, head)
    changes = [
        change for name in sorted(base.columns.keys() | head.columns.keys()) for change in comparison.dataset(name)
    ]
    return Difference((*changes, *comparison.gaps()), base.labels | head.labels)


class _Comparison:
    def __init__(self, base: Snapshot, head: Snapshot) -> None:
        self.base, self.head = base, head
        self.before, self.after = Reach(base), Reach(head)
        self.with_sources = _by_dataset(node for side in (base, head) for node in side.sources)
        self.with_certainty = _by_dataset(node for side in (base, head) for node in side.certainty)

    def dataset(self, name: str) -> Iterator[Change]:
        if name not in self.base.columns:
            yield Change("+", "dataset", name)
        elif name not in self.head.columns:
            yield Change("-", "dataset", name, reaches=self.before.of((name, ROWS)))
        else:
            found = [*self._schema(name), *self._sources(name), *self._certainty(name)]
            yield from sorted(found, key=lambda change: (change.column, change.what, change.source or ("", "")))
            yield from self._inputs(name, {change.source[0] for change in found if change.source})

    def _schema(self, name: str) -> Iterator[Change]:
        before, after = self.base.columns[name], self.head.columns[name]
        for column in before.keys() | after.keys() if before and after else ():
            if column not in before:
                yield Change("+", "column", name, column, after=after[column])
            elif column not in after:
                yield Change("-", "column", name, column, before=before[column], reaches=self.before.of((name, column)))
            elif before[column] and after[column] and before[column] != after[column]:
                types, reaches = (before[column], after[column]), self.after.of((name, column))
                yield Change("~", "type", name, column, None, *types, reaches)

    def _sources(self, name: str) -> Iterator[Change]:
        one, other = self.base.columns[name], self.head.columns[name]
        no_sources: dict[ColumnName, set[str]] = {}
        for node in self.with_sources.get(name, ()):
            if one and other and (node[1] in one) != (node[1] in other):
                continue  # the column itself was added or removed
            before, after = (side.sources.get(node, no_sources) for side in (self.base, self.head))
            for source in before.keys() | after.keys():
                was, now = (", ".join(sorted(side.get(source, ()))) for side in (before, after))
                if was != now:
                    sign: Sign = "~" if was and now else "+" if now else "-"
                    yield Change(sign, "source", *node, source, was, now, self.after.of(node))
            if before == after:
                yield from self._expression(node)

    def _certainty(self, name: str) -> Iterator[Change]:
        """Yield the columns without sources of which it is more or less certain that they have none."""
        for node in self.with_certainty.get(name, ()):
            was, now = self.base.certainty_of(node), self.head.certainty_of(node)
            if was and now and was != now:
                yield Change("~", "certainty", *node, None, was, now, self.after.of(node))

    def _expression(self, node: ColumnName) -> Iterator[Change]:
        """Yield the change of an expression over the same columns, if both sides have it."""
        before, after = (
            {_unqualified(e): e for e in side.expressions.get(node, ())} for side in (self.base, self.head)
        )
        if before and after and before.keys() != after.keys():
            was, now = (
                "; ".join(sorted(one[key] for key in one.keys() - other.keys()))
                for one, other in ((before, after), (after, before))
            )
            yield Change("~", "expression", *node, None, was, now, self.after.of(node))

    def _inputs(self, name: str, named_sources: set[str]) -> Iterator[Change]:
        before, after = self.base.inputs.get(name, set()), self.head.inputs.get(name, set())
        for source in sorted((before ^ after) - named_sources):
            yield Change("+" if source in after else "-", "input", name, source=(source, ROWS))

    def gaps(self) -> Iterator[Change]:
        for gap in sorted(self.base.gaps ^ self.head.gaps):
            if gap in self.head.gaps:
                yield Change("+", "gap", "", after=gap)
            else:
                yield Change("-", "gap", "", before=gap)


def _by_dataset(nodes: Iterable[ColumnName]) -> dict[str, dict[ColumnName, None]]:
    """Return the columns by the names of their datasets, each once."""
    found: defaultdict[str, dict[ColumnName, None]] = defaultdict(dict)
    for node in nodes:
        found[node[0]][node] = None
    return found


def _unqualified(expression: str) -> str:
    """Return an expression without what does not change its value: the aliases of tables, and the order of ``a = b``.

    Aliases stay where they tell columns of one name apart.

    >>> _unqualified("upper(o.name) || 'a.b'"), _unqualified("nvl(o.name, c.name)")
    ("upper(name) || 'a.b'", 'nvl(o.name, c.name)')
    >>> _unqualified("JOIN ON o.id = 7 AND b = a"), _unqualified("x + b = a")
    ('JOIN ON 7 = id AND a = b', 'x + b = a')
    """
    # BETWEEN a + 1 AND: whether what follows this AND is a condition, is not seen
    is_unclear = "BETWEEN" in re.sub(_BETWEEN, "", expression).upper()
    if not _has_namesakes(expression if is_unclear else _EQUALITY.sub(_without_namesakes, expression)):
        expression = _without_qualifiers(expression)
    return expression if is_unclear else _EQUALITY.sub(_in_order, expression)


def _without_qualifiers(expression: str) -> str:
    return _QUALIFIED.sub(lambda found: found["name"] if _is_column(found) else found[0], expression)


def _is_column(found: re.Match[str]) -> bool:
    return found["name"] is not None and not found["call"]


def _has_namesakes(expression: str) -> bool:
    """Return whether columns of one name have different qualifiers."""
    qualifiers: dict[str, str] = {}
    found = filter(_is_column, _QUALIFIED.finditer(expression))
    return any(qualifiers.setdefault(each["name"], each["qualifier"]) != each["qualifier"] for each in found)


def _without_namesakes(found: re.Match[str]) -> str:
    """Leave an equality out whose sides have one name: it has no order."""
    if found["left"] is None or _without_qualifiers(found["left"]) != _without_qualifiers(found["right"]):
        return found[0]
    return found["before"]


def _in_order(found: re.Match[str]) -> str:
    if found["left"] is None:  # a text
        return found[0]
    return found["before"] + found["equals"].join(sorted((found["left"], found["right"])))
