"""Rules for every event that this session has written. These tests run last."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import events, invariants, openlineage_python
from tests.e2e.conftest import Suite
from tests.e2e.schema import SPEC, Schemas

DEAD_LETTERS = "dead-letter.jsonl"  # contains rejected events with the reason, not plain events


@pytest.fixture(scope="module")
def files(suite: Suite) -> list[Path]:
    found = sorted(f for f in suite.work.rglob("*.jsonl") if f.name != DEAD_LETTERS)
    assert found, f"no event file below {suite.work}: run the other tests of this folder, too"
    return found


@pytest.mark.row("life.sql", "facet.run.parent")
def test_every_run_has_one_start_one_end_a_parent_and_one_producer(files: list[Path]) -> None:
    problems = {str(f): invariants.problems(events.read(f)) for f in files}
    assert {name: found for name, found in problems.items() if found} == {}


@pytest.mark.row("beyond.wire")
def test_every_event_is_valid_by_the_schemas_that_it_names(files: list[Path]) -> None:
    schemas = Schemas(SPEC)
    problems = {f"{f}: {p}" for f in files for e in events.read(f) for p in schemas.problems(e)}
    assert problems == set()


def test_every_event_round_trips_through_openlineage_python(files: list[Path]) -> None:
    for file in files:
        for event in events.read(file):
            before, after = openlineage_python.round_trip(event)
            assert after == before, file


def test_no_run_is_in_two_files(files: list[Path]) -> None:
    """Consecutive contexts in one JVM have no common run ids."""
    ids = [run for file in files for run in events.runs(events.read(file))]
    assert len(ids) == len(set(ids))
