"""The testing kit with Spark inside this process; all tests share one session."""

from __future__ import annotations

import contextlib

import pytest

from headwater import DryRunError, NodeValueError
from headwater.extensions import (
    ColumnDependency,
    Context,
    Dataset,
    InputDataset,
    Job,
    Node,
    OutputDataset,
    SQLExecutionEnd,
    VisitResult,
    facet_builder,
    job_namer,
    namer,
    visitor,
)
from headwater.testing import Session, assert_lineage, capture_events, current_session, lineage, plan, run

pytestmark = [pytest.mark.spark, pytest.mark.usefixtures("headwater_session")]

TOTALS = "SELECT customer, sum(amount) AS total, 1 AS one FROM orders WHERE id > 1 GROUP BY customer"


@visitor("LogicalRelation")
def acme(node: Node, ctx: Context) -> VisitResult:
    return InputDataset("acme", "sales", facets={"acme_note": {"table": node.args["catalogTable"]["identifier"]}})


def test_a_plan_shows_the_nodes_that_visitors_see() -> None:
    planned = plan(TOTALS)
    assert [each.name for each in planned.nodes][:3] == ["Aggregate", "Filter", "SubqueryAlias"]
    relation = planned.node("LogicalRelation")
    assert [each.name for each in relation.output] == ["id", "customer", "amount"]
    assert relation.live("catalogTable.identifier.table") == "orders"
    with pytest.raises(NodeValueError, match="is no argument of"):
        relation.live("nothing.there")
    with pytest.raises(DryRunError, match="0 nodes of this plan are named 'Nope'; it has: Aggregate"):
        planned.node("Nope")


def test_a_statement_that_writes_is_planned_and_not_run(headwater_session: Session) -> None:
    planned = plan("CREATE TABLE never USING parquet AS SELECT * FROM orders")
    assert planned.is_command
    assert not plan(TOTALS).is_command
    assert lineage(planned)["outputs"][0]["name"].endswith("/never")
    assert not headwater_session.java.catalog().tableExists("never")


def test_an_insert_into_several_tables_is_planned_and_not_run(headwater_session: Session) -> None:
    for table in ("small", "large"):
        headwater_session.sql(f"CREATE TABLE {table} (id INT) USING parquet")
    text = "FROM orders INSERT INTO small SELECT id WHERE amount <= 15 INSERT INTO large SELECT id WHERE amount > 15"
    with_name = " ".join(("WITH o AS (SELECT * FROM orders)", text.replace("orders", "o")))
    for planned in (plan(text), plan(with_name)):
        assert planned.is_command
        names = [each["name"].rpartition("/")[2] for each in lineage(planned)["outputs"]]
        assert sorted(names) == ["large", "small"]
    assert not plan("SELECT id FROM orders UNION ALL SELECT id FROM orders").is_command


@pytest.mark.parametrize("sql", ["SELEC 1", "SELECT nope FROM orders", "SELECT * FROM nowhere"])
def test_a_query_that_spark_cannot_plan_shows_the_reason(sql: str) -> None:
    with pytest.raises(DryRunError, match=r"Spark can't plan this: \[[A-Z_.]+\]"):
        plan(sql)


def test_a_visitor_is_run_on_a_plan() -> None:
    answers = run(acme, plan(TOTALS))
    assert [(each.namespace, each.name) for each in answers.inputs] == [("acme", "sales")]
    assert answers.facet("acme_note") == {"table": "spark_catalog.default.orders"}
    assert run(acme, plan("SELECT 1")).inputs == ()


def test_lineage_of_sql_and_of_a_frame_are_the_same(headwater_session: Session) -> None:
    text, frame = lineage(TOTALS), lineage(headwater_session.sql(TOTALS))
    assert text["job"]["facets"].pop("sql")["query"] == TOTALS
    assert "INSERT" not in str(frame["job"])
    assert text["outputs"][0]["facets"]["columnLineage"] == frame["outputs"][0]["facets"]["columnLineage"]
    assert (text["outputs"][0]["namespace"], text["outputs"][0]["name"]) == ("headwater", "result")


def test_lineage_is_asserted_with_and_without_extensions() -> None:
    expected = {"customer": "orders.customer", "total": ["orders.amount"], "one": []}
    assert_lineage(TOTALS, expected)
    assert_lineage(TOTALS, {"customer": "sales.customer", "total": "acme/sales.amount", "one": []}, acme)
    with pytest.raises(AssertionError, match=r"- orders.amount  \(expected, and not there\)"):
        assert_lineage(TOTALS, expected, acme)


def test_a_visitor_can_declare_the_sources_of_a_column() -> None:
    @visitor("Aggregate")
    def declared(node: Node, ctx: Context) -> VisitResult:
        return ColumnDependency("total", [node.attribute("customer").id], subtype="TRANSFORMATION")

    planned = plan(TOTALS)
    (dependency,) = run(declared, planned).columns
    assert dependency.output == planned.node("Aggregate").attribute("total").id
    assert_lineage(planned, {"total": "orders.customer"}, declared, partial=True)


def test_an_output_visitor_names_the_output() -> None:
    @visitor("CreateDataSourceTableAsSelectCommand")
    def written(node: Node, ctx: Context) -> VisitResult:
        return OutputDataset("acme", "copy", suffix="acme.copy")

    planned = plan("CREATE TABLE copy USING parquet AS SELECT id, amount FROM orders")
    assert run(written, planned).outputs[0].suffix == "acme.copy"
    event = lineage(planned, written)
    assert [each["name"] for each in event["outputs"]] == ["copy"]
    assert_lineage(planned, {"id": "orders.id", "amount": "orders.amount"}, written)


def test_a_namer_takes_part_in_the_dry_run() -> None:
    @namer
    def renamed(dataset: Dataset) -> Dataset | None:
        return Dataset("lake", "sales") if dataset.name.endswith("/orders") else None

    assert lineage(TOTALS, renamed)["inputs"][0]["namespace"] == "lake"
    assert_lineage(TOTALS, {"total": "lake/sales.amount"}, renamed, partial=True)


def test_a_job_namer_takes_part_in_the_dry_run() -> None:
    @job_namer
    def renamed(job: Job) -> Job | None:
        return Job("etl", f"nightly.{job.name}")

    plain, event = lineage(TOTALS), lineage(TOTALS, renamed)
    name = plain["job"]["name"]
    assert (event["job"]["namespace"], event["job"]["name"]) == ("etl", f"nightly.{name}")
    before, after = (each["run"]["facets"].get("parent", {}).get("job") for each in (plain, event))
    assert after == (before and {"namespace": "etl", "name": f"nightly.{before['name']}"})


def test_a_job_namer_that_raises_is_named_and_the_job_keeps_its_name() -> None:
    @job_namer
    def broken(job: Job) -> Job | None:
        raise KeyError("team")

    event = lineage(TOTALS, broken)
    assert event["job"]["name"] == lineage(TOTALS)["job"]["name"]
    (error,) = event["run"]["facets"]["headwater_extensionErrors"]["errors"]
    assert error["stage"] == "rename_job"
    assert error["extension"].endswith("broken")


def test_an_extension_that_raises_fails_the_assertion() -> None:
    @visitor("LogicalRelation")
    def broken(node: Node, ctx: Context) -> VisitResult:
        raise KeyError("uri")

    with pytest.raises(AssertionError, match=r"broken failed: KeyError: 'uri'"):
        assert_lineage(TOTALS, {"total": "orders.amount"}, broken, partial=True)


def test_events_of_a_real_run_include_the_facets_of_extensions(headwater_session: Session) -> None:
    @facet_builder("run")
    def ended(end: SQLExecutionEnd, ctx: Context) -> dict[str, object]:
        return {"acme_end": {"type": ctx.type, "took": end.duration_millis is not None}}

    with capture_events(ended, acme, conf={"spark.openlineage.namespace": "kit"}) as events:
        headwater_session.sql("CREATE TABLE captured USING parquet AS SELECT sum(amount) AS total FROM orders")
    assert [each["eventType"] for each in events] == ["START", "COMPLETE"]
    complete = events[-1]
    assert complete["job"]["namespace"] == "kit"
    assert complete["run"]["facets"]["acme_end"]["took"]
    assert [each["name"] for each in complete["inputs"]] == ["sales"]
    assert_lineage(complete, {"total": "sales.amount"})


def test_a_capture_ends_with_its_block(headwater_session: Session) -> None:
    with capture_events(application=True) as events:
        pass
    assert [each["eventType"] for each in events] == ["START", "COMPLETE"]
    headwater_session.sql("CREATE TABLE later USING parquet AS SELECT 1 AS one")
    with capture_events() as more:
        pass
    assert (len(events), more) == (2, [])


def test_a_capture_ends_where_the_block_raises(headwater_session: Session) -> None:
    with contextlib.suppress(ZeroDivisionError), capture_events() as events:
        headwater_session.sql("CREATE TABLE halfway USING parquet AS SELECT 1 AS one")
        raise ZeroDivisionError
    assert [each["eventType"] for each in events] == ["START", "COMPLETE"]


def test_the_session_in_use_is_the_one_that_was_opened(headwater_session: Session) -> None:
    assert current_session() is headwater_session
