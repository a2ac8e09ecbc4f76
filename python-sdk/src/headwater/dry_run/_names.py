"""The names that a dataset of an event has for a user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater._text import last_part

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["names_of"]


def names_of(dataset: Mapping[str, Any]) -> frozenset[str]:
    """Return the whole name, its last part, both of the table that is linked to it, and the name with its namespace."""
    names = {dataset["name"], *_last_parts(dataset["name"]), f"{dataset['namespace']}/{dataset['name'].lstrip('/')}"}
    links = dataset.get("facets", {}).get("symlinks", {}).get("identifiers", ())
    return frozenset(names | {name for each in links for name in (each["name"], *_last_parts(each["name"]))})


def _last_parts(name: str) -> tuple[str, str]:
    """Return the last part of a name, also without what is before a dot in a path."""
    last = last_part(name)
    return last, last.rpartition(".")[2]
