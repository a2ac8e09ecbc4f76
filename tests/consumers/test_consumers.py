"""After every single event, in every order that delivery allows, a consumer shows no less than before; at the end it shows all that it can."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from tests.consumers.conftest import ApplicationEvents
from tests.consumers.datahub import PUBLISHED, DataHub, RefusedError
from tests.consumers.datahub_split import SplitDataHub
from tests.consumers.gaps import gaps, known_failures, unexplained
from tests.consumers.losses import Consumer, deliver
from tests.consumers.marquez import Marquez, job_name
from tests.consumers.openmetadata import consumer as openmetadata
from tests.consumers.orders import ORDERS
from tests.e2e.events import Event, runs, stream_of

STRICT = ("as sent", "only starts, later all", "last run first")


@pytest.fixture(scope="module")
def sources() -> Callable[[ApplicationEvents], Consumer]:
    """OpenMetadata; its source reads each application once."""
    made: dict[str, dict[int, openmetadata.Result]] = {}

    def of(application: ApplicationEvents) -> Consumer:
        if application.name not in made:
            made[application.name] = openmetadata.results(application.events)
        return openmetadata.OpenMetadata(application.events, made[application.name])

    return of


MODELS: dict[str, type[Marquez | DataHub]] = {m.name: m for m in (Marquez, DataHub, SplitDataHub)}


@pytest.fixture(params=[*MODELS, "OpenMetadata"])
def new_for(request: pytest.FixtureRequest) -> Callable[[ApplicationEvents], Consumer]:
    """Makes a consumer of the events of an application. It has received nothing yet."""
    if request.param == "OpenMetadata":
        of: Callable[[ApplicationEvents], Consumer] = request.getfixturevalue("sources")
        return of
    return lambda _: MODELS[request.param]()


@pytest.fixture
def new(
    new_for: Callable[[ApplicationEvents], Consumer], application: ApplicationEvents
) -> Callable[[], Consumer]:
    return partial(new_for, application)


def problems(consumer: Consumer, order: list[Event]) -> list[str]:
    """The facts that were shown and then not, and those that are missing at the end, but for the gaps."""
    losses = deliver(consumer, order)
    missing = sorted(fact for fact in losses.missing if fact[0] not in gaps(consumer.name))
    return losses.lost + [f"at the end: {' | '.join(fact)}" for fact in missing]


@pytest.mark.parametrize("order", ORDERS)
def test_no_event_takes_away_and_at_the_end_all_is_shown(
    new: Callable[[], Consumer], application: ApplicationEvents, order: str
) -> None:
    consumer = new()
    found = problems(consumer, ORDERS[order](application.events))
    assert unexplained(consumer.name, found) == []


def test_one_run_alone_shows_all_that_it_says(
    new: Callable[[], Consumer], application: ApplicationEvents
) -> None:
    """The last run that a consumer gets may be any: a renamed column has its old name in the input, and its new one in the output."""
    for run in runs(application.events).values():
        consumer = new()
        assert unexplained(consumer.name, problems(consumer, run)) == []


def test_each_gap_is_one(new: Callable[[], Consumer], application: ApplicationEvents) -> None:
    """A row of gaps.tsv whose kind the consumer does show is not true any more."""
    consumer = new()
    deliver(consumer, application.events)
    visible = {fact[0] for fact in consumer.visible()}
    assert gaps(consumer.name) & visible == set()


def test_each_known_failure_of_the_warehouse_is_one(
    new_for: Callable[[ApplicationEvents], Consumer], warehouse: ApplicationEvents
) -> None:
    """A row of open.tsv that explains nothing any more must go."""
    chosen = [ORDERS[name](warehouse.events) for name in STRICT]
    lines = [line for order in chosen for line in problems(new_for(warehouse), order)]
    known = known_failures(new_for(warehouse).name)
    assert [row for row in known if not any(row.explains(line) for line in lines)] == []


def test_marquez_names_jobs_as_with_the_published_agent(warehouse: ApplicationEvents) -> None:
    """The published agent's parent is the application, also inside `foreachBatch`; its name of this MERGE is the same."""
    of_batches = {job_name(e) for e in warehouse.events if stream_of(e)}
    assert of_batches == {"warehouse.execute_merge_into_command.live"}
    for event in warehouse.events:
        assert job_name(event) == event["job"]["name"]


def test_datahub_needs_its_orchestrator_or_another_producer(warehouse: ApplicationEvents) -> None:
    """The agent's own producer is a URN, from which DataHub takes no orchestrator: docs/backends.md has both remedies."""
    event = next(e for e in warehouse.events if "parent" in e["run"]["facets"])
    with pytest.raises(RefusedError, match="Unable to determine orchestrator: urn:"):
        DataHub(orchestrator="").take(event)
    DataHub(orchestrator="spark").take(event)
    parent = event["run"]["facets"]["parent"] | {"_producer": PUBLISHED}
    run = event["run"] | {"facets": {"parent": parent}}
    DataHub(orchestrator="").take(event | {"run": run})


def test_openmetadata_keeps_each_edge_with_the_fields_of_structs(
    elements: ApplicationEvents,
) -> None:
    """With nested names, it refuses the edges of tables that have parts of arrays and maps: gaps.tsv."""
    results = openmetadata.results(elements.events)
    consumer = openmetadata.OpenMetadata(elements.events, results)
    assert deliver(consumer, elements.events).lost == []
    assert consumer.refused == set()
    edges = {(fact[2], fact[4]) for fact in consumer.visible() if fact[0] == "edge"}
    assert {("city", "address.city"), ("tag", "tags"), ("k", "attrs"), ("sku", "items")} <= edges
    assert {("items", "items"), ("address", "address")} <= edges
