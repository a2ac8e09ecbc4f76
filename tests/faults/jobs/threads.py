"""32 threads with two queries each; every second thread has its own session."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

THREADS = 32


def one(session: SparkSession, paths: Paths, number: int) -> int:
    """Write `first` and copy it to `second`; the names contain the number of the thread."""
    first, second = f"{paths.out}/first{number}", f"{paths.out}/second{number}"
    session.range(number, number + 2, 1, 1).selectExpr(f"id AS n{number}").write.parquet(first)
    copied = session.read.parquet(first)
    copied.selectExpr(f"n{number} + 1 AS m{number}").write.parquet(second)
    return number


def run(spark: SparkSession, paths: Paths) -> list[int]:
    sessions = [spark.newSession() if n % 2 else spark for n in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, sessions, [paths] * THREADS, range(THREADS)))
