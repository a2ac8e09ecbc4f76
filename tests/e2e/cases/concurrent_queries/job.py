"""Eight threads with their own sessions write at the same time; no run has the datasets of another one."""
# tables: orders

from concurrent.futures import ThreadPoolExecutor

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    def copy(number: int) -> None:
        session = spark.newSession() if number % 2 else spark
        frame = session.read.parquet(paths.table("orders"))
        frame.selectExpr(f"id AS id_{number}", f"amount AS amount_{number}").write.parquet(
            f"{paths.out}/{number}"
        )

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(copy, range(8)))


# rows: life.concurrent
