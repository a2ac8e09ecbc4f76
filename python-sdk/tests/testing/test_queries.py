"""The lineage of a query as objects, from events of a real Spark session."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater import EventError, QueryLineage, testing
from headwater._schemas import by_schemas

SCHEMAS = Path(__file__).resolve().parents[3] / "tests" / "schemas"
QUERY = """SELECT upper(c.name) AS name, sum(o.amount) AS "tot""al" FROM orders o
JOIN customers c ON c.id = o.customer WHERE o.amount > 3 GROUP BY c.name"""

pytestmark = pytest.mark.spark


@pytest.fixture
def lineage(headwater_session: testing.Session) -> QueryLineage:
    return QueryLineage.of_event(testing.lineage(QUERY.replace('"tot""al"', '`tot"al`'), session=headwater_session))


def test_datasets_columns_and_rows(lineage: QueryLineage) -> None:
    assert [each.label for each in lineage.inputs] == ["default.orders", "default.customers"]
    assert [(each.namespace, each.name) for each in lineage.outputs] == [("headwater", "result")]
    assert [each.name for each in lineage.columns] == ["name", 'tot"al']
    (source,) = lineage.column('tot"al').sources
    assert (str(source), source.type, source.subtype) == ("default.orders.amount", "DIRECT", "AGGREGATION")
    assert (source.certainty, source.masking, source.expression) == ("exact", False, "sum(o.amount)")
    assert {(str(each), each.subtype) for each in lineage.rows} == {
        ("default.customers.id", "JOIN"),
        ("default.customers.name", "GROUP_BY"),
        ("default.orders.amount", "FILTER"),
        ("default.orders.customer", "JOIN"),
    }
    with pytest.raises(KeyError, match=r"0 columns named .*nope"):
        lineage.column("nope")


@pytest.mark.usefixtures("headwater_session")
def test_the_certainty_of_a_column() -> None:
    columns = QueryLineage.of_event(
        testing.lineage("SELECT 1 AS one, java_method('java.lang.Math', 'abs', id) AS abs FROM orders")
    )
    assert columns.column("one").sources == ()
    assert columns.column("one").certainty == "exact"
    assert columns.column("abs").certainty == columns.column("abs").sources[0].certainty


def test_edges_are_pairs_of_columns_with_their_attributes(lineage: QueryLineage) -> None:
    edges = lineage.edges()
    name = next(attributes for source, target, attributes in edges if target == "result.name")
    assert name["subtype"] == "TRANSFORMATION"
    assert {source for source, target, _ in edges if target == "result"} == {str(row) for row in lineage.rows}
    assert all(set(attributes) == set(name) for _, _, attributes in edges)


def test_the_event_fits_the_schemas(lineage: QueryLineage) -> None:
    event = lineage.to_openlineage()
    event["inputs"].clear()
    assert lineage.to_openlineage()["inputs"]
    assert list(by_schemas(SCHEMAS)(lineage.to_openlineage())) == []


def test_drawings(lineage: QueryLineage) -> None:
    mermaid, dot = lineage.to_mermaid(), lineage.to_dot()
    assert 'subgraph d0["default.customers"]' in mermaid
    assert '["tot#quot;al"]' in mermaid
    assert '-->|"DIRECT AGGREGATION"|' in mermaid
    assert '-.->|"INDIRECT JOIN"|' in mermaid
    assert '[label="tot\\"al"];' in dot
    assert '[label="INDIRECT FILTER", style=dashed];' in dot
    assert dot.count("{") == dot.count("}")


def test_only_events_of_runs_are_accepted() -> None:
    job = {
        "eventTime": "2026-11-23T00:00:00Z",
        "producer": "p",
        "schemaURL": "s",
        "job": {"namespace": "n", "name": "j"},
    }
    with pytest.raises(EventError, match="not the event of a run"):
        QueryLineage.of_event(job)
