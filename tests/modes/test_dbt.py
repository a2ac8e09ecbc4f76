"""dbt on a Thrift server: a seed, a view, an ephemeral model, a table and incremental models, each built twice."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.e2e import events, invariants
from tests.e2e.events import Event
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import LISTENER, agent_warnings, file_transport
from tests.modes.conftest import Modes, columns
from tests.modes.thrift_server import thrift_server

DBT = ROOT / "build" / "dbt" / "bin" / "dbt"
PROJECT = Path(__file__).parent / "jobs" / "dbt"
LIMIT = 300
ORDERS = {
    "order_id": ["raw_orders.id"],
    "customer_id": ["raw_orders.customer_id"],
    "amount": ["raw_orders.amount"],
    "ordered": ["raw_orders.ordered"],
}


@pytest.fixture(scope="module")
def sent(modes: Modes) -> list[Event]:
    """The events of the server while dbt loads the seeds, builds the models twice and tests them."""
    assert DBT.exists(), "dbt is missing: scripts/python-env dbt"
    driver = modes.driver("dbt")
    file = driver.folder / "events.jsonl"
    with thrift_server(driver, file_transport(file) | {"spark.extraListeners": LISTENER}) as server:
        shutil.copytree(PROJECT, driver.folder / "project")
        for command in ("seed", "run", "run", "test"):
            dbt(command, driver.folder / "project", server.port)
    assert agent_warnings(server.log) == []
    return events.read(file)


def dbt(command: str, project: Path, port: int) -> None:
    done = subprocess.run(
        [str(DBT), command, "--profiles-dir", ".", "--no-use-colors"],
        cwd=project,
        env={"PATH": os.environ["PATH"], "HOME": str(project), "THRIFT_PORT": str(port)},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def written(sent: list[Event], name: str) -> list[Event]:
    """The first events of the runs that have written a table or a view and know its columns. Each has completed."""
    found = []
    for group in events.runs(sent).values():
        outputs = group[0]["outputs"]
        names = [output["name"].rpartition("/")[2].rpartition(".")[2] for output in outputs]
        if names == [name] and "columnLineage" in outputs[0]["facets"]:
            assert group[-1]["eventType"] == "COMPLETE"
            found.append(group[0])
    return found


def test_every_run_begins_and_ends_once(sent: list[Event]) -> None:
    assert invariants.problems(sent) == []


def test_a_seed_has_columns_without_sources(sent: list[Event]) -> None:
    (event,) = written(sent, "raw_customers")
    assert columns(event) == {"id": [], "name": []}


def test_a_view_reads_its_seed(sent: list[Event]) -> None:
    assert [columns(event) for event in written(sent, "stg_orders")] == [ORDERS] * 2


def test_a_table_reads_through_views_and_ephemeral_models(sent: list[Event]) -> None:
    sources = {"name": ["raw_customers.name"], "total": ["raw_orders.amount"]}
    assert [columns(event) for event in written(sent, "revenue")] == [sources] * 2


def test_an_incremental_model_that_overwrites_partitions_reads_itself_from_the_second_run_on(
    sent: list[Event],
) -> None:
    first, second = written(sent, "daily")
    sources = {name: ORDERS[name] for name in ("order_id", "amount", "ordered")}
    assert [columns(event) for event in (first, second)] == [sources] * 2
    inputs = [[i["name"].rpartition("/")[2] for i in event["inputs"]] for event in (first, second)]
    assert inputs == [["raw_orders"], ["raw_orders", "daily"]]


def test_an_incremental_model_that_appends_has_the_same_sources_each_time(
    sent: list[Event],
) -> None:
    sources = {"order_id": ["raw_orders.id"], "twice": ["raw_orders.amount"]}
    assert [columns(event) for event in written(sent, "doubled")] == [sources] * 2


def test_the_user_of_dbt_has_run_each_statement(sent: list[Event]) -> None:
    statements = [event for event in sent if not events.is_application(event)]
    assert {e["run"]["facets"]["headwater_session"]["user"] for e in statements} == {"dbt"}
