"""Rules for every event that this session has written. These tests run last."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import events, invariants
from tests.e2e.schema import SPEC, Schemas
from tests.extensions.conftest import Suite


@pytest.fixture(scope="module")
def files(suite: Suite) -> list[Path]:
    found = sorted(f for f in suite.work.rglob("*.jsonl") if f.name != "dead-letter.jsonl")
    assert found, f"no event file below {suite.work}: run the other tests of this folder, too"
    return found


def test_every_event_is_valid_by_the_schemas_that_it_names(files: list[Path]) -> None:
    schemas = Schemas(SPEC)
    problems = {f"{f}: {p}" for f in files for e in events.read(f) for p in schemas.problems(e)}
    assert problems == set()


def test_runs_are_whole_whatever_extensions_do(files: list[Path]) -> None:
    """Except for the driver that was killed."""
    problems = {
        f"{f}: {problem}"
        for f in files
        for run, group in events.runs(events.read(f)).items()
        for problem in invariants.run_problems(run, group)
        if f.parent.name != "killed"
    }
    assert problems == set()


def test_every_edge_refers_to_a_field_that_the_event_describes(files: list[Path]) -> None:
    assert {p for f in files for p in invariants.undescribed(events.read(f))} == set()


def test_facets_name_the_agent_or_the_sdk_as_their_producer(files: list[Path]) -> None:
    named = {p.partition(": ")[2] for f in files for p in invariants.producers(events.read(f))}
    assert named == set()
