"""Table functions in Python that choose their columns, partitions and order while Spark analyses the query."""
# tables: orders
# since: 4.0

from collections.abc import Iterator

from pyspark.sql import Row, SparkSession
from pyspark.sql.functions import udtf
from pyspark.sql.types import DoubleType, IntegerType, StructType
from pyspark.sql.udtf import (
    AnalyzeArgument,
    AnalyzeResult,
    OrderingColumn,
    PartitioningColumn,
    SelectedColumn,
)

from tests.e2e.workspace import Paths


class Numbered:
    """Adds the number of the row within its partition."""

    @staticmethod
    def analyze(rows: AnalyzeArgument) -> AnalyzeResult:
        schema = StructType(list(rows.dataType.fields)).add("number", IntegerType())
        order = [OrderingColumn("day"), OrderingColumn("id")]
        return AnalyzeResult(schema, partitionBy=[PartitioningColumn("customer_id")], orderBy=order)

    def __init__(self) -> None:
        self.number = 0

    def eval(self, row: Row) -> Iterator[tuple[object, ...]]:
        self.number += 1
        yield (*row, self.number)


class Total:
    """Reads one column of the table only."""

    @staticmethod
    def analyze(_: AnalyzeArgument) -> AnalyzeResult:
        schema = StructType().add("total", DoubleType())
        return AnalyzeResult(schema, withSinglePartition=True, select=[SelectedColumn("amount")])

    def __init__(self) -> None:
        self.total = 0.0

    def eval(self, row: Row) -> None:
        self.total += row["amount"]

    def terminate(self) -> Iterator[tuple[object, ...]]:
        yield (self.total,)


def run(spark: SparkSession, paths: Paths) -> None:
    spark.udtf.register("numbered", udtf(Numbered))
    spark.udtf.register("total", udtf(Total))
    rows = "SELECT id, customer_id, day FROM orders WHERE status = 'open'"
    spark.sql(f"SELECT * FROM numbered(TABLE({rows}))").write.parquet(f"{paths.out}/numbered")
    spark.sql("SELECT * FROM total(TABLE(orders))").write.parquet(f"{paths.out}/total")


# rows: columns.python
