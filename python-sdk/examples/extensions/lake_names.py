"""A namer that gives the replica of a lake the name of the lake, so that lineage continues beyond the copy."""

from __future__ import annotations

from dataclasses import replace

from headwater.extensions import Dataset, namer

NAMES = {"s3://lake-replica": "s3://lake", "ledger://accounting": "ledger://books"}


@namer
def lake(dataset: Dataset) -> Dataset | None:
    """Return the same dataset in the lake, or ``None`` for datasets of other namespaces."""
    renamed = NAMES.get(dataset.namespace)
    return replace(dataset, namespace=renamed) if renamed else None
