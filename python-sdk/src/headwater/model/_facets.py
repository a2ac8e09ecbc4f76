"""Facets that the model does not know, as tables of text."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from headwater.model._graph import FacetTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["facet_tables"]

_MAX_ROWS = 50
_MAX_COLUMNS = 8
_MAX_LENGTH = 400


def facet_tables(facets: Mapping[str, Any], without: Iterable[str]) -> tuple[FacetTable, ...]:
    """Return a table for each facet, and for each list of objects in it.

    >>> facet_tables({"a": {"n": 1, "b": {"c": True}}, "x": {"x": [{"k": "1"}, {"v": 2}]}, "y": {}}, without=["y"])
    (FacetTable(name='a', columns=(), rows=(('n', '1'), ('b.c', 'true'))), \
FacetTable(name='x', columns=('k', 'v'), rows=(('1', ''), ('', '2'))))
    """
    hidden = set(without)
    return tuple(chain.from_iterable(_tables(name, facet) for name, facet in facets.items() if name not in hidden))


def _tables(name: str, facet: Mapping[str, Any]) -> Iterator[FacetTable]:
    leaves = list(_leaves({key: value for key, value in facet.items() if not key.startswith("_")}, ""))
    pairs: list[tuple[str, ...]] = [(path, _text(value)) for path, value in leaves if not _is_table(value)]
    if pairs:
        yield FacetTable(name, (), _bounded(pairs))
    for path, value in leaves:
        if _is_table(value):
            columns = tuple(dict.fromkeys(key for item in value for key in item))[:_MAX_COLUMNS]
            rows = [tuple(_text(item.get(key)) for key in columns) for item in value[: _MAX_ROWS + 1]]
            yield FacetTable(name if path == name else f"{name}.{path}", columns, _bounded(rows, len(value)))


def _leaves(value: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """Yield each value that is no object, with its path."""
    open_values: list[tuple[str, Any]] = [(path, value)]
    while open_values:
        at, found = open_values.pop()
        if isinstance(found, dict):
            open_values += [(f"{at}.{key}" if at else str(key), inner) for key, inner in reversed(found.items())]
        else:
            yield at, found


def _is_table(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) and item for item in value)


def _bounded(rows: list[tuple[str, ...]], count: int = 0) -> tuple[tuple[str, ...], ...]:
    left_out = max(count, len(rows)) - _MAX_ROWS
    if left_out <= 0:
        return tuple(rows)
    return (*rows[:_MAX_ROWS], (f"{left_out} more", *("" for _ in rows[0][1:])))


def _text(value: object) -> str:
    if isinstance(value, list):
        text = ", ".join(map(_text, value[:_MAX_ROWS]))
    elif isinstance(value, dict):
        text = ", ".join(f"{path}: {_text(inner)}" for path, inner in _leaves(value, ""))
    else:
        text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _MAX_LENGTH else f"{text[: _MAX_LENGTH - 1]}…"
