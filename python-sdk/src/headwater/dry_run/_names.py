"""The names that a dataset of an event has for a user."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["last_part", "names_of"]


def names_of(dataset: Mapping[str, Any]) -> frozenset[str]:
    """Return the whole name, its last part, both of the table that is linked to it, and the name with its namespace."""
    names = {dataset["name"], last_part(dataset["name"]), f"{dataset['namespace']}/{dataset['name'].lstrip('/')}"}
    links = dataset.get("facets", {}).get("symlinks", {}).get("identifiers", ())
    return frozenset(names | {each["name"] for each in links} | {last_part(each["name"]) for each in links})


def last_part(name: str) -> str:
    """Return the part after the last slash or dot.

    >>> last_part("/warehouse/orders"), last_part("shop.sales.orders")
    ('orders', 'orders')
    """
    return re.split(r"[/.]", name.rstrip("/"))[-1]
