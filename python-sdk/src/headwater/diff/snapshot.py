"""Lineage as sets that can be compared: without jobs, runs and times, which differ from one run to the next."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from headwater.viewer.model import WHOLE_DATASET

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.viewer import Lineage
    from headwater.viewer.model import Dataset, Transformation

__all__ = ["ROWS", "Node", "Snapshot", "take"]

Node = tuple[str, str]
"""A dataset's name and a column's; `ROWS` for all of its columns."""

ROWS = ""
"""What a filter, a join or a sort of the whole dataset decides."""

_UNCERTAIN = ("opaque", "declared", "unknown")


@dataclass(slots=True)
class Snapshot:
    """What is known of each dataset, by its name: the namespace, a space, and the name in it."""

    labels: dict[str, str] = field(default_factory=dict)
    columns: dict[str, dict[str, str]] = field(default_factory=dict)
    """The type of each column that a schema names."""
    sources: defaultdict[Node, defaultdict[Node, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    """For each column the columns that it is made of, and how."""
    inputs: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The datasets that those jobs read which write this one."""
    gaps: set[str] = field(default_factory=set)
    """What the agent could not read in the latest runs."""


def take(lineage: Lineage, rename: Callable[[str], str] = str) -> Snapshot:
    """Return what is compared; ``rename`` is given each dataset's namespace, a space and its name."""
    names = [rename(f"{dataset.namespace} {dataset.name}") for dataset in lineage.datasets]
    snapshot = Snapshot()
    for name, dataset in zip(names, lineage.datasets, strict=True):
        snapshot.labels[name] = dataset.label
        snapshot.columns.setdefault(name, {}).update((c.name, c.type) for c in dataset.columns if c.type)
    for edge in lineage.edges:
        source = (names[edge.source], lineage.datasets[edge.source].columns[edge.source_column].name)
        target = (names[edge.target], _column(lineage.datasets[edge.target], edge.target_column))
        snapshot.sources[target][source].update(_kind(lineage.transformations[how]) for how in edge.transformations)
    for job in lineage.jobs:
        for output in job.outputs:
            snapshot.inputs[names[output]].update(names[each] for each in job.inputs)
        if job.runs:
            snapshot.gaps.update(rename(text) for name, text in job.runs[0].facts if name == "Not seen")
    return snapshot


def _column(dataset: Dataset, position: int) -> str:
    return ROWS if position == WHOLE_DATASET else dataset.columns[position].name


def _kind(how: Transformation) -> str:
    """Return the kind in words: a description that begins with one of the agent's says how sure it is."""
    certainty = how.description.partition(":")[0]
    words = (how.type, how.subtype, "masked" if how.masking else "", certainty if certainty in _UNCERTAIN else "")
    return " ".join(word for word in words if word)
