"""Texts of JSON as columns, nested columns made flat until none is left, and rows gathered again."""
# tables: orders people
# since: 3.4

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql.types import ArrayType, StructType

from tests.e2e.workspace import Paths


def flat(frame: DataFrame) -> DataFrame:
    """Each field of a struct is a column, each element of an array a row."""
    for field in frame.schema.fields:
        if isinstance(field.dataType, ArrayType):
            return flat(frame.withColumn(field.name, f.explode_outer(field.name)))
        if isinstance(field.dataType, StructType):
            parts = [
                f.col(f"{field.name}.{p}").alias(f"{field.name}_{p}") for p in field.dataType.names
            ]
            return flat(frame.select("*", *parts).drop(field.name))
    return frame


def run(spark: SparkSession, paths: Paths) -> None:
    people = spark.table("people")
    flat(people.drop("attrs")).write.parquet(f"{paths.out}/flat")
    texts = spark.table("orders").select(
        "id", f.to_json(f.struct("amount", "status")).alias("text")
    )
    read = f.from_json(
        "text", "amount DOUBLE, status STRING, bad STRING", {"columnNameOfCorruptRecord": "bad"}
    )
    texts.select("id", read.alias("order")).select("id", "order.*").write.parquet(
        f"{paths.out}/read"
    )
    items = people.select("id", f.posexplode_outer("items").alias("at", "item"))
    gathered = f.sort_array(f.collect_list(f.struct("at", "item.sku")))
    again = (
        items.groupBy("id").agg(gathered.alias("all")).select("id", f.col("all.sku").alias("skus"))
    )
    again.write.parquet(f"{paths.out}/gathered")


# rows: columns.nested
