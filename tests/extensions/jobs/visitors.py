"""Visitors of leaves, commands and operators in the user's own process."""

from __future__ import annotations

from collections.abc import Iterator

import headwater
from headwater.extensions import (
    ColumnDependency,
    Context,
    InputDataset,
    Node,
    OutputDataset,
    QueryPlanVisitor,
    VisitResult,
    visitor,
)
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


@visitor("org.apache.spark.sql.catalyst.plans.logical.R?nge")
def numbers(node: Node, _: Context) -> VisitResult:
    return InputDataset("acme", "numbers", {"step": {"by": node.args["step"]}})


class Command(QueryPlanVisitor):
    """Renames the output of writes to files below `command`."""

    nodes = ("InsertIntoHadoopFsRelationCommand",)

    def is_defined_at(self, node: Node) -> bool:
        return str(node.args["outputPath"]).endswith("/command")

    def visit(self, node: Node, _: Context) -> VisitResult:
        rate = InputDataset("acme", "rates").column("rate", subtype="AGGREGATION")
        return OutputDataset(
            "acme",
            "totals",
            {"via": {"node": node.name}},
            columns={"told": rate},
            suffix="acme.totals",
        )


@visitor("Project")
def operator(node: Node, _: Context) -> Iterator[ColumnDependency]:
    """Report that a column `opaque` depends only on `secret`, regardless of its expression."""
    if any(each.name == "opaque" for each in node.output):
        yield ColumnDependency("opaque", "secret", subtype="AGGREGATION", masking=True)


@visitor(holds="HadoopFsRelation", extends="LeafNode")
def files(node: Node, _: Context) -> VisitResult:
    relation = node.args["relation"]
    name = "acme/lines" if "Json" in relation["format"] else ""
    return InputDataset.of_node(node, name=name, facets={"files": {"format": relation["format"]}})


@visitor(extends="DataSourceV2Relation")
def target(_: Node, __: Context) -> VisitResult:
    """Name the relation that a command writes to: the command itself names what it writes."""
    return InputDataset("acme", "target", {"tier": {"name": "gold"}})


def run(spark: SparkSession, paths: Paths) -> None:
    headwater.register(spark, numbers, Command, operator, files, target)
    ten = spark.range(10)
    ten.selectExpr("id * 2 AS doubled").write.parquet(f"{paths.out}/leaf")
    both = ten.selectExpr("id AS kept", "id + 1 AS told")
    both.write.parquet(f"{paths.out}/command")
    ten.selectExpr("id AS secret", "id AS open").selectExpr(
        "secret * open AS opaque"
    ).write.parquet(f"{paths.out}/operator")
    spark.read.parquet(f"{paths.out}/leaf").write.parquet(f"{paths.out}/delegate")
    ten.write.json(f"{paths.out}/json")
    spark.read.json(f"{paths.out}/json").write.parquet(f"{paths.out}/named")
    ten.write.format("noop").mode("append").save()
