"""Events of an HDFS, and of one whose NameNode is killed."""

from __future__ import annotations

import pytest

from tests.e2e import events as ev
from tests.services.conftest import NOISE_SECONDS, PROMISED_SECONDS, Outcome

HANG_GUARD_SECONDS = 60  # no promise: Spark's own retries end before


@pytest.fixture
def job(outcomes: dict[str, Outcome]) -> Outcome:
    return outcomes["hdfs"]


@pytest.fixture
def namespace(job: Outcome) -> str:
    return f"hdfs://127.0.0.1:{job.port}"


@pytest.mark.row("identity.hdfs")
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("/out/partitions", "/in/orders"),
        ("/out/trimmed", "/in/orders"),
        ("/out/default_system", "/in/orders"),
        ("/out/rdd", "/in/text"),
        ("/out/of_rdd", "/in/text"),
        ("/warehouse/days", "/in/orders"),
    ],
)
def test_a_path_is_named_by_its_name_node(
    job: Outcome, namespace: str, written: str, read: str
) -> None:
    found = job.written(written)
    assert found.id == (namespace, written)
    assert found.inputs == {(namespace, read)}


def test_columns_are_followed_from_file_to_file(job: Outcome) -> None:
    assert job.written("/out/trimmed").columns == {"next": {"/in/orders.id TRANSFORMATION"}}
    assert job.written("/out/partitions").rows == {"/in/orders.day FILTER"}


def test_tables_lie_in_the_warehouse(job: Outcome, namespace: str) -> None:
    links = job.written("/warehouse/days").output["facets"]["symlinks"]["identifiers"]
    assert [(s["namespace"], s["name"]) for s in links] == [
        (f"{namespace}/warehouse", "default.days")
    ]
    assert {o["name"] for e in job.completed for o in e["outputs"]} >= {"/warehouse/kept"}


def test_rows_are_counted(job: Outcome) -> None:
    found = job.written("/out/partitions")
    assert (found.rows_read, found.rows_written) == ({"/in/orders": 3}, 3)


def test_a_killed_name_node_fails_the_run_and_blocks_nothing(
    outcomes: dict[str, Outcome],
) -> None:
    job = outcomes["hdfs_down"]
    assert job.error is not None
    spark_message = job.error.partition("SparkException: ")[2].partition("\n")[0]
    namespace = f"hdfs://127.0.0.1:{job.port}"
    (failed,) = [
        e for e in ev.read(job.folder / "events.jsonl") if e["eventType"] == "FAIL" and e["outputs"]
    ]
    assert [(i["namespace"], i["name"]) for i in failed["inputs"]] == [(namespace, "/in/down")]
    assert [(o["namespace"], o["name"]) for o in failed["outputs"]] == [(namespace, "/out/down")]
    assert spark_message  # which of Spark's own errors it is depends on what the task was at
    assert spark_message[:40] in failed["run"]["facets"]["errorMessage"]["message"]
    assert job.seconds < HANG_GUARD_SECONDS
    assert job.stop < PROMISED_SECONDS + NOISE_SECONDS
