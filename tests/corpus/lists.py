"""Reads the committed lists of this folder: tables of reasons, with tabs between their columns."""

from __future__ import annotations

from collections.abc import Sequence


def rows(text: str, name: str, columns: Sequence[str]) -> list[list[str]]:
    """The rows below the heading.

    Raises ValueError, with the name of the list, if a row has an empty column, too few or too many.
    """
    found = [row.split("\t") for row in text.splitlines()[1:] if row]
    for row in found:
        if len(row) != len(columns) or not all(row):
            raise ValueError(
                f"{name}: a row has {', '.join(columns)}, all of them filled, not {row}"
            )
    return found
