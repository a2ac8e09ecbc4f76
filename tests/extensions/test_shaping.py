"""Job namers, transformers, and extensions without which no event may be sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.e2e import events as ev
from tests.e2e.spark_submit import Job
from tests.extensions.conftest import Suite, acme
from tests.extensions.outcome import Outcome, errors, names, written

AWAY = "nowhere:filter"


def jobs(suite: Suite) -> list[Job]:
    shaped = suite.job("shaped", "plain", "shaper:team", "shaper:tagged", "shaper:stamped")
    required = [
        suite.job(
            "required-slow",
            "slow_host",
            "slow_import:renamed",
            startTimeoutMillis="500",
            required=acme("slow_import:renamed")[0],
        ),
        suite.job("required-away", "plain", required=AWAY),
        suite.job("required-fails", "refused", "shaper:strict", required=acme("shaper:strict")[0]),
    ]
    for job in required:
        job.conf["spark.openlineage.spool.dir"] = str(spool(suite, job.name))
    return [shaped, *required]


def spool(suite: Suite, name: str) -> Path:
    return suite.work / "spools" / name


def dead_letters(suite: Suite, name: str) -> list[dict[str, Any]]:
    files = spool(suite, name).glob("*/dead-letter.jsonl")
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def test_a_job_namer_names_the_jobs_of_runs_and_of_their_parents(
    outcomes: dict[str, Outcome],
) -> None:
    events = outcomes["shaped"].events
    assert {e["job"]["namespace"] for e in events} == {"acme-team"}
    assert all(e["job"]["name"].startswith("sales.") for e in events)
    parents = [e["run"]["facets"]["parent"] for e in events if not ev.is_application(e)]
    application = outcomes["shaped"].application()[0]["job"]["name"]
    assert parents
    for parent in parents:
        assert parent["job"] == {"namespace": "acme-team", "name": application}
        assert parent["root"]["job"] == parent["job"]
    assert all(len({e["job"]["name"] for e in run}) == 1 for run in ev.runs(events).values())


def test_transformers_change_events_one_after_the_other(outcomes: dict[str, Outcome]) -> None:
    for event in outcomes["shaped"].writing("/out"):
        facets = event["job"]["facets"]
        assert facets["acme_team"]["name"] == "sales"
        assert facets["acme_stamp"]["name"] == "SALES"
        assert errors([event]) == {}


def test_what_a_transformer_adds_is_redacted(outcomes: dict[str, Outcome]) -> None:
    text = json.dumps(outcomes["shaped"].events)
    assert "jdbc:acme://host/db" in text
    assert "hunter2" not in text


def test_an_event_whose_identity_a_transformer_changes_stays_as_it_was(
    outcomes: dict[str, Outcome],
) -> None:
    for event in outcomes["shaped"].application():
        assert event["job"]["facets"]["acme_team"]["name"] == "sales"
        assert "acme_stamp" not in event["job"]["facets"]
        assert "transform changed eventTime" in errors([event])["stamped"]


def test_events_wait_for_a_required_extension(outcomes: dict[str, Outcome]) -> None:
    outcome = outcomes["required-slow"]
    assert outcome.answer.error is None
    assert names(written(outcome.events)) == [("s3://lake", "early"), ("s3://lake", "late")]
    assert [e["eventType"] for e in outcome.application()] == ["START", "COMPLETE"]
    sequences = [e["run"]["facets"]["headwater_sequence"]["sequence"] for e in outcome.events]
    assert sorted(sequences) == [0, 0, 0, 1, 1, 1]
    assert any(
        "keeps events waiting: the required extension" in line
        for line in outcome.answer.agent_warnings
    )


def test_nothing_is_sent_without_a_required_extension(
    outcomes: dict[str, Outcome], suite: Suite
) -> None:
    outcome = outcomes["required-away"]
    assert outcome.answer.error is None
    assert outcome.events == []
    letters = dead_letters(suite, "required-away")
    assert [each["event"]["eventType"] for each in letters] == [
        "START",
        "START",
        "COMPLETE",
        "COMPLETE",
    ]
    assert {each["reason"] for each in letters} == {f"the required extension {AWAY} is not there"}
    assert any("4 were not accepted" in line for line in outcome.answer.log)


def test_only_the_event_for_which_a_required_extension_fails_is_set_aside(
    outcomes: dict[str, Outcome], suite: Suite
) -> None:
    outcome = outcomes["required-fails"]
    assert outcome.answer.error is None
    found = [name for _, name in names(written(outcome.events))]
    assert found == ["first", "last"]
    letters = dead_letters(suite, "required-fails")
    assert [o["name"].rpartition("/")[2] for each in letters for o in each["event"]["outputs"]] == [
        "refused",
        "refused",
    ]
    assert all("has failed: ValueError: acme cannot decide" in each["reason"] for each in letters)
