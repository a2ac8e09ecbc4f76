"""Statements typed into spark-shell, pyspark and spark-sql: each query has its run, and the application an end."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.events import Event
from tests.e2e.spark_submit import LISTENER, file_transport
from tests.modes import shells
from tests.modes.conftest import Modes, closed_runs

SCALA = """
case class Order(id: Long, amount: Long)
val orders = spark.range(9).as[Long].map(id => Order(id, id * 2))
orders.write.parquet("orders")
val doubled = spark.udf.register("doubled", (n: Long) => n * 2)
spark.read.schema("id BIGINT, amount BIGINT").parquet("orders").selectExpr("id", "doubled(amount) AS twice").write.parquet("doubled")
println("rows: " + spark.read.parquet("doubled").count())
:quit
"""
PYTHON = """
spark.range(9).selectExpr("id", "id * 2 AS amount").write.parquet("orders")
frame = spark.read.schema("id BIGINT, amount BIGINT").parquet("orders")
frame.selectExpr("id", "amount + 1 AS more").write.parquet("more")
print("rows:", spark.read.parquet("more").count())
"""
SQL = """
CREATE TABLE orders USING parquet AS SELECT id, id * 2 AS amount FROM range(9);
CREATE TABLE more USING parquet AS SELECT id, amount + 1 AS more FROM orders;
SELECT concat('rows: ', count(*)) FROM more;
"""


def typed(modes: Modes, program: str, text: str) -> list[list[Event]]:
    """The runs of a program that a user has typed this text into."""
    # A terminal makes Python interactive; here it is told to be.
    driver = modes.driver(program, env={"PYSPARK_DRIVER_PYTHON_OPTS": "-i"})
    file = driver.folder / "events.jsonl"
    conf = file_transport(file) | {
        "spark.master": "local[2]",
        "spark.extraListeners": LISTENER,
        "spark.sql.warehouse.dir": str(driver.folder),
        "spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby:memory:none;create=true",
    }
    done = shells.run(driver, program, conf, text)
    assert any("rows: 9" in line for line in done.log), "\n".join(done.log[-40:])
    assert done.code == 0
    assert done.agent_warnings == []
    application, *queries = closed_runs(file)
    assert [e["eventType"] for e in application] == ["START", "COMPLETE"]
    return queries


def columns(queries: list[list[Event]], name: str) -> dict[str, list[str]]:
    """The columns that each column of a table depends on, by the one run that has written it."""
    ends = [
        group[-1]
        for group in queries
        if [Path(output["name"]).name for output in group[-1]["outputs"]] == [name]
    ]
    assert [end["eventType"] for end in ends] == ["COMPLETE"]
    fields = ends[0]["outputs"][0]["facets"]["columnLineage"]["fields"]
    return {column: [i["field"] for i in field["inputFields"]] for column, field in fields.items()}


def test_spark_shell(modes: Modes) -> None:
    queries = typed(modes, "spark-shell", SCALA)
    assert columns(queries, "doubled") == {"id": ["id"], "twice": ["amount"]}


def test_pyspark(modes: Modes) -> None:
    queries = typed(modes, "pyspark", PYTHON)
    assert columns(queries, "more") == {"id": ["id"], "more": ["amount"]}


def test_spark_sql(modes: Modes) -> None:
    queries = typed(modes, "spark-sql", SQL)
    assert columns(queries, "more") == {"id": ["id"], "more": ["amount"]}
    assert {group[0]["job"]["name"].partition(".")[0] for group in queries} == {"spark_sql"}
