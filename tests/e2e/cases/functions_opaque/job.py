"""Opaque functions: their results depend on the argument columns, and the event marks them as opaque."""
# tables: orders

from collections.abc import Iterator

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql(
        "SELECT TRANSFORM (id, status) USING 'cat' AS (a INT, b STRING) FROM orders WHERE amount > 15"
    ).write.parquet(f"{paths.out}/script")

    if spark.version >= "3.5":
        table_function(spark, paths)


def table_function(spark: SparkSession, paths: Paths) -> None:
    from pyspark.sql.functions import udtf  # noqa: PLC0415 - new in Spark 3.5

    @udtf(returnType="part STRING, size INT")
    class Letters:
        def eval(self, text: str) -> Iterator[tuple[str, int]]:
            for letter in text:
                yield letter, len(text)

    spark.udtf.register("letters", Letters)
    spark.sql("SELECT id, part, size FROM orders, LATERAL letters(status)").write.parquet(
        f"{paths.out}/table_function"
    )


# rows: columns.typed
