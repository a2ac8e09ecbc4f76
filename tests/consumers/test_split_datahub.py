"""What DataHub's split converter makes of the warehouse's events, and that the remedies of docs/backends.md help."""

from __future__ import annotations

import re
from typing import Any

from tests.consumers.conftest import ApplicationEvents
from tests.consumers.datahub import FAILURE, PUBLISHED, DataHub
from tests.consumers.datahub_split import ASPECTS, Settings, SplitDataHub
from tests.consumers.facts import Fact
from tests.e2e.events import Event
from tests.e2e.lines import ROOT

PAGE = (ROOT / "docs" / "backends.md").read_text(encoding="utf-8")
CATALOG = PAGE.split("### A catalog that DataHub's connectors ingest\n")[1].split("\n##")[0]
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \|", re.MULTILINE)
DISABLED = re.compile(r"^spark\.openlineage\.facets\.(\w+)\.disabled +true$", re.MULTILINE)
SETTING = re.compile(r"^DATAHUB_OPENLINEAGE_(\w+)=(true|false)$", re.MULTILINE)


def test_the_split_datahub_draws_edges_of_nested_fields(warehouse: ApplicationEvents) -> None:
    before, split = DataHub(), SplitDataHub()
    for event in warehouse.events:
        before.take(event)
        split.take(event)
    added = {fact[4] for fact in split.visible() - before.visible() if fact[0] == "nested edge"}
    assert {"address.city", "items._element.sku"} <= added


def test_the_split_datahub_has_no_parent_without_a_known_producer(
    warehouse: ApplicationEvents,
) -> None:
    """No error tells it: the parents of all jobs are of another orchestrator than the application is."""
    event = next(e for e in warehouse.events if "parent" in e["run"]["facets"])
    parent = event["run"]["facets"]["parent"]
    assert orchestrators(event, parent) == {"unknown"}
    assert orchestrators(event, parent, setting="spark") == {"spark"}
    own = "https://github.com/someone/headwater/1.0/spark"
    assert orchestrators(event, parent | {"_producer": own}) == {"unknown"}
    assert orchestrators(event, parent | {"_producer": PUBLISHED}) == {"spark"}


def orchestrators(event: Event, parent: dict[str, Any], setting: str = "") -> set[str]:
    datahub = SplitDataHub(Settings(orchestrator=setting))
    datahub.take(event | {"run": event["run"] | {"facets": {"parent": parent}}})
    return datahub.parents


def test_the_page_lists_the_aspects_that_an_event_replaces() -> None:
    listed = {
        aspect: set(re.findall(r"`(\w+)`", made_of)) for aspect, made_of in ROW.findall(CATALOG)
    }
    assert listed == {aspect: set(names) for aspect, names in ASPECTS.items()}


def test_an_event_replaces_all_aspects_but_owners_and_tags(warehouse: ApplicationEvents) -> None:
    as_sent = SplitDataHub()
    for event in warehouse.events:
        as_sent.take(event)
    replaced = {aspect for aspect, urns in as_sent.overwritten.items() if urns}
    assert replaced == set(ASPECTS) - {"ownership", "globalTags"}


def test_no_aspect_is_replaced_with_the_settings_of_the_page(warehouse: ApplicationEvents) -> None:
    datahub = remedied(warehouse)
    assert {aspect: urns for aspect, urns in datahub.overwritten.items() if urns} == {}


def test_the_edges_are_drawn_between_fields_of_the_connectors(warehouse: ApplicationEvents) -> None:
    """With the settings of the page, the schemas are those that a connector has ingested."""
    as_sent, datahub = SplitDataHub(), remedied(warehouse)
    for event in warehouse.events:
        as_sent.take(event)
    assert edges(as_sent)
    assert edges(datahub) == set()
    datahub.schemas, datahub.nested = as_sent.schemas, as_sent.nested
    assert edges(datahub) == edges(as_sent)


def test_extraction_errors_make_a_successful_run_a_failed_one(warehouse: ApplicationEvents) -> None:
    """By default no event has the facet: a run with a gap has the state that it had."""
    gap = next(e for e in warehouse.events if e["eventType"] == "COMPLETE" and gaps(e))
    assert all("extractionError" not in run_facets(e) for e in warehouse.events)
    facet = {
        "totalTasks": 1,
        "failedTasks": 1,
        "errors": [{"errorMessage": gaps(gap)[0]["reason"]}],
    }
    failed = run_facets(gap) | {"extractionError": facet}
    assert state(gap) == "SUCCESS"
    assert state(gap | {"run": gap["run"] | {"facets": failed}}) == FAILURE


def test_the_job_of_an_application_loses_the_edges_of_datahubs_own_agent(
    warehouse: ApplicationEvents,
) -> None:
    """That agent has one job for each application; ours has a job of the same name, and one for each statement."""
    application = next(e for e in warehouse.events if "parent" not in run_facets(e))
    statement = next(e for e in warehouse.events if drawn(e))
    datahub = SplitDataHub()
    datahub.take(statement | {"job": application["job"]})
    assert edges(datahub)
    datahub.take(application)
    assert edges(datahub) == set()


def drawn(event: Event) -> set[Fact]:
    datahub = SplitDataHub()
    datahub.take(event)
    return edges(datahub)


def state(event: Event) -> str:
    datahub = SplitDataHub()
    datahub.take(event)
    return datahub.states[event["run"]["runId"]]


def run_facets(event: Event) -> dict[str, Any]:
    found: dict[str, Any] = event["run"].get("facets", {})
    return found


def gaps(event: Event) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run_facets(event).get("headwater_coverage", {}).get("gaps", [])
    return found


def edges(datahub: SplitDataHub) -> set[Fact]:
    return {fact for fact in datahub.visible() if fact[0] in ("edge", "nested edge")}


def remedied(application: ApplicationEvents) -> SplitDataHub:
    """DataHub after all events, if agent and server have the settings of the page."""
    settings = {name.lower(): value == "true" for name, value in SETTING.findall(CATALOG)}
    datahub = SplitDataHub(Settings(**settings))
    disabled = DISABLED.findall(CATALOG)
    for event in application.events:
        datahub.take(without(event, *disabled))
    return datahub


def without(event: Event, *names: str) -> Event:
    """The event if the facets of datasets with these names are disabled."""
    changed = dict(event)
    for side in ("inputs", "outputs"):
        changed[side] = [
            d | {"facets": {k: v for k, v in d.get("facets", {}).items() if k not in names}}
            for d in event[side]
        ]
    return changed
