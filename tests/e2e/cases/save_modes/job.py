"""`df.write` in every mode; a write to an existing path is a failed run."""
# spark3: the error has no SQLSTATE

from pyspark.sql import SparkSession
from pyspark.sql.utils import AnalysisException

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    ids = spark.read.parquet(paths.table("orders")).select("id")
    ids.write.mode("errorifexists").parquet(paths.out)
    ids.write.mode("append").parquet(paths.out)
    ids.write.mode("overwrite").parquet(paths.out)
    ids.write.mode("ignore").parquet(paths.out)
    try:
        ids.write.mode("errorifexists").parquet(paths.out)
    except AnalysisException as error:
        assert "already exists" in str(error)
    else:
        raise AssertionError("the path was there")


# rows: node.hadoop-write facet.dataset.lifecycle
