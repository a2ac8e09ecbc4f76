"""Compares the outcomes of the same statements in two processes."""

from __future__ import annotations

from collections.abc import Mapping

from tests.corpus import explained, known
from tests.corpus.explained import Difference
from tests.corpus.processes import Found, Place

COMPARED = ("schema", "rows", "digest", "error")


def different(one: Mapping[Place, Found], other: Mapping[Place, Found]) -> list[Place]:
    """The statements whose schema, rows or error differ, or that only one process has reached."""
    places = sorted(one.keys() | other.keys())
    return [p for p in places if result(one.get(p, {})) != result(other.get(p, {}))]


def result(found: Found) -> list[object]:
    return [found.get(key) for key in COMPARED]


def differences(
    without: Mapping[Place, Found], with_agent: Mapping[Place, Found], again: Mapping[Place, Found]
) -> list[Difference]:
    """The differences that the agent has made: those where two processes without it agree."""
    return [
        difference(place, without, with_agent)
        for place in different(without, with_agent)
        if result(without.get(place, {})) == result(again.get(place, {}))
    ]


def difference(
    place: Place, without: Mapping[Place, Found], with_agent: Mapping[Place, Found]
) -> Difference:
    file, at = place
    sql = {**with_agent, **without}[place]["sql"]
    details = f"#{at}, without the agent {described(without, place)}, with it {described(with_agent, place)}"
    return Difference(explained.RESULT, known.identity(file, sql), sql, details)


def described(outcomes: Mapping[Place, Found], place: Place) -> str:
    found = outcomes.get(place, {})
    return str(found.get("error") or [found.get("schema"), found.get("rows"), found.get("first")])
