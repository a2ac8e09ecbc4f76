"""Events of tables in a Hive metastore that Spark asks over Thrift."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e import events as ev
from tests.services import hive_metastore
from tests.services.conftest import METASTORE_LOG, NOISE_SECONDS, PROMISED_SECONDS, Outcome

DATABASE = "hive_metastore"


@pytest.fixture
def job(outcomes: dict[str, Outcome]) -> Outcome:
    return outcomes[DATABASE]


def names_in_metastore(dataset: dict[str, Any]) -> list[tuple[str, str]]:
    links = dataset["facets"].get("symlinks", {"identifiers": []})["identifiers"]
    return [(link["namespace"], link["name"]) for link in links]


def written_tables(job: Outcome) -> dict[str, set[tuple[str, str]]]:
    """The names in the metastore of all tables that the job wrote, by the end of their locations."""
    found: dict[str, set[tuple[str, str]]] = {}
    for event in job.completed:
        for output in event["outputs"]:
            table = output["name"].rpartition("/")[2]
            found.setdefault(table, set()).update(names_in_metastore(output))
    return found


@pytest.mark.row("identity.hive")
def test_each_table_has_its_name_in_the_metastore(job: Outcome) -> None:
    metastore = f"hive://127.0.0.1:{job.port}"
    tables = written_tables(job)
    for table in ("orders", "totals", "changes", "saved", "prices"):
        assert tables[table] == {(metastore, f"{DATABASE}.{table}")}, table
    # the folder of a managed table moves with its name
    assert tables["lines"] == {(metastore, f"{DATABASE}.lines")}
    assert (metastore, f"{DATABASE}.renamed_lines") in tables["renamed_lines"]


def test_a_view_is_named_by_the_metastore(job: Outcome) -> None:
    view = job.written(f"{DATABASE}.first_day")
    assert view.id == (f"hive://127.0.0.1:{job.port}", f"{DATABASE}.first_day")
    assert view.columns == {
        name: {f"{job.folder}/warehouse/{DATABASE}.db/orders.{name} IDENTITY"}
        for name in ("id", "amount")
    }


def test_columns_are_followed_from_table_to_table(job: Outcome) -> None:
    at = f"{job.folder}/warehouse/{DATABASE}.db"
    assert job.written("/totals").columns == {
        "day": {f"{at}/orders.day IDENTITY"},
        "total": {f"{at}/orders.amount AGGREGATION"},
    }
    assert job.written("/saved").columns == {
        name: {f"{at}/orders.{name} IDENTITY"} for name in ("id", "amount", "day")
    }


def test_the_metastore_is_asked_for_the_location_of_the_database_only(job: Outcome) -> None:
    assert job.error is None
    log = job.folder.parent / METASTORE_LOG
    calls = hive_metastore.calls(log, DATABASE)
    calls_of_spark = hive_metastore.calls(log, f"{DATABASE}_alone")
    assert calls_of_spark["get_table"] > 0
    assert not calls_of_spark - calls
    calls_of_agent = calls - calls_of_spark
    assert set(calls_of_agent) == {"get_database"}
    assert calls_of_agent.total() <= 2  # once, and again after CREATE DATABASE


def test_a_killed_metastore_fails_the_run_and_blocks_nothing(
    outcomes: dict[str, Outcome],
) -> None:
    job = outcomes[f"{DATABASE}_down"]
    assert job.error is not None
    failed = [e for e in ev.read(job.folder / "events.jsonl") if e["eventType"] == "FAIL"]
    assert any(o["name"].endswith("/target") for e in failed for o in e["outputs"])
    assert job.stop < PROMISED_SECONDS + NOISE_SECONDS
