"""Extensions receive no secret and can read only a plan's arguments; the gateway's token occurs nowhere."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.spark_submit import Job
from tests.extensions.canary import PASSWORD
from tests.extensions.conftest import Suite
from tests.extensions.outcome import Outcome, errors

METHODS = (
    "class.name",
    "class.classLoader",
    "getClass",
    "toString",
    "hashCode",
    "output.0.getClass",
    "verboseString",
)


@pytest.fixture
def outcome(outcomes: dict[str, Outcome]) -> Outcome:
    return outcomes["secrets"]


def jobs(suite: Suite) -> list[Job]:
    extensions = ("recorder:Nodes", "recorder:Subjects", "recorder:Process")
    job = suite.job("secrets", "secrets", *extensions, timeoutMillis="20000")
    job.conf["spark.my.password"] = PASSWORD
    job.conf["spark.openlineage.capturedProperties"] = "spark.app.name,spark.my.password"
    return [job]


def recorded(suite: Suite, kind: str) -> list[dict[str, Any]]:
    file = suite.work / "recorded" / f"{kind}.json"
    return [json.loads(row) for row in file.read_text().splitlines()]


def test_the_recorder_has_seen_everything(outcome: Outcome, suite: Suite) -> None:
    assert outcome.value
    assert errors(outcome.events) == {}
    seen = {each["node"] for each in recorded(suite, "nodes")}
    assert {"Range", "SaveIntoDataSourceCommand", "LogicalRelation"} <= seen
    assert any("password" in json.dumps(each) for each in recorded(suite, "nodes"))
    assert any("jdbc:postgresql://" in str(each["sql"]) for each in recorded(suite, "events"))
    assert any(
        "description" in each and each["description"] for each in recorded(suite, "subjects")
    )
    assert any("task_metrics" in each for each in recorded(suite, "subjects"))
    assert recorded(suite, "live")


def test_a_canary_is_in_nothing_that_an_extension_sees(outcome: Outcome, suite: Suite) -> None:
    assert outcome.value
    files = sorted((suite.work / "recorded").glob("*.json"))
    assert len(files) >= 5
    assert [rows(file) for file in files if PASSWORD in file.read_text()] == []


def rows(file: Path) -> list[str]:
    """The text around each occurrence of the secret."""
    parts = file.read_text().split(PASSWORD)
    return [f"{file.name}: …{part[-200:]}" for part in parts[:3]]


def test_no_method_can_be_called_by_a_path(outcome: Outcome, suite: Suite) -> None:
    assert outcome.value
    answered = {each["path"] for each in recorded(suite, "live")}
    assert answered.isdisjoint(METHODS), answered
    assert set(METHODS) <= {each["path"] for each in recorded(suite, "refused")}
    assert not any(path.endswith(("toString", "sqlContext")) for path in answered)


def test_the_gateways_secret_is_in_no_setting_environment_or_log(
    outcome: Outcome, suite: Suite
) -> None:
    token, port = outcome.value["access"]["token"], outcome.value["access"]["port"]
    assert len(token) == 64
    for where in ("conf", "properties", "environment"):
        assert len(outcome.value[where]) > 100
        assert token not in outcome.value[where], where
        assert not re.search(rf"\b{port}\b", outcome.value[where]), where
    assert all(token not in json.dumps(each) for each in recorded(suite, "process"))
    assert "begin secrets" in outcome.log
    assert "|INFO|io.headwater" in outcome.log
    assert token not in outcome.log


def test_the_canary_is_in_no_event_and_no_line_of_the_log(outcome: Outcome) -> None:
    assert outcome.events
    assert PASSWORD not in outcome.file.read_text()
    assert [row for row in outcome.answer.log if PASSWORD in row and "io.headwater" in row] == []
