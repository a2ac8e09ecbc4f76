"""The sizes of facets in an event file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any


def by_facet(lines: Iterable[str]) -> Counter[str]:
    """Bytes by facet, such as `outputs.columnLineage`; `(the rest)` is everything outside of facets."""
    found: Counter[str] = Counter()
    total = 0
    for line in lines:
        total += len(line.encode())
        event = json.loads(line)
        for place, holder in holders(event):
            for kind in ("facets", "inputFacets", "outputFacets"):
                for name, facet in (holder.get(kind) or {}).items():
                    found[f"{place}.{name}"] += size(name, facet)
    found["(the rest)"] = total - found.total()
    return found


def holders(event: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The objects of an event that can have facets, with their location."""
    datasets = [(kind, each) for kind in ("inputs", "outputs") for each in event.get(kind) or ()]
    return [("run", event["run"]), ("job", event["job"]), *datasets]


def size(name: str, facet: object) -> int:
    """The bytes of a facet and its name as compact JSON."""
    text = json.dumps({name: facet}, separators=(",", ":"), ensure_ascii=False)
    return len(text.encode()) - 1  # minus two braces, plus one comma
