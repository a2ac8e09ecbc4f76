"""Records that Spark cannot parse, in JSON and CSV, and the columns that tell the file of a row."""
# conf: spark.sql.ansi.enabled=false
# tables: orders

from pyspark.sql import SparkSession
from pyspark.sql.functions import col

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    json = spark.read.schema("id INT, status INT, broken STRING").option(
        "columnNameOfCorruptRecord", "broken"
    )
    read = json.json(str(paths.data / "json"))
    read.select("id", "broken").write.parquet(f"{paths.out}/json")
    csv = spark.read.schema("id INT, customer_id INT, amount INT, _corrupt_record STRING")
    rows = csv.option("header", True).csv(str(paths.data / "csv"))
    rows.where("_corrupt_record IS NULL").select("id").write.parquet(f"{paths.out}/kept")
    rows.where("_corrupt_record IS NOT NULL").select(
        "_corrupt_record", col("id").isNull().alias("without_id")
    ).write.parquet(f"{paths.out}/broken")
    files = spark.table("orders").select("id", "_metadata.file_name", "_metadata.file_size")
    files.where("_metadata.file_modification_time > '2001-01-01'").write.parquet(
        f"{paths.out}/files"
    )
    lines = spark.read.text(str(paths.data / "text"), wholetext=True)
    lines.selectExpr("length(value) AS size", "input_file_name() AS file").write.parquet(
        f"{paths.out}/whole"
    )


# rows: columns.project columns.filter
