"""Writes and reads Hudi tables with every statement and by path."""

from __future__ import annotations

from typing import Any

from tests.e2e.workspace import Paths

MERGE = """MERGE INTO h USING (SELECT id, amount, status FROM orders WHERE day IS NOT NULL) o ON h.id = o.id
WHEN MATCHED AND o.status = 'void' THEN DELETE
WHEN MATCHED THEN UPDATE SET amount = o.amount
WHEN NOT MATCHED THEN INSERT (id, amount, status) VALUES (o.id, o.amount, o.status)"""
CREATE = """CREATE TABLE h (id INT, amount DOUBLE, status STRING) USING hudi
TBLPROPERTIES (primaryKey = 'id')"""
STATEMENTS = (
    CREATE,
    "INSERT INTO h SELECT id, amount, status FROM orders",
    "CREATE TABLE c USING hudi TBLPROPERTIES (primaryKey = 'id') AS SELECT id, amount FROM orders",
    "CREATE TABLE copy USING parquet AS SELECT id, amount * 2 AS twice FROM h WHERE status = 'x'",
    "UPDATE h SET amount = amount + 1 WHERE id = 2",
    "DELETE FROM h WHERE id = 3",
    MERGE,
    "CREATE TABLE s USING hudi TBLPROPERTIES (primaryKey = 'id') AS SELECT id, amount FROM orders",
    "UPDATE s SET amount = 0 WHERE id IN (SELECT id FROM orders WHERE status = 'void')",
    "DELETE FROM s WHERE id IN (SELECT id FROM orders WHERE day IS NULL)",
    "CREATE TABLE a (id INT, amount DOUBLE, p INT) USING hudi TBLPROPERTIES (primaryKey = 'id') PARTITIONED BY (p)",
    "INSERT INTO a SELECT id, amount, 1 FROM orders",
    "ALTER TABLE a ADD COLUMNS (note STRING)",
    "ALTER TABLE a SET TBLPROPERTIES ('team' = 'sales')",
    "ALTER TABLE a DROP PARTITION (p = 1)",
    "TRUNCATE TABLE a",
    "CREATE TABLE alike LIKE a USING hudi",
    "DROP TABLE a",
    "CREATE TABLE e (id INT, amount FLOAT, p INT) USING hudi TBLPROPERTIES (primaryKey = 'id') PARTITIONED BY (p)",
    "SET hoodie.schema.on.read.enable = true",
    "SET hoodie.datasource.write.schema.allow.auto.evolution.column.drop = true",
    "ALTER TABLE e ADD COLUMNS (note STRING AFTER id)",
    "ALTER TABLE e RENAME COLUMN note TO remark",
    "ALTER TABLE e ALTER COLUMN amount TYPE DOUBLE",
    "ALTER TABLE e DROP COLUMN remark",
    "SET hoodie.schema.on.read.enable = false",
    "RESET hoodie.datasource.write.schema.allow.auto.evolution.column.drop",
    "INSERT OVERWRITE h SELECT id, amount AS b, upper(status) AS c FROM orders",
    "CREATE TABLE f (id INT, amount DOUBLE, p INT) USING hudi TBLPROPERTIES (primaryKey = 'id') PARTITIONED BY (p)",
    "INSERT INTO f PARTITION (p = 1) SELECT id, amount FROM orders",
    "ALTER TABLE f RENAME TO g",
    "CREATE TABLE IF NOT EXISTS c USING hudi TBLPROPERTIES (primaryKey = 'id') AS SELECT id, day FROM orders",
    "CREATE TABLE k (code INT, price DOUBLE) USING hudi TBLPROPERTIES (primaryKey = 'code')",
    "INSERT INTO k SELECT * FROM c",
    "CREATE TABLE l USING hudi TBLPROPERTIES (primaryKey = 'code') AS SELECT * FROM k",
)


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    for statement in STATEMENTS:
        spark.sql(statement)
    at = f"{paths.out}/by_path"
    options = {
        "hoodie.table.name": "p",
        "hoodie.datasource.write.recordkey.field": "id",
        "hoodie.datasource.write.precombine.field": "twice",
    }
    frame = spark.table("orders").selectExpr("id", "amount * 2 AS twice")
    frame.write.format("hudi").options(**options).mode("append").save(at)
    hudi = spark.read.format("hudi")
    hudi.load(at).select("twice").write.parquet(f"{paths.out}/snapshot")
    hudi.load(at).write.format("hudi").options(**options).mode("append").save(f"{paths.out}/silver")
    since = {
        "hoodie.datasource.query.type": "incremental",
        "hoodie.datasource.read.begin.instanttime": "000",
    }
    hudi.options(**since).load(at).select("id").write.parquet(f"{paths.out}/increment")
    options["hoodie.datasource.write.operation"] = "insert_overwrite_table"
    frame.write.format("hudi").options(**options).mode("append").save(f"{paths.out}/replaced")
    stream(spark, paths, options)


def stream(spark: Any, paths: Paths, options: dict[str, str]) -> None:  # noqa: ANN401
    source = spark.readStream.format("hudi").load(f"{paths.out}/by_path").select("id", "twice")
    options["hoodie.datasource.write.operation"] = "upsert"
    into = source.writeStream.format("hudi").options(**options)
    into = into.option("checkpointLocation", f"{paths.own}/checkpoint").outputMode("append")
    into.trigger(availableNow=True).start(f"{paths.out}/streamed").awaitTermination()
