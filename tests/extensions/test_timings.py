"""Time-outs of single extensions, and how often and how long each extension was called."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.e2e.spark_submit import Job
from tests.extensions.conftest import Suite, acme
from tests.extensions.outcome import Outcome, errors, names

SINK = "spark.metrics.conf.*.sink.csv"
NUMBERS, HANGS, BUS = acme("good:numbers", "bad:hangs", "good:bus")


def jobs(suite: Suite) -> list[Job]:
    timeouts = f"{HANGS}=200, {NUMBERS}=30000"
    job = suite.job(
        "timed",
        "plain",
        "bad:hangs",
        "good:numbers",
        "good:bus",
        timeouts=timeouts,
        timeoutMillis="30000",
    )
    folder = job.folder / "csv"
    folder.mkdir(parents=True)
    # At the end of an application, less time is left than the time-out.
    job = replace(job, wait_for_events=True)
    job.conf.update(
        {
            f"{SINK}.class": "org.apache.spark.metrics.sink.CsvSink",
            f"{SINK}.period": "1",
            f"{SINK}.unit": "seconds",
            f"{SINK}.directory": str(folder),
        }
    )
    return [job]


def calls(outcome: Outcome) -> dict[str, dict[str, Any]]:
    facet = outcome.application()[-1]["run"]["facets"]["headwater_agent"]
    return {each["name"]: each for each in facet["extensions"]}


def test_an_extension_that_exceeds_its_own_time_out_is_given_up_and_the_others_go_on(
    outcomes: dict[str, Outcome],
) -> None:
    start = outcomes["timed"].writing("/out")[0]
    assert errors([start]) == {"hangs": "visit Range: did not answer within 200 ms"}
    assert names(start["inputs"]) == [("acme", "numbers")]


def test_the_last_event_has_the_calls_of_each_extension(outcomes: dict[str, Outcome]) -> None:
    found = calls(outcomes["timed"])
    assert sorted(found) == sorted([NUMBERS, HANGS, BUS])
    assert (found[NUMBERS]["calls"], found[NUMBERS]["errors"]) == (1, 0)
    assert 0 <= found[NUMBERS]["millis"] == found[NUMBERS]["maxMillis"] < 30_000
    assert (found[HANGS]["calls"], found[HANGS]["errors"], found[HANGS]["maxMillis"]) == (1, 1, 200)
    before = len(outcomes["timed"].events) - 1  # the last event is sent after it was made
    assert (found[BUS]["calls"], found[BUS]["errors"]) == (before, 0)
    assert 0 < found[BUS]["maxMillis"] <= found[BUS]["millis"]


def test_spark_s_metrics_have_the_calls_of_each_extension(
    suite: Suite, outcomes: dict[str, Outcome]
) -> None:
    assert outcomes["timed"].answer.error is None
    rows = {
        file.name.partition(".driver.headwater.")[2].removesuffix(".csv"): file.read_text()
        for file in (suite.work / "jobs" / "timed" / "csv").glob("*headwater.extension.*")
    }
    for kind in ("calls", "errors", "millis", "maxMillis"):
        assert f"headwater.extension.{kind}.{HANGS.replace(':', '.')}" in rows
    last = rows[f"headwater.extension.errors.{HANGS.replace(':', '.')}"].splitlines()[-1]
    assert last.endswith(",1")
