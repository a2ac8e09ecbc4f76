"""An extension of a module whose import takes longer than the first event waits."""

from __future__ import annotations

import os
import time
from pathlib import Path

from headwater.extensions import Context, Dataset, facet_builder, namer
from headwater.extensions import Facet as FacetsByName

time.sleep(4)
(Path(os.environ["ACME_FOLDER"]) / "slow-import").touch()


@facet_builder("run")
def late(ctx: Context) -> FacetsByName:
    """A run facet of every event."""
    return FacetsByName("late", {"type": ctx.type})


@namer(required=True)
def renamed(dataset: Dataset) -> Dataset:
    """The last part of the path in another namespace."""
    return Dataset("s3://lake", dataset.name.rpartition("/")[2])
