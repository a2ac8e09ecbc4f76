"""Lineage as comparable sets, without jobs, runs and times, which differ between runs."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from headwater.analysis import LineageGraph
from headwater.model import UNCERTAIN, WHOLE_DATASET

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.analysis import Node
    from headwater.model import Dataset, Lineage, Transformation

__all__ = ["ROWS", "ColumnName", "Snapshot", "snapshot_of"]

ColumnName = tuple[str, str]
"""A dataset's name and a column's name; `ROWS` stands for all rows of the dataset."""

ROWS = ""
"""The rows of a dataset, which a filter, a join or a sort determines."""


@dataclass(slots=True)
class Snapshot:
    """The lineage of each dataset by its name, ``NAMESPACE NAME``."""

    graph: LineageGraph
    names: list[str]
    """The name of each dataset of the graph."""
    nodes: dict[ColumnName, list[Node]] = field(default_factory=dict)
    """The columns of the graph with a name: more than one if datasets got the same name."""
    labels: dict[str, str] = field(default_factory=dict)
    columns: dict[str, dict[str, str]] = field(default_factory=dict)
    """The type of each column that a schema names, or an empty text if it has none."""
    sources: defaultdict[ColumnName, defaultdict[ColumnName, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    """The source columns of each column, with the kind of dependency."""
    expressions: defaultdict[ColumnName, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The SQL that computes each column, or determines the rows, as far as the events have it."""
    inputs: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The input datasets of the runs that wrote this dataset."""
    certainty: dict[ColumnName, str] = field(default_factory=dict)
    """How certain it is that a column has no sources, the worst of the jobs; see `certainty_of`."""
    described: set[str] = field(default_factory=set)
    """The datasets of which jobs tell the sources of columns."""
    gaps: set[str] = field(default_factory=set)
    """The gaps that the agent reported in the latest runs."""

    def certainty_of(self, node: ColumnName) -> str:
        """Return how certain it is that a column has no sources, or an empty text if it has some, or no job says it."""
        if node in self.sources or node[0] not in self.described:
            return ""
        return self.certainty.get(node, "exact")

    def node(self, of_graph: Node) -> ColumnName:
        """Return a column of the graph by its names."""
        dataset, column = of_graph
        return self.names[dataset], _column(self.graph.lineage.datasets[dataset], column)


def snapshot_of(lineage: Lineage, rename: Callable[[str], str] = str) -> Snapshot:
    """Return the snapshot of a lineage; ``rename`` is applied to each ``NAMESPACE NAME``."""
    names = [rename(f"{dataset.namespace} {dataset.name}") for dataset in lineage.datasets]
    snapshot = Snapshot(LineageGraph(lineage), names)
    for number, (name, dataset) in enumerate(zip(names, lineage.datasets, strict=True)):
        snapshot.labels[name] = dataset.label
        for position in range(WHOLE_DATASET, len(dataset.columns)):
            snapshot.nodes.setdefault((name, _column(dataset, position)), []).append((number, position))
        snapshot.columns.setdefault(name, {}).update((c.name, c.type) for c in dataset.columns[: dataset.in_schema])
    for edge in lineage.edges:
        source = (names[edge.source], lineage.datasets[edge.source].columns[edge.source_column].name)
        target = (names[edge.target], _column(lineage.datasets[edge.target], edge.target_column))
        transformations = [lineage.transformations[how] for how in edge.transformations]
        snapshot.sources[target][source].update(_kind(each) for each in transformations)
        snapshot.expressions[target].update(each.expression for each in transformations if each.expression)
    _add_uncertain(snapshot, lineage)
    for job in lineage.jobs:
        for flow in job.flows:
            inputs = {names[each] for each in flow.inputs}
            for output in flow.outputs:
                snapshot.inputs[names[output]] |= inputs
        snapshot.gaps.update(rename(str(gap)) for gap in job.gaps)
    return snapshot


def _add_uncertain(snapshot: Snapshot, lineage: Lineage) -> None:
    for each in lineage.uncertain:
        node = snapshot.node((each.dataset, each.column))
        snapshot.certainty[node] = max(snapshot.certainty.get(node, UNCERTAIN[0]), each.certainty, key=UNCERTAIN.index)
    outputs = chain((target for _, target in lineage.described), (each.dataset for each in lineage.uncertain))
    snapshot.described.update(snapshot.names[output] for output in outputs)


def _column(dataset: Dataset, position: int) -> str:
    return ROWS if position == WHOLE_DATASET else dataset.columns[position].name


def _kind(how: Transformation) -> str:
    """Return the kind of a dependency as text, with its certainty."""
    return " ".join(filter(None, (how.kind, how.certainty)))
