"""Rules for every event of the jobs that read and write services."""

from __future__ import annotations

import pytest

from tests.e2e import events, invariants
from tests.services.conftest import Outcome


@pytest.mark.row("columns.described")
def test_every_edge_refers_to_a_field_that_the_event_describes(
    outcomes: dict[str, Outcome],
) -> None:
    problems = {
        name: invariants.undescribed(events.read(outcome.folder / "events.jsonl"))
        for name, outcome in outcomes.items()
    }
    assert {name: found for name, found in problems.items() if found} == {}
