"""Owners of datasets from a YAML file (needs ``pip install pyyaml``).

The file is ``owners.yaml`` beside this file, or ``$OWNERS_FILE``.
"""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from openlineage.client.facet_v2 import ownership_dataset

from headwater.extensions import Context, DatasetFacetBuilder, Facet

if TYPE_CHECKING:
    from collections.abc import Iterator


class Owners(DatasetFacetBuilder):
    """Adds the standard facet ``ownership`` to each dataset that matches a pattern of the file."""

    def __init__(self) -> None:
        # Read the file once, when the extension is loaded: an invalid file is reported then, not at every event.
        file = Path(os.environ.get("OWNERS_FILE") or Path(__file__).with_name("owners.yaml"))
        self.owners: dict[str, str] = yaml.safe_load(file.read_text(encoding="utf-8"))

    def build(self, ctx: Context) -> Iterator[Facet]:
        """Return one facet for each matching dataset; a builder without a subject is called for every event."""
        for dataset in (*ctx.inputs, *ctx.outputs):
            owner = next((team for pattern, team in self.owners.items() if fnmatchcase(dataset.name, pattern)), None)
            if owner is not None:
                value = ownership_dataset.OwnershipDatasetFacet(owners=[ownership_dataset.Owner(name=owner)])
                yield Facet("ownership", value, dataset)
