"""Tables that one application creates, and statements of another one that has not read them."""

import json
import time
from pathlib import Path

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

CREATED = (
    "CREATE DATABASE k",
    "CREATE TABLE k.d (id INT, amount DOUBLE) USING delta",
    "CREATE TABLE k.placed (id INT) USING delta LOCATION '{out}/else where_d'",
    "CREATE TABLE ice.db.t (id INT, amount DOUBLE) USING iceberg",
    *(
        f"CREATE TABLE k.{name} (a INT, b STRING, p INT) USING parquet PARTITIONED BY (p)"
        for name in ("added", "moved", "emptied", "parted", "tagged", "old", "source")
    ),
    "CREATE TABLE k.outside (a INT) USING parquet LOCATION '{out}/outside'",
    "CREATE TABLE k.hived (a INT, b STRING) STORED AS PARQUET",
    "CREATE TABLE k.loaded (a INT, b STRING) STORED AS TEXTFILE",
    "CREATE VIEW k.seen AS SELECT a, b FROM k.old",
)
STATEMENTS = (
    "CREATE TABLE IF NOT EXISTS k.d (id INT) USING delta",
    "CREATE TABLE IF NOT EXISTS k.new_d (id INT) USING delta",
    "CREATE OR REPLACE TABLE k.placed USING delta AS SELECT 1 AS id",
    "CREATE TABLE IF NOT EXISTS ice.db.t (id INT) USING iceberg",
    "CREATE TABLE IF NOT EXISTS ice.db.new_t (id INT) USING iceberg",
    "CREATE TABLE IF NOT EXISTS k.d LIKE k.new_d",
    "CREATE TABLE k.alike LIKE k.source",
    "ALTER TABLE k.added ADD COLUMNS (c INT)",
    "ALTER TABLE k.moved SET LOCATION '{out}/elsewhere'",
    "ALTER TABLE k.parted ADD PARTITION (p = 7)",
    "ALTER TABLE k.tagged SET TBLPROPERTIES ('x' = 'y')",
    "ALTER VIEW k.seen SET TBLPROPERTIES ('x' = 'y')",
    "TRUNCATE TABLE k.emptied",
    "ALTER TABLE k.old RENAME TO k.older",
    "DROP TABLE IF EXISTS k.older",
    "ALTER TABLE k.outside RENAME TO k.out",
    "ALTER TABLE k.hived RENAME TO k.hive_2",
    "LOAD DATA LOCAL INPATH '{out}/rows.txt' INTO TABLE k.loaded",
    "DROP TABLE IF EXISTS k.absent",
)


def run(spark: SparkSession, paths: Paths) -> dict[str, str]:
    """The text of each statement of the phase that the settings name, as it was executed."""
    Path(paths.out).mkdir(parents=True, exist_ok=True)
    Path(f"{paths.out}/rows.txt").write_text("1\x01x\n")
    statements = CREATED if spark.conf.get("spark.test.phase") == "create" else STATEMENTS
    texts = {statement: statement.format(out=paths.out) for statement in statements}
    for text in texts.values():
        spark.sql(text)
        if statements is STATEMENTS:
            wait_for_event(text, paths.events)
    return texts


def wait_for_event(text: str, events: Path) -> None:
    """Wait for the end of the statement, or three seconds: the agent asks the catalog before the next one runs."""
    end = time.monotonic() + 3
    while time.monotonic() < end:
        lines = events.read_text().splitlines() if events.exists() else []
        if any(json.dumps(text) in line and '"eventType":"COMPLETE"' in line for line in lines):
            return
        time.sleep(0.05)
