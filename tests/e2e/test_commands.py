"""A command is told once, whatever is done with the DataFrame that it returns.

`spark.sql("INSERT …")` runs the command. An action on its DataFrame, and each statement of a JDBC client, starts a
second query, which only returns the result of the command.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e import events
from tests.e2e.case import CASES
from tests.e2e.conftest import Suite
from tests.e2e.events import Event
from tests.e2e.normalise import Normaliser
from tests.e2e.spark_submit import Job, JobResult, file_transport

JOB = CASES.parent / "jobs" / "commands.py"
WAYS = ("plain", "collect", "show", "thrift")


@pytest.fixture(scope="module")
def ways(request: pytest.FixtureRequest, suite: Suite) -> dict[str, JobResult]:
    """Every command of the cases, in one application for each way whose test is selected."""
    chosen = {
        item.callspec.params.get("way")
        for item in request.session.items
        if hasattr(item, "callspec")
    }
    jobs = [
        Job(
            name=way,
            script=JOB,
            folder=suite.paths("commands", way).own,
            conf=file_transport(suite.paths("commands", way).events)
            | {
                "spark.test.way": way,
                "spark.test.cases": str(CASES),
                "spark.openlineage.appName": "commands",
                "spark.openlineage.facets.ownership.disabled": "true",  # another user over JDBC
            },
            hive=True,
            wait_for_events=True,
        )
        for way in WAYS
        if way in chosen | {"plain"}
    ]
    return suite.run("commands", jobs)


def runs_with_outputs(found: list[Event], normaliser: Normaliser) -> list[Any]:
    """The terminal events of the runs that write, without the facets of the application."""
    return [
        [event["eventType"], event["job"]["name"], *map(normaliser.value, datasets(event))]
        for group in events.runs(found).values()
        if any(event["outputs"] for event in group)
        for event in group[-1:]
    ]


def datasets(event: Event) -> tuple[Any, Any, Any]:
    return event["job"]["facets"].get("sql"), event["inputs"], event["outputs"]


@pytest.mark.row("life.command-result")
@pytest.mark.parametrize("way", WAYS[1:])
def test_a_command_is_told_once(way: str, suite: Suite, ways: dict[str, JobResult]) -> None:
    events_by_way = {}
    for name in ("plain", way):
        assert ways[name].error is None
        paths = suite.paths("commands", name)
        found = events.read(paths.events)
        events_by_way[name] = runs_with_outputs(found, Normaliser(paths, suite.line.version))
        assert not [e for e in found if "command_result" in e["job"]["name"]]
    assert ways[way].value == ways["plain"].value  # each statement succeeded or failed alike
    assert len(events_by_way["plain"]) > 100
    assert events_by_way[way] == events_by_way["plain"]
