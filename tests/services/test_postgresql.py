"""Events of PostgreSQL: tables, queries, writes, Spark's JDBC catalog."""

from __future__ import annotations

import pytest

from tests.services.conftest import Outcome
from tests.services.processes import PASSWORD, USER


@pytest.fixture
def job(outcomes: dict[str, Outcome]) -> Outcome:
    return outcomes["postgresql"]


@pytest.fixture
def server(job: Outcome) -> str:
    return f"postgres://127.0.0.1:{job.port}"


@pytest.mark.row("connector.jdbc", "identity.jdbc")
def test_a_table_is_named_by_server_and_database(job: Outcome, server: str) -> None:
    found = job.written("/table")
    assert found.inputs == {(server, "shop.orders")}
    assert found.columns == {
        "id": {"shop.orders.id IDENTITY"},
        "twice": {"shop.orders.amount TRANSFORMATION"},
    }


@pytest.mark.row("columns.jdbc")
def test_a_query_is_read_through_to_its_tables(job: Outcome, server: str) -> None:
    found = job.written("/query")
    assert found.inputs == {(server, "shop.orders"), (server, "shop.customers")}
    assert found.columns == {
        "name": {"shop.customers.name IDENTITY"},
        "total": {"shop.orders.amount AGGREGATION"},
    }
    assert found.rows == {
        "shop.orders.customer_id JOIN",
        "shop.customers.id JOIN",
        "shop.orders.status FILTER",
        "shop.customers.name GROUP_BY",
    }


def test_an_input_of_a_query_describes_the_columns_that_the_query_names(job: Outcome) -> None:
    inputs = {i["name"]: i["facets"]["schema"] for i in job.written("/query").event["inputs"]}
    fields = {name: {f["name"]: f.get("type") for f in s["fields"]} for name, s in inputs.items()}
    assert fields == {
        "shop.customers": {"name": "varchar(50)", "id": None},
        "shop.orders": {"amount": None, "customer_id": None, "status": None},
    }


def test_a_subquery_in_dbtable_is_read_through(job: Outcome, server: str) -> None:
    found = job.written("/subquery")
    assert found.inputs == {(server, "shop.public.orders")}
    assert found.columns == {
        "id": {"shop.public.orders.id IDENTITY"},
        "s": {"shop.public.orders.status TRANSFORMATION"},
    }


@pytest.mark.row("columns.jdbc")
def test_distinct_on_keeps_the_columns(job: Outcome, server: str) -> None:
    found = job.written("/first_of_each")
    assert found.inputs == {(server, "shop.orders")}
    assert found.columns == {
        "id": {"shop.orders.id TRANSFORMATION"},
        "status": {"shop.orders.status IDENTITY"},
    }
    assert found.rows == {
        "shop.orders.customer_id GROUP_BY",
        "shop.orders.customer_id SORT",
        "shop.orders.amount SORT",
        "shop.orders.status FILTER",
    }


def test_a_query_that_cannot_be_parsed_keeps_its_tables(job: Outcome, server: str) -> None:
    found = job.written("/unparsed")
    assert found.inputs == {(server, "shop.orders")}
    assert not any(found.columns.values())
    assert "inferred from its text" in str(found.event["run"]["facets"])


@pytest.mark.row("node.save", "facet.dataset.lifecycle")
@pytest.mark.parametrize(
    ("name", "lifecycle"),
    [("shop.created", "CREATE"), ("shop.public.appended", None), ("shop.overwritten", "OVERWRITE")],
)
def test_writes_have_their_lifecycle_state_change(
    job: Outcome, server: str, name: str, lifecycle: str | None
) -> None:
    found = job.written(name)
    assert found.id == (server, name)
    assert found.lifecycle == lifecycle
    assert found.columns == {
        "id": {"shop.orders.id IDENTITY"},
        "value": {"shop.orders.amount IDENTITY"},
    }


@pytest.mark.row("facet.input.statistics")
def test_rows_of_tables_are_counted_and_those_of_queries_are_not_their_tables(job: Outcome) -> None:
    assert job.written("/table").rows_read == {"shop.orders": 3}
    assert job.written("/v2").rows_read == {"shop.public.customers": 2}
    assert job.written("/query").rows_read == {"shop.orders": None, "shop.customers": None}
    assert job.written("/subquery").rows_read == {"shop.public.orders": None}


@pytest.mark.row("facet.output.statistics")
@pytest.mark.parametrize("name", ["shop.created", "shop.public.appended", "shop.overwritten"])
def test_rows_that_the_connector_writes_are_counted(job: Outcome, name: str) -> None:
    found = job.written(name)
    assert (found.rows_written, found.rows_read) == (3, {"shop.orders": 3})


def test_a_table_of_sparks_catalog_that_is_one_of_the_database(job: Outcome, server: str) -> None:
    assert job.written("shop.target").id == (server, "shop.target")
    found = job.written("/through_catalog")
    assert found.inputs == {(server, "shop.target")}
    symlinks = found.event["inputs"][0]["facets"]["symlinks"]["identifiers"]
    assert [s["name"] for s in symlinks] == ["default.registered"]


@pytest.mark.row("connector.jdbc-catalog")
def test_sparks_jdbc_catalog_gives_the_same_names(job: Outcome, server: str) -> None:
    found = job.written("/v2")
    assert found.inputs == {(server, "shop.public.customers")}
    assert found.columns == {"name": {"shop.public.customers.name IDENTITY"}}
    catalog = found.event["inputs"][0]["facets"]["catalog"]
    assert (catalog["type"], catalog["name"]) == ("jdbc", "db")
    assert catalog["metadataUri"] == f"jdbc:postgresql://127.0.0.1:{job.port}/shop"


@pytest.mark.row("connector.jdbc-catalog", "node.append-v2")
def test_an_insert_into_sparks_jdbc_catalog(job: Outcome, server: str) -> None:
    found = job.written("shop.public.target")
    assert found.id == (server, "shop.public.target")
    assert found.inputs == {(server, "shop.public.orders")}
    assert found.columns == {
        "id": {"shop.public.orders.id IDENTITY"},
        "amount": {"shop.public.orders.amount TRANSFORMATION"},
    }


@pytest.mark.row("connector.jdbc-catalog", "node.v2-create-replace")
def test_a_table_created_in_sparks_jdbc_catalog(job: Outcome, server: str) -> None:
    found = job.written("public.made")
    assert found.id == (server, "shop.public.made")
    assert found.lifecycle == "CREATE"
    assert found.columns["status"] == {"shop.public.orders.status IDENTITY"}


@pytest.mark.row("node.alter", "node.rename")
def test_a_table_with_another_name_comes_from_the_one_before(job: Outcome, server: str) -> None:
    """Its dataset has the name of the table; the column was renamed before."""
    found = job.written("public.archive")
    assert found.id == (server, "shop.public.archive")
    assert found.lifecycle == "RENAME"
    before = found.output["facets"]["lifecycleStateChange"]["previousIdentifier"]
    assert (before["namespace"], before["name"]) == (server, "shop.public.changed")
    assert found.inputs == {(server, "shop.public.changed")}
    assert found.columns == {
        "id": {"shop.public.changed.id IDENTITY"},
        "state": {"shop.public.changed.state IDENTITY"},
    }


def test_no_event_contains_the_user(job: Outcome) -> None:
    assert PASSWORD not in job.text
    assert f"{USER}@" not in job.text
    assert f"{USER}:" not in job.text
