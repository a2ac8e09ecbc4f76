"""Extensions in the agent's host, in the user's own process, and in both."""

from __future__ import annotations

import pytest

from tests.e2e.spark_submit import Job
from tests.extensions.conftest import PYTHON, Suite, acme
from tests.extensions.discovery import module
from tests.extensions.outcome import Outcome, errors, names

GOOD = ("good:numbers", "good:cost", "good:always", "good:rates")


def jobs(suite: Suite) -> list[Job]:
    bare = suite.work / "bare-python"
    bare.write_text(f'#!/bin/sh\nunset PYTHONPATH\nexec {suite.line.python} "$@"\n')
    bare.chmod(0o755)
    files = suite.job("files", "plain")
    files.conf[f"{PYTHON}.extensions"] = "elsewhere:found"
    files.conf["spark.submit.pyFiles"] = str(module(suite.work / "files"))
    host = suite.job("host", "plain", *GOOD, "good:Tiered")
    host.conf[f"{PYTHON}.options.acme.tier"] = "gold"
    return [
        files,
        host,
        suite.job("precedence", "precedence", *GOOD),
        suite.job("discovered", "plain", "good:always", discover="true", disabled="unwanted"),
        suite.job("undiscovered", "plain", "good:always"),
        suite.job("disabled", "plain", *GOOD, disabled=",".join(acme("good:cost", "good:rates"))),
        suite.job("wrong", "plain", "good:always", "good:nothing", "nowhere:x", "good"),
        suite.job(
            "interpreter", "plain", *GOOD, exec="/nowhere/python", startTimeoutMillis="30000"
        ),
        suite.job("package", "plain", *GOOD, exec=str(bare)),
        suite.job("slow", "slow_host", "slow_import:late", startTimeoutMillis="500"),
    ]


def test_configured_extensions_are_called(outcomes: dict[str, Outcome]) -> None:
    events = outcomes["host"].writing("/out")
    assert errors(outcomes["host"].events) == {}
    assert [e["run"]["facets"]["always"]["type"] for e in events] == ["START", "COMPLETE"]
    assert [sorted(names(e["inputs"])) for e in events] == [
        [("acme", "numbers"), ("acme", "rates")]
    ] * 2
    assert "cost" not in events[0]["run"]["facets"]
    assert events[-1]["run"]["facets"]["cost"]["known"] is True


def test_an_extension_of_the_host_is_set_up_with_options_and_closed(
    outcomes: dict[str, Outcome], suite: Suite
) -> None:
    facets = [event["run"]["facets"]["tier"]["name"] for event in outcomes["host"].writing("/out")]
    assert facets == ["gold", "gold"]
    assert (suite.work / "closed-gold").exists()


def test_a_host_that_is_slow_to_start_is_called_as_soon_as_it_has(
    outcomes: dict[str, Outcome],
) -> None:
    outcome = outcomes["slow"]
    assert outcome.answer.error is None
    start = outcome.writing("/early")[0]
    assert "late" not in start["run"]["facets"]
    assert "python.startTimeoutMillis" in errors([start])["headwater.host"]
    assert ["late" in e["run"]["facets"] for e in outcome.writing("/late")] == [True, True]
    (warning,) = outcome.answer.agent_warnings
    assert "has not started within 500 ms (spark.openlineage.python.startTimeoutMillis)" in warning


def test_a_module_of_py_files_is_found(outcomes: dict[str, Outcome]) -> None:
    assert "found" in outcomes["files"].writing("/out")[-1]["run"]["facets"]
    assert errors(outcomes["files"].events) == {}


def test_the_host_comes_first_and_the_later_facet_wins(outcomes: dict[str, Outcome]) -> None:
    outcome = outcomes["precedence"]
    assert outcome.value == [True, True]
    facet_values = {
        name: outcome.writing(f"/{name}")[-1]["run"]["facets"]["always"]["by"]
        for name in ("host", "attached", "later", "closed")
    }
    assert facet_values == {
        "host": "host",
        "attached": "attached",
        "later": "later",
        "closed": "host",
    }
    assert errors(outcome.events) == {}


def test_installed_packages_are_discovered_if_enabled(
    outcomes: dict[str, Outcome],
) -> None:
    facets = outcomes["discovered"].writing("/out")[-1]["run"]["facets"]
    assert {"found", "always"} <= set(facets)
    assert "unwanted" not in facets
    errors_by_extension = errors(outcomes["discovered"].events)
    assert set(errors_by_extension) == {"missing"}
    assert "has no 'missing'" in errors_by_extension["missing"]
    assert "found" not in outcomes["undiscovered"].writing("/out")[-1]["run"]["facets"]


def test_a_disabled_extension_is_not_called(outcomes: dict[str, Outcome]) -> None:
    complete = outcomes["disabled"].writing("/out")[-1]
    assert names(complete["inputs"]) == [("acme", "numbers")]
    assert "always" in complete["run"]["facets"]
    assert "cost" not in complete["run"]["facets"]
    assert errors(outcomes["disabled"].events) == {}


def test_each_extension_that_cannot_be_loaded_is_reported_once(
    outcomes: dict[str, Outcome],
) -> None:
    errors_by_extension = errors(outcomes["wrong"].events)
    assert set(errors_by_extension) == {"nothing", "x", "tests.extensions.acme.good"}
    assert "has no 'nothing'" in errors_by_extension["nothing"]
    assert "No module named 'tests.extensions.acme.nowhere'" in errors_by_extension["x"]
    assert "module:name" in errors_by_extension["tests.extensions.acme.good"]
    assert "always" in outcomes["wrong"].writing("/out")[-1]["run"]["facets"]


@pytest.mark.parametrize(
    ("name", "why"), [("interpreter", "/nowhere/python"), ("package", "headwater")]
)
def test_without_interpreter_or_package_lineage_is_as_without_extensions(
    outcomes: dict[str, Outcome], name: str, why: str
) -> None:
    outcome = outcomes[name]
    assert outcome.answer.error is None
    start, complete = outcome.writing("/out")
    assert start["inputs"] == complete["inputs"] == []
    assert names(complete["outputs"]) == [("file", "out")]
    assert why in outcome.log
    assert outcome.application()[-1]["eventType"] == "COMPLETE"
    assert "Traceback" not in outcome.log


@pytest.mark.parametrize("name", ["interpreter", "package"])
def test_a_host_that_cannot_start_is_reported_in_the_log_and_the_application_event(
    outcomes: dict[str, Outcome], name: str
) -> None:
    outcome = outcomes[name]
    agent_lines = outcome.answer.agent_warnings
    assert len(agent_lines) == 1, agent_lines
    assert "headwater.host" in errors(outcome.application())
