"""Compares facets of an event with the expected ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from headwater.dry_run import names_of

__all__ = ["ExpectedFacets", "compare_facets"]

ExpectedFacets: TypeAlias = Mapping[str, Mapping[str, Mapping[str, object] | None]]
"""By ``"run"``, ``"job"`` or the name of a dataset: the facets by name, with some of their fields, or ``None``."""


def compare_facets(event: Mapping[str, Any], expected: ExpectedFacets) -> list[str]:
    """Return one line for each facet that is missing, has other fields, or is there although ``None`` is expected.

    >>> event = {"run": {"facets": {"acme_cost": {"code": "A-17", "_producer": "…"}}}}
    >>> compare_facets(event, {"run": {"acme_cost": {"code": "A-17"}}})
    []
    >>> compare_facets(event, {"run": {"acme_cost": {"code": "B-2"}, "acme_tier": {}}})
    ["  run: acme_cost.code is 'A-17', not 'B-2'", '  run: there is no facet acme_tier; it has: acme_cost']
    """
    lines = []
    for place, facets in expected.items():
        there = _facets_of(event, place)
        if there is None:
            every = ", ".join(sorted({each["name"] for each in _datasets(event)}))
            lines.append(f"  {place}: the event has no such dataset; it has: {every or 'none'}")
        else:
            lines += [f"  {place}: {problem}" for name in facets for problem in _problems(there, name, facets[name])]
    return lines


def _problems(there: Mapping[str, Any], name: str, fields: Mapping[str, object] | None) -> Iterator[str]:
    facet = there.get(name)
    if fields is None:
        if facet is not None:
            yield f"there is a facet {name}, and none was expected"
    elif facet is None:
        yield f"there is no facet {name}; it has: {', '.join(there) or 'none'}"
    else:
        for key, value in fields.items():
            if key not in facet:
                yield f"{name} has no field {key}; it has: {', '.join(facet)}"
            elif facet[key] != value:
                yield f"{name}.{key} is {facet[key]!r:.200}, not {value!r:.200}"


def _facets_of(event: Mapping[str, Any], place: str) -> dict[str, Any] | None:
    """Return the facets of the run, of the job or of all datasets with this name; ``None`` if there is none."""
    if place in {"run", "job"}:
        return dict(event.get(place, {}).get("facets", {}))
    named = [each for each in _datasets(event) if place in names_of(each)]
    parts = [each.get(key, {}) for each in named for key in ("facets", "inputFacets", "outputFacets")]
    return {name: facet for part in parts for name, facet in part.items()} if named else None


def _datasets(event: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [*event.get("inputs", ()), *event.get("outputs", ())]
