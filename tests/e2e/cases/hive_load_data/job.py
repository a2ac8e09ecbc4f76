# hive: yes
"""LOAD DATA moves files into a table with a Hive format."""

from __future__ import annotations

from typing import Any

from tests.e2e.workspace import Paths


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    spark.sql(
        "CREATE TABLE notes (id INT, text STRING) ROW FORMAT DELIMITED FIELDS TERMINATED BY ','"
    )
    place = paths.own / "in"
    for name in ("first", "second"):
        (place / name).mkdir(parents=True)
        (place / name / "notes.csv").write_text("1,one\n2,two\n")
    spark.sql(f"LOAD DATA LOCAL INPATH '{place}/first' INTO TABLE notes")
    spark.sql(f"LOAD DATA LOCAL INPATH '{place}/second' OVERWRITE INTO TABLE notes")
    spark.sql("SELECT id, text FROM notes").write.parquet(paths.out)
    spark.sql("CREATE TABLE days (id INT) PARTITIONED BY (Day STRING) STORED AS PARQUET")
    spark.range(1).selectExpr("int(id) AS id").write.parquet(str(place / "third"))
    spark.sql(f"LOAD DATA INPATH '{place}/third' INTO TABLE days PARTITION (day = 'x')")


# rows: node.load-data
