"""Namers and filters, one after the other."""

from __future__ import annotations

from dataclasses import replace

import headwater
from headwater.extensions import CatalogTable, Dataset, Event, keep_dataset, keep_event, namer
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths
from tests.extensions.agent import wait_for_listeners
from tests.extensions.commands import COMMANDS


@namer
def short(dataset: Dataset) -> Dataset:
    return replace(dataset, namespace="s3://lake", name=dataset.name.rpartition("/")[2])


@namer
def by_catalog(dataset: Dataset, table: CatalogTable | None) -> Dataset:
    if table is None:
        return dataset
    return Dataset(f"acme://{table.catalog}", ".".join((*table.namespace, table.name)))


@keep_event
def wanted(event: Event) -> bool:
    return not any(o.name.endswith("/dropped") for o in event.outputs)


@keep_dataset
def known(dataset: Dataset) -> bool:
    return not dataset.name.endswith("/hidden")


def run(spark: SparkSession, paths: Paths) -> None:
    for name in ("hidden", "shown"):
        spark.range(5).write.parquet(f"{paths.out}/{name}")
    hidden, visible = (spark.read.parquet(f"{paths.out}/{n}") for n in ("hidden", "shown"))
    with headwater.register(spark, wanted, known):
        visible.write.parquet(f"{paths.out}/dropped")
        hidden.union(visible).write.parquet(f"{paths.out}/filtered")
        wait_for_listeners(spark)
    with headwater.register(spark, by_catalog):
        for command in COMMANDS:
            spark.sql(command)
        wait_for_listeners(spark)
    with headwater.register(spark, short):
        visible.write.parquet(f"{paths.out}/named")
        wait_for_listeners(spark)
