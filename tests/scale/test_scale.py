"""An application with much work: its results are the same, its delay is bounded, and each run has its own lineage and one end."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e import invariants
from tests.e2e.events import Event
from tests.scale.conftest import Outcome

# The agent shares the machine's cores with the application, so the application takes at most twice as long.
DELAY_SECONDS = 10.0
DELAY_FACTOR = 1.0
STOP_SECONDS = 30.0
INPUT_FIELDS = 100_000  # columnLineage.inputFieldLimit
EVENT_BYTES = 30_000_000


def ends(outcome: Outcome, kind: str) -> list[Event]:
    """The COMPLETE events of the runs of this type."""
    return [
        event
        for event in outcome.sent
        if event["eventType"] == "COMPLETE" and event["job"]["facets"]["jobType"]["jobType"] == kind
    ]


def written(outcome: Outcome, name: str) -> Event:
    """The event of the run that has written the folder."""
    (found,) = [
        event
        for event in ends(outcome, "SQL_JOB")
        if [Path(output["name"]).name for output in event["outputs"]] == [name]
    ]
    return found


def edges(event: Event) -> dict[str, list[str]]:
    """The input columns that each output column takes its value from, as `folder.column`."""
    fields = event["outputs"][0]["facets"]["columnLineage"]["fields"]
    return {
        name: sorted(f"{Path(i['name']).name}.{i['field']}" for i in field["inputFields"])
        for name, field in fields.items()
    }


def test_the_results_are_those_without_the_agent(outcome: Outcome) -> None:
    assert outcome.plain.error is None
    assert (outcome.ours.error, outcome.ours.value) == (None, outcome.plain.value)


def test_the_delay_is_bounded(outcome: Outcome) -> None:
    delay = outcome.ours.seconds - outcome.plain.seconds
    assert delay < DELAY_SECONDS + DELAY_FACTOR * outcome.plain.seconds
    assert outcome.ours.stop - outcome.plain.stop < STOP_SECONDS


def test_each_run_has_one_start_and_one_end(outcome: Outcome) -> None:
    assert invariants.problems(outcome.sent) == []
    assert {event["eventType"] for event in outcome.sent} == {"START", "COMPLETE"}
    assert outcome.ours.agent_warnings == []


def test_queries_of_many_threads_are_kept_apart(outcome: Outcome) -> None:
    for query in range(outcome.sizes["queries"]):
        event = written(outcome, f"query{query}")
        assert [Path(i["name"]).name for i in event["inputs"]] == ["source"]
        assert edges(event) == {f"c{query}": ["source.n", "source.part"]}


def test_each_rdd_job_is_a_run(outcome: Outcome) -> None:
    found = [[Path(i["name"]).name for i in event["inputs"]] for event in ends(outcome, "RDD_JOB")]
    assert found == [["lines"]] * outcome.sizes["jobs"]


def test_a_table_with_many_partitions_is_one_dataset(outcome: Outcome) -> None:
    event = written(outcome, "copied")
    (source,) = event["inputs"]
    assert source["inputFacets"]["inputStatistics"]["rowCount"] == outcome.sizes["partitions"]
    assert edges(event) == {"thrice": ["partitioned.part", "partitioned.twice"]}


def test_each_of_many_columns_has_its_own_source(outcome: Outcome) -> None:
    number = outcome.sizes["columns"]
    assert edges(written(outcome, "changed")) == {f"c{n}": [f"wide.c{n}"] for n in range(number)}


def test_columns_of_user_code_are_bounded_and_the_event_says_how_many_are_left_out(
    outcome: Outcome,
) -> None:
    number = outcome.sizes["code"]
    event = written(outcome, "code")
    facet = event["outputs"][0]["facets"]["columnLineage"]
    counts = [len(field["inputFields"]) for field in facet["fields"].values()]
    complete = min(number, (INPUT_FIELDS - number) // number)
    assert counts == [number] * complete + [0] * (number - complete)
    assert len(facet["dataset"]) == number
    reasons = [
        gap["reason"] for gap in event["run"]["facets"]["headwater_coverage"].get("gaps", [])
    ]
    expected = f"the inputs of {number - complete} columns are left out"
    assert any(reason.startswith(expected) for reason in reasons) == (complete < number)
    assert len(json.dumps(event)) < EVENT_BYTES


def test_an_rdd_over_many_partitions_has_the_columns_of_the_table_once(outcome: Outcome) -> None:
    event = written(outcome, "of_rdd")
    assert [Path(i["name"]).name for i in event["inputs"]] == ["partitioned"]
    columns = ["partitioned.part", "partitioned.twice"]
    assert edges(event) == {"twice": columns, "part": columns}
