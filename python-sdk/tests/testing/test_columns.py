from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from headwater.dry_run import columns_of
from headwater.extensions import Dataset
from headwater.testing import assert_lineage

if TYPE_CHECKING:
    from headwater.testing._facets import ExpectedFacets


def source(field: str, kind: str = "DIRECT", name: str = "/warehouse/orders") -> dict[str, Any]:
    kinds = [{"type": kind, "subtype": "TRANSFORMATION"}]
    return {"namespace": "file", "name": name, "field": field, "transformations": kinds}


def event(*others: dict[str, Any], **columns: list[dict[str, Any]]) -> dict[str, Any]:
    fields = {column: {"inputFields": sources} for column, sources in columns.items()}
    schema = [{"name": column} for column in columns]
    output = {
        "namespace": "file",
        "name": "/warehouse/totals",
        "facets": {"columnLineage": {"fields": fields}, "schema": {"fields": schema}},
    }
    link = {"namespace": "file:/warehouse", "name": "shop.sales.orders", "type": "TABLE"}
    inputs = [{"namespace": "file", "name": "/warehouse/orders", "facets": {"symlinks": {"identifiers": [link]}}}]
    return {"run": {"facets": {}}, "inputs": inputs, "outputs": [output, *others]}


@pytest.mark.parametrize(
    "name",
    [
        "orders.amount",
        "/warehouse/orders.amount",
        "file/warehouse/orders.amount",
        "shop.sales.orders.amount",
    ],
)
def test_a_source_may_be_called_by_any_of_its_names(name: str) -> None:
    assert_lineage(event(total=[source("amount")]), {"total": name})


def test_a_missing_and_an_unexpected_source_are_shown_apart() -> None:
    with pytest.raises(AssertionError) as raised:
        assert_lineage(event(total=[source("amount")]), {"total": ["orders.id"]})
    assert str(raised.value).splitlines() == [
        "the lineage differs:",
        "  total",
        "    - orders.id  (expected, and not there)",
        "    + orders.amount  (DIRECT TRANSFORMATION; there, and not expected)",
    ]


def test_a_column_source_is_expected_with_its_type_and_subtype() -> None:
    orders = Dataset("file", "/warehouse/orders")
    found = event(total=[source("amount"), source("id", "INDIRECT")])
    assert_lineage(found, {"total": orders.column("amount")})
    assert_lineage(
        found, {"total": [orders.column("amount", subtype="TRANSFORMATION"), orders.column("id", type="INDIRECT")]}
    )
    with pytest.raises(AssertionError) as raised:
        assert_lineage(found, {"total": orders.column("amount", subtype="IDENTITY")})
    assert str(raised.value).splitlines()[2:] == [
        "    - file/warehouse/orders.amount DIRECT IDENTITY  (expected, and not there)",
        "    + orders.amount  (DIRECT TRANSFORMATION; there, and not expected)",
    ]
    with pytest.raises(AssertionError, match=r"\+ orders.id  \(INDIRECT TRANSFORMATION; there"):
        assert_lineage(found, {"total": ["orders.amount", orders.column("x", type="INDIRECT")]})


def test_facets_of_run_job_and_datasets_are_expected_with_some_of_their_fields() -> None:
    found = event(total=[source("amount")])
    found["run"]["facets"]["acme_cost"] = {"code": "A-17", "_producer": "acme"}
    found["job"] = {"facets": {}}
    found["inputs"][0]["inputFacets"] = {"acme_read": {"rows": 3}}
    columns = {"total": "orders.amount"}
    for name in ("orders", "shop.sales.orders", "file/warehouse/orders"):
        right: ExpectedFacets = {
            "run": {"acme_cost": {"code": "A-17"}},
            name: {"acme_read": {"rows": 3}, "acme_tier": None},
        }
        assert_lineage(found, columns, facets=right)
    wrong: ExpectedFacets = {
        "run": {"acme_cost": {"code": "B-2", "team": "sales"}},
        "job": {"acme_cost": {}},
        "orders": {"acme_read": None},
        "people": {"acme_tier": {}},
    }
    with pytest.raises(AssertionError) as raised:
        assert_lineage(found, columns, facets=wrong)
    assert str(raised.value).splitlines()[1:] == [
        "  run: acme_cost.code is 'A-17', not 'B-2'",
        "  run: acme_cost has no field team; it has: code, _producer",
        "  job: there is no facet acme_cost; it has: none",
        "  orders: there is a facet acme_read, and none was expected",
        "  people: the event has no such dataset; it has: /warehouse/orders, /warehouse/totals",
    ]


def test_a_column_that_is_not_expected_fails_unless_partial() -> None:
    two = event(total=[source("amount")], one=[])
    with pytest.raises(AssertionError, match="partial=True"):
        assert_lineage(two, {"total": "orders.amount"})
    assert_lineage(two, {"total": "orders.amount"}, partial=True)
    assert_lineage(two, {"total": "orders.amount", "one": []})


def test_a_missing_column_is_reported_with_the_existing_ones() -> None:
    with pytest.raises(AssertionError, match="no such column; it has: total"):
        assert_lineage(event(total=[]), {"sum": []}, partial=True)


def test_indirect_dependencies_do_not_count() -> None:
    assert_lineage(event(total=[source("amount"), source("id", "INDIRECT")]), {"total": ["orders.amount"]})
    with pytest.raises(AssertionError):
        assert_lineage(event(total=[source("id", "INDIRECT")]), {"total": ["orders.id"]})


def test_columns_of_several_outputs_are_named_with_their_dataset() -> None:
    other = {"namespace": "file", "name": "/w/other", "facets": {"schema": {"fields": [{"name": "x"}]}}}
    assert_lineage(event(other, total=[source("amount")]), {"totals.total": "orders.amount", "other.x": []})


def named(name: str, *columns: str, namespace: str = "file") -> dict[str, Any]:
    fields = {column: {"inputFields": [source(column)]} for column in columns}
    return {"namespace": namespace, "name": name, "facets": {"columnLineage": {"fields": fields}}}


def test_outputs_whose_names_end_alike_are_named_in_full() -> None:
    two = event(named("/wh/raw.db/orders", "a"), named("/wh/clean.db/orders", "a"), total=[])
    full = {"/wh/raw.db/orders.a": "orders.a", "/wh/clean.db/orders.a": "orders.a", "totals.total": []}
    assert_lineage(two, full)
    with pytest.raises(AssertionError, match=r"it has: totals.total, /wh/raw.db/orders.a, /wh/clean.db/orders.a"):
        assert_lineage(two, {"orders.a": "orders.a"}, partial=True)
    servers = [named("shop.orders", "a", namespace=f"mysql://{host}:3306") for host in "ab"]
    assert list(columns_of({"inputs": [], "outputs": servers})) == [
        "mysql://a:3306/shop.orders.a",
        "mysql://b:3306/shop.orders.a",
    ]
    # the last part of the first is the name of the second
    alike = [named("/wh/b.x", "a"), named("b.x", "a"), named("c.x", "a")]
    assert len(columns_of({"inputs": [], "outputs": alike})) == 3


def test_an_error_of_an_extension_fails_the_assertion() -> None:
    broken = event(total=[])
    errors = [{"extension": "acme:visit", "stage": "visit", "message": "KeyError: 'uri'"}]
    broken["run"]["facets"]["headwater_extensionErrors"] = {"errors": errors}
    with pytest.raises(AssertionError, match="acme:visit failed: KeyError"):
        assert_lineage(broken, {"total": []})
