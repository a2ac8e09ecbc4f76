"""Both applications ran to their end, with enough events for the other tests."""

from __future__ import annotations

from tests.consumers.conftest import ApplicationEvents
from tests.e2e import events


def test_the_warehouse_has_sixty_jobs_and_more(warehouse: ApplicationEvents) -> None:
    jobs = {(e["job"]["namespace"], e["job"]["name"]) for e in warehouse.events}
    runs = events.runs(warehouse.events)
    assert len(jobs) >= 60
    assert len(runs) > len(jobs), "some jobs ran twice"


def test_the_demo_has_all_its_stages(demo: ApplicationEvents) -> None:
    outputs = {d["name"].rpartition("/")[2] for e in demo.events for d in e["outputs"]}
    assert {"region", "tpch_q22", "nation_report"} <= outputs
