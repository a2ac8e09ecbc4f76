"""The pipeline whose events are ``shop.jsonl``: tables, a view, masking, a Python function, a script, a job that fails.

To write the events again, with the agent's jar in dist/::

    cd python-sdk/tests/data && PYTHONPATH=../../src ../../../build/spark/4.0/bin/python shop.py
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

import headwater

HERE = Path(__file__).parent
FOLDER = Path(tempfile.gettempdir()) / "shop"  # is part of the names of the datasets
STATEMENTS = """
CREATE TABLE crm.customers USING parquet AS
  SELECT id AS customer_id, concat('c', id, '@example.org') AS email, 'EUR' AS currency FROM range(9)
CREATE TABLE crm.orders USING parquet AS
  SELECT id AS order_id, id AS customer_id, id * 1.5D AS amount, 'open' AS status FROM range(9)
CREATE TABLE crm.rates USING parquet AS SELECT 'EUR' AS currency, 1.1D AS rate, current_date() AS day
CREATE TABLE stg.orders USING parquet AS
  SELECT o.order_id, c.customer_id, c.email, o.amount * r.rate AS amount_usd FROM crm.orders o
  JOIN crm.customers c USING (customer_id) JOIN crm.rates r ON c.currency = r.currency WHERE o.status = 'open'
CREATE VIEW stg.large_orders AS SELECT order_id, customer_id, amount_usd FROM stg.orders WHERE amount_usd > 3
CREATE TABLE mart.revenue USING parquet AS
  SELECT customer_id, sum(amount_usd) AS revenue FROM stg.large_orders GROUP BY customer_id
CREATE TABLE mart.contacts USING parquet AS SELECT sha2(email, 256) AS email_hash, customer_id FROM stg.orders
CREATE TABLE mart.mailing USING parquet AS SELECT lower(email) AS address, score(amount_usd) AS score FROM stg.orders
CREATE TABLE mart.cleaned USING parquet AS
  SELECT TRANSFORM (order_id, email) USING 'cat' AS (order_id STRING, email STRING) FROM stg.orders
CREATE TABLE mart.broken USING parquet AS
  SELECT order_id, CAST(raise_error('no rate') AS double) + amount_usd AS amount FROM stg.orders
""".strip()


def main() -> None:
    """Run each statement in a new warehouse; the last one fails."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    (HERE / "shop.jsonl").unlink(missing_ok=True)
    builder = SparkSession.builder.appName("shop").master("local[1]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.warehouse.dir", str(FOLDER)).config("spark.sql.shuffle.partitions", "1")
    spark = headwater.configure(builder, namespace="shop", events=HERE / "shop.jsonl").getOrCreate()
    spark.udf.register("score", float)
    for database in ("crm", "stg", "mart"):
        spark.sql(f"CREATE DATABASE {database}")
    for statement in STATEMENTS.split("\nCREATE "):
        text = "CREATE " + statement.removeprefix("CREATE ")
        try:
            spark.sql(text)
        except PySparkException:
            if "raise_error" not in text:
                raise
    spark.stop()


if __name__ == "__main__":
    main()
