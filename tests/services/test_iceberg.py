"""Events of Iceberg tables in a REST catalog and in a Hive metastore."""

from __future__ import annotations

import pytest

from tests.services.conftest import Outcome
from tests.services.iceberg import TABLE_BUCKET
from tests.services.written import Written

CATALOGS = pytest.mark.parametrize("catalog", ["rest", "hive"])


@pytest.fixture
def job(outcomes: dict[str, Outcome]) -> Outcome:
    return outcomes["iceberg"]


def written(job: Outcome, name: str) -> list[Written]:
    """The outputs of the job below a name, in order."""
    return [Written(e, o) for e in job.completed for o in e["outputs"] if name in o["name"]]


@CATALOGS
@pytest.mark.row("identity.iceberg")
def test_a_table_is_named_by_where_it_lies(job: Outcome, catalog: str) -> None:
    filled = written(job, f"db_{catalog}{'.db' if catalog == 'hive' else ''}/filled")
    assert len({one.id for one in filled}) == 1
    assert filled[0].id[0] == "file"
    assert [one.lifecycle for one in filled] == ["CREATE", None]  # CREATE TABLE AS SELECT, MERGE
    assert {one.output["facets"]["catalog"]["type"] for one in filled} == {catalog}


@CATALOGS
def test_a_table_that_a_query_creates_is_one_run(job: Outcome, catalog: str) -> None:
    (filled, _) = written(job, f"db_{catalog}{'.db' if catalog == 'hive' else ''}/filled")
    assert "create_table_as_select" in filled.event["job"]["name"]
    fields = filled.output["facets"]["columnLineage"]["fields"]
    assert sorted(fields) == ["d", "id"]


@CATALOGS
def test_columns_are_followed_from_table_to_table(job: Outcome, catalog: str) -> None:
    (found,) = [
        e for e in job.completed if e["inputs"] and e["job"]["name"].endswith(f"_{catalog}_empty")
    ]
    fields = found["outputs"][0]["facets"]["columnLineage"]["fields"]
    assert {n: [i["field"] for i in f["inputFields"]] for n, f in fields.items()} == {
        "a": ["id"],
        "b": ["d"],
    }


def test_tables_of_a_rest_catalog_have_its_name(job: Outcome) -> None:
    for one in written(job, "db_rest/"):
        (link,) = one.output["facets"]["symlinks"]["identifiers"]
        assert link["namespace"] == f"http://127.0.0.1:{job.port}"
        assert link["name"] in {"db_rest.filled", "db_rest.empty", "db_rest.other"}


def test_a_table_with_a_location_chosen_by_the_server_has_its_catalog_name(job: Outcome) -> None:
    (made,) = [e for e in job.completed if e["job"]["name"].endswith("create_table.db_rest_empty")]
    (output,) = made["outputs"]
    table = Written(made, output)
    assert table.id == (f"http://127.0.0.1:{job.port}", "db_rest.empty")
    assert table.lifecycle == "CREATE"
    (gap,) = made["run"]["facets"]["headwater_coverage"]["gaps"]
    assert "the location of the new table" in gap["reason"]


@CATALOGS
def test_a_renamed_table_keeps_its_identity_when_dropped(job: Outcome, catalog: str) -> None:
    ends = {"RENAME", "DROP"}
    renamed, dropped = [o for o in written(job, f"db_{catalog}") if o.lifecycle in ends]
    assert (renamed.lifecycle, dropped.lifecycle) == ("RENAME", "DROP")
    assert renamed.id == dropped.id


@pytest.mark.row("identity.iceberg")
def test_a_table_of_a_table_bucket_has_the_name_of_the_service(job: Outcome) -> None:
    tables = written(job, "s3tables.db_s3tables.")
    assert {one.id[0] for one in tables} == {TABLE_BUCKET}
    assert {one.output["facets"]["catalog"]["type"] for one in tables} == {"s3tables"}
    assert [(one.id[1].split(".")[-1], one.lifecycle) for one in tables] == [
        ("filled", "CREATE"),
        ("empty", "CREATE"),
        ("empty", None),
        ("filled", None),  # MERGE
        ("other", "RENAME"),
        ("other", "DROP"),
    ]
    read = {(i["namespace"], i["name"]) for e in job.completed for i in e["inputs"]}
    assert {(TABLE_BUCKET, f"s3tables.db_s3tables.{t}") for t in ("filled", "empty")} <= read


def test_no_event_holds_a_token(job: Outcome) -> None:
    assert "in-no-event" not in job.text
