"""What OpenMetadata's HTTP endpoint makes of the warehouse's events."""

from __future__ import annotations

import pytest

from tests.consumers import facts
from tests.consumers.conftest import ApplicationEvents
from tests.consumers.facts import Fact
from tests.consumers.openmetadata import consumer
from tests.consumers.openmetadata.server import BAD_REQUEST, OpenMetadataServer
from tests.e2e.events import Event


@pytest.fixture(scope="module")
def made(warehouse: ApplicationEvents) -> dict[int, consumer.Result]:
    return consumer.results(warehouse.events)


def test_only_complete_is_read_unless_the_filter_has_others(
    warehouse: ApplicationEvents, made: dict[int, consumer.Result]
) -> None:
    """A stream that is stopped, or runs, has RUNNING events only."""
    running = [e for e in warehouse.events if e["eventType"] == "RUNNING"]
    assert running
    assert visible_after(OpenMetadataServer(warehouse.events, made), running) == set()
    both = ("RUNNING", "COMPLETE")
    assert visible_after(OpenMetadataServer(warehouse.events, made, both), running)


def test_an_event_without_a_table_is_a_bad_request(
    warehouse: ApplicationEvents, made: dict[int, consumer.Result]
) -> None:
    """The agent keeps each such event as a dead letter."""
    server = OpenMetadataServer(warehouse.events, made)
    refused = [e for e in warehouse.events if server.answer(e) == BAD_REQUEST]
    assert refused
    assert {e["eventType"] for e in refused} == {"COMPLETE"}
    symlinks = [facts.facet(d, "symlinks") for e in refused for d in facts.datasets(e)]
    assert not any(symlinks), "with a table, the event is taken"


def test_over_http_the_server_shows_the_edges_of_the_source(
    warehouse: ApplicationEvents, made: dict[int, consumer.Result]
) -> None:
    source = consumer.OpenMetadata(warehouse.events, made)
    complete = [e for e in warehouse.events if e["eventType"] == "COMPLETE"]
    found = visible_after(OpenMetadataServer(warehouse.events, made), warehouse.events)
    assert found == visible_after(source, complete)
    assert found


def visible_after(model: consumer.OpenMetadata, events: list[Event]) -> set[Fact]:
    for event in events:
        model.take(event)
    return model.visible()
