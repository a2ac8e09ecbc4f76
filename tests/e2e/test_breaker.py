"""Circuit breakers: while one is open, no plan is read, but every run is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import events
from tests.e2e.conftest import Outcome, Suite

JOB = Path(__file__).parent / "jobs" / "copy_orders.py"
BREAKER = "spark.openlineage.circuitBreaker"
TRIPPED = {
    "static": {f"{BREAKER}.type": "static", f"{BREAKER}.valuesReturned": "true,true,true"},
    "memory": {f"{BREAKER}.type": "simpleMemory", f"{BREAKER}.memoryThreshold": "100"},
}
QUIET = {"none": {}, "timeout": {f"{BREAKER}.type": "timeout", f"{BREAKER}.timeoutInSeconds": "1"}}


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """The same job with each breaker, in one JVM."""
    return suite.under("breaker", JOB, TRIPPED | QUIET)


@pytest.mark.row("breaker.static")
@pytest.mark.parametrize("name", TRIPPED)
def test_a_run_with_a_skipped_plan_has_start_end_and_reason(outcome: Outcome, name: str) -> None:
    sent = outcome.sent[name]
    kinds = [[e["eventType"] for e in run] for run in events.runs(sent).values()]
    assert kinds == [["START", "COMPLETE"]] * len(events.runs(outcome.sent["none"]))
    assert not [dataset for e in sent for dataset in e["inputs"] + e["outputs"]]
    written = [
        e["run"]["facets"].get("headwater_coverage") for e in sent if e["eventType"] == "COMPLETE"
    ]
    gaps = [gap for facet in written if facet for gap in facet["gaps"]]
    assert len(gaps) == len(kinds) - 1, "all runs but the application's"
    assert {gap["stage"] for gap in gaps} == {"circuitBreaker"}


@pytest.mark.parametrize("name", QUIET)
def test_a_closed_breaker_changes_nothing(outcome: Outcome, name: str) -> None:
    outputs = [o["name"] for e in outcome.sent[name] for o in e["outputs"]]
    assert [o for o in outputs if o.endswith("/out")]
    assert "circuitBreaker" not in str(outcome.sent[name])


@pytest.mark.parametrize("name", [*TRIPPED, *QUIET])
def test_the_last_event_counts_skipped_plans(outcome: Outcome, name: str) -> None:
    counts = outcome.sent[name][-1]["run"]["facets"]["headwater_agent"]["counts"]
    assert (counts["plansUnread"] > 0) == (name in TRIPPED)
    assert outcome.job_results[name].error is None
    agent_lines = outcome.job_results[name].agent_warnings
    assert len(agent_lines) == (0 if name == "none" else 1), agent_lines
    assert ("has no effect" in str(agent_lines)) == (name == "timeout")
