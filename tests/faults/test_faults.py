"""Every fault: the job's result is unchanged, its delay is limited, and only the declared events are lost."""

from __future__ import annotations

import pytest

from tests.e2e import invariants
from tests.faults.fault import Delivery, Fault
from tests.faults.outcome import Outcome, distinct
from tests.faults.table import FAULTS, Row

# The guaranteed limit of `spark.stop()` is `fault.max_stop_seconds`, the job's stopTimeoutMillis. This is a tolerance:
# stop times vary by this on a busy machine, even without the agent.
STOP_NOISE_SECONDS = 5.0
# The agent must not delay the job, because no thread of Spark waits for it. A busy machine delays jobs anyway, so this
# limit only detects waiting: a job that contacts a failing backend on Spark's threads takes a minute longer.
DELAY_GUARD_SECONDS = 10.0
# The agent shares two cores with the job, so that the job takes at most twice as long.
DELAY_GUARD_FACTOR = 1.0
# START and terminal event of the application, of each query that reads or writes, and of Spark's schema inference.
EVENTS = {"shop": 10, "removes_spool": 10, "one": 6, "wide": 6, "threads": 2 + 2 * 64}
every = pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.name)


@pytest.fixture(scope="module", autouse=True)
def table_rows(outcomes: dict[str, Outcome], rows: list[Row]) -> None:
    """Add the faults to the table that is printed at the end."""
    rows.extend(Row.of_outcome(name, each) for name, each in outcomes.items())


@every
def test_the_job_has_the_same_result_as_without_the_agent(
    outcomes: dict[str, Outcome], fault: Fault
) -> None:
    outcome = outcomes[fault.name]
    assert outcome.baseline.error is None
    assert (outcome.answer.error, outcome.answer.value) == (None, outcome.baseline.value)


@pytest.mark.row("life.delivery", "life.shutdown")
@every
def test_the_delay_of_job_and_stop_is_bounded(outcomes: dict[str, Outcome], fault: Fault) -> None:
    outcome = outcomes[fault.name]
    assert outcome.delay < DELAY_GUARD_SECONDS + DELAY_GUARD_FACTOR * outcome.baseline.seconds
    assert outcome.stop < fault.max_stop_seconds + STOP_NOISE_SECONDS


@pytest.mark.row("beyond.spool", "transport.console")
@every
def test_each_event_is_delivered_as_declared(outcomes: dict[str, Outcome], fault: Fault) -> None:
    outcome = outcomes[fault.name]
    counts = (
        len(outcome.accepted),
        len(outcome.spooled_events),
        len(outcome.dead_letters),
        outcome.lost,
    )
    total = (
        sum(counts)
        if fault.delivery is not Delivery.SENT_OR_SPOOLED
        else len(distinct(outcome.all_events))
    )
    half = total // 2
    possible = {
        Delivery.SENT: (total, 0, 0, 0),
        Delivery.SPOOLED: (0, total, 0, 0),
        Delivery.ONE_RUN_SPOOLED: (total - 2, 2, 0, 0),
        Delivery.DEAD_LETTER: (0, 0, total, 0),
        Delivery.SENT_OR_SPOOLED: (*counts[:2], 0, 0),
        Delivery.SENT_AND_SPOOLED: (half, half, 0, 0),
        Delivery.LOST_AND_COUNTED: counts if outcome.lost else (),
        Delivery.NONE: (0, 0, 0, 0),
    }
    assert counts == possible[fault.delivery]
    if fault.delivery is not Delivery.NONE:
        times = 2 if fault.delivery is Delivery.SENT_AND_SPOOLED else 1
        assert total == times * EVENTS[fault.job] + fault.extra_events


@pytest.mark.row("life.delivery")
@every
def test_no_run_lacks_an_event(outcomes: dict[str, Outcome], fault: Fault) -> None:
    outcome = outcomes[fault.name]
    own = [e for e in distinct(outcome.all_events) if not e["job"]["name"].startswith("left_")]
    if fault.delivery not in (Delivery.LOST_AND_COUNTED, Delivery.NONE):
        assert invariants.problems(own) == []


@every
def test_the_log_reports_the_fault_in_as_many_lines_as_declared(
    outcomes: dict[str, Outcome], fault: Fault
) -> None:
    outcome = outcomes[fault.name]
    assert len(outcome.agent_log) <= fault.lines, outcome.agent_log
    assert bool(outcome.agent_log) == bool(fault.agent_log), outcome.agent_log
    agent_log = " ".join(outcome.agent_log)
    assert [word for word in fault.agent_log if word not in agent_log] == []
    assert not [
        row
        for row in outcome.answer.log
        if row.startswith(("\tat io.headwater", "\tat io.openlineage"))
    ]


@pytest.mark.row("life.concurrent")
def test_threads_and_sessions_are_isolated(outcomes: dict[str, Outcome]) -> None:
    """Each thread reads and writes datasets with its own number."""
    ended = [
        e for e in outcomes["32 threads, 17 sessions"].accepted if e["eventType"] == "COMPLETE"
    ]
    copies = [e for e in ended if e["inputs"] and e["outputs"]]
    assert len(copies) == 32
    for event in copies:
        (source,), (target,) = event["inputs"], event["outputs"]
        number = target["name"].rpartition("second")[2]
        assert source["name"].endswith(f"/first{number}")
        columns = target["facets"]["columnLineage"]["fields"]
        assert {name: [f["field"] for f in of["inputFields"]] for name, of in columns.items()} == {
            f"m{number}": [f"n{number}"]
        }


@pytest.mark.row("columns.limits")
def test_each_of_ten_thousand_columns_is_there(outcomes: dict[str, Outcome]) -> None:
    accepted = outcomes["plan with 10,000 columns"].accepted
    (written,) = (o for e in accepted if e["eventType"] == "COMPLETE" for o in e["outputs"])
    assert len(written["facets"]["schema"]["fields"]) == 10_000
    assert len(written["facets"]["columnLineage"]["fields"]) == 10_000
