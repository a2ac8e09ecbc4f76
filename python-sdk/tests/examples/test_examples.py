"""Tests of examples/extensions with the testing kit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import acme_tables
import cost_center
import data_quality
import lake_names
import ledger_lineage
import ownership
import pytest

from headwater.extensions import Dataset, Event, SQLExecutionEnd
from headwater.testing import Session, assert_lineage, capture_events, plan, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def with_ledger(headwater_session: Session, ledger_jar: Path) -> None:
    headwater_session.add_jar(ledger_jar)


@pytest.mark.spark
def test_a_visitor_names_the_tables_of_a_data_source_in_python(headwater_session: Session) -> None:
    orders = headwater_session.read("acme", table="orders")
    assert_lineage(orders.selectExpr("amount * 2 AS twice"), {"twice": "orders.amount"}, acme_tables.acme)
    orders.createOrReplaceTempView("acme_orders")
    (dataset,) = run(acme_tables.acme, plan("SELECT * FROM acme_orders")).inputs
    assert (dataset.namespace, dataset.name) == ("acme://warehouse", "orders")
    total = "SELECT sum(amount) AS total FROM acme_orders"
    assert_lineage(total, {"total": "acme://warehouse/orders.amount"}, acme_tables.acme)


@pytest.mark.spark
@pytest.mark.usefixtures("with_ledger")
def test_a_visitor_names_the_books_of_a_data_source_in_java(headwater_session: Session) -> None:
    headwater_session.read("LedgerSource", book="sales").createOrReplaceTempView("sales_book")
    query = "SELECT sum(cents) / 100 AS euros FROM sales_book"
    answers = run(ledger_lineage.LedgerVisitor, plan(query))
    assert answers.facet("acme_ledger") == {"currency": "EUR"}
    assert_lineage(query, {"euros": "ledger://accounting/sales.cents"}, ledger_lineage.LedgerVisitor)
    with pytest.raises(AssertionError):
        assert_lineage(query, {"euros": "ledger://accounting/sales.cents"})


@pytest.mark.spark
@pytest.mark.usefixtures("headwater_session")
def test_visitors_of_data_sources_ignore_other_nodes() -> None:
    for each in (acme_tables.acme, ledger_lineage.LedgerVisitor):
        assert run(each, plan("SELECT * FROM orders")).inputs == ()


def test_a_query_has_the_cost_center_facet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COST_CENTER", "A-17")
    answers = run(cost_center.CostCenter, SQLExecutionEnd(duration_millis=1500))
    assert answers.facet("acme_costCenter") == {"code": "A-17", "seconds": 1.5}


def test_observed_metrics_become_the_facet_of_the_spec() -> None:
    end = SQLExecutionEnd(observed_metrics={"quality": {"rowCount": 2, "amount.nullCount": 1}})
    answers = run(data_quality.ObservedQuality, end)
    assert answers.facet("dataQualityMetrics") == {"rowCount": 2, "columnMetrics": {"amount": {"nullCount": 1}}}
    assert answers.facets[0].target == "input"
    for other in (SQLExecutionEnd(), SQLExecutionEnd(observed_metrics={"other": {"rowCount": 2}})):
        assert run(data_quality.ObservedQuality, other).facets == ()


@pytest.mark.spark
def test_an_observed_query_has_its_quality_in_its_event(headwater_session: Session) -> None:
    functions = headwater_session.java_class("org.apache.spark.sql.functions")
    rows = functions.count(functions.lit(1)).alias("rowCount")
    nulls = functions.count_if(functions.col("amount").isNull()).alias("amount.nullCount")
    with capture_events(data_quality.ObservedQuality) as events:
        orders = headwater_session.sql("SELECT * FROM orders").observe("quality", rows, nulls)
        orders.write().mode("overwrite").saveAsTable("observed")
    (read,) = events[-1]["inputs"]
    metrics = read["inputFacets"]["dataQualityMetrics"]
    assert (metrics["rowCount"], metrics["columnMetrics"]) == (2, {"amount": {"nullCount": 1}})


def test_owners_come_from_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    orders, others = Dataset("file", "/warehouse/orders"), Dataset("file", "/warehouse/others")
    answers = run(ownership.Owners, event=Event(type="COMPLETE", inputs=(orders, others)))
    assert [(each.dataset, each.value["owners"]) for each in answers.facets] == [(orders, [{"name": "team:sales"}])]
    (tmp_path / "mine.yaml").write_text('"*others": me\n', encoding="utf-8")
    monkeypatch.setenv("OWNERS_FILE", str(tmp_path / "mine.yaml"))
    (found,) = run(ownership.Owners, event=Event(outputs=(orders, others))).facets
    assert found.dataset == others


@pytest.mark.spark
def test_owners_are_in_the_events(headwater_session: Session) -> None:
    with capture_events(ownership.Owners) as events:
        headwater_session.sql("CREATE TABLE owned USING parquet AS SELECT id FROM orders")
    (read,), (written,) = events[-1]["inputs"], events[-1]["outputs"]
    assert read["facets"]["ownership"]["owners"] == [{"name": "team:sales"}]
    assert "ownership" not in written["facets"]


def test_the_replica_is_renamed_to_the_lake() -> None:
    replica, other = Dataset("s3://lake-replica", "orders"), Dataset("s3://elsewhere", "orders")
    assert run(lake_names.lake, replica).renamed == {replica: Dataset("s3://lake", "orders")}
    assert run(lake_names.lake, other).renamed == {}


@pytest.mark.spark
@pytest.mark.usefixtures("with_ledger")
def test_columns_follow_a_dataset_to_its_new_name(headwater_session: Session) -> None:
    with capture_events(ledger_lineage.LedgerVisitor, lake_names.lake) as events:
        headwater_session.read("LedgerSource", book="eu").write().mode("overwrite").saveAsTable("ledger_copy")
    assert_lineage(events[-1], {"entry": "ledger://books/eu.entry", "cents": "ledger://books/eu.cents"})
