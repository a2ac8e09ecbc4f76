"""Writes the fixture tables once per session, in a Spark session without the agent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TABLES: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "orders": (
        "id INT, customer_id INT, amount DOUBLE, status STRING, day DATE",
        [
            {"id": 1, "customer_id": 1, "amount": 10.0, "status": "open", "day": "2024-01-01"},
            {"id": 2, "customer_id": 1, "amount": 20.0, "status": "paid", "day": "2024-01-01"},
            {"id": 3, "customer_id": 2, "amount": 30.0, "status": "paid", "day": "2024-01-02"},
            {"id": 4, "customer_id": 9, "amount": 40.0, "status": "open", "day": "2024-01-02"},
        ],
    ),
    "customers": (
        "id INT, name STRING, city STRING",
        [
            {"id": 1, "name": "Ada", "city": "London"},
            {"id": 2, "name": "Emmy", "city": "Erlangen"},
            {"id": 3, "name": "Grace", "city": "Arlington"},
        ],
    ),
    "people": (
        (
            "id INT, name STRUCT<first: STRING, last: STRING>, "
            "address STRUCT<city: STRING, geo: STRUCT<lat: DOUBLE, lon: DOUBLE>>, "
            "tags ARRAY<STRING>, attrs MAP<STRING, STRING>, "
            "items ARRAY<STRUCT<sku: STRING, price: DOUBLE>>"
        ),
        [
            {
                "id": 1,
                "name": {"first": "Ada", "last": "Lovelace"},
                "address": {"city": "London", "geo": {"lat": 51.5, "lon": -0.1}},
                "tags": ["x", "y"],
                "attrs": {"k": "v"},
                "items": [{"sku": "a", "price": 1.0}],
            }
        ],
    ),
}


def write(spark: Any, folder: Path) -> None:  # noqa: ANN401 - PySpark is not in this environment
    """Write every table as parquet to `folder/NAME`, and the orders in each other format to `folder/FORMAT`."""
    for name, (schema, rows) in TABLES.items():
        source = folder / f"{name}.rows"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text("".join(json.dumps(row) + "\n" for row in rows))
        frame = spark.read.schema(schema).json(str(source)).coalesce(1)
        frame.write.parquet(str(folder / name))
    orders = spark.read.parquet(str(folder / "orders")).coalesce(1)
    orders.write.option("header", "true").csv(str(folder / "csv"))
    orders.write.json(str(folder / "json"))
    orders.write.orc(str(folder / "orc"))
    orders.write.format("avro").save(str(folder / "avro"))
    orders.select("status").write.text(str(folder / "text"))
