"""The lineage of one query as values, made from the agent's event."""

from __future__ import annotations

import copy
import html
import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from headwater.analysis import LineageGraph
from headwater.errors import EventError
from headwater.events import RunEvent, parse_event
from headwater.model import CERTAINTIES, WHOLE_DATASET, build_lineage
from headwater.queries import drawing
from headwater.viewer import render_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from headwater.analysis import Node
    from headwater.model import Lineage, Transformation

__all__ = ["DatasetName", "OutputColumn", "QueryLineage", "SourceColumn"]

_EXACT = "exact"
_PAGE_HEIGHT = 460
"""The height of the page in a notebook, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class DatasetName:
    """The identity of a dataset by OpenLineage's naming specification, and its shortest unique name, ``label``."""

    namespace: str
    name: str
    label: str

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A column that another one depends on, in one way; two ways are two sources.

    ``type`` and ``subtype`` are those of OpenLineage's facet ``columnLineage``, such as ``DIRECT`` and ``IDENTITY``.
    ``certainty`` is ``exact``, ``declared``, ``local``, ``opaque`` or ``unknown``; ``expression`` is SQL or empty.
    """

    dataset: DatasetName
    column: str
    type: str
    subtype: str
    masking: bool
    certainty: str
    expression: str

    def __str__(self) -> str:
        return f"{self.dataset}.{self.column}"


@dataclass(frozen=True, slots=True)
class OutputColumn:
    """A column of the result with its sources, without those that all columns have: `QueryLineage.rows`.

    A part of a struct, an array or a map is one, too: ``address.city``. If the query uses ``address`` as a whole, the
    sources of the part are those of the whole.

    ``certainty`` is that of the least certain source or, without sources, that of the column.
    """

    dataset: DatasetName
    name: str
    sources: tuple[SourceColumn, ...]
    certainty: str


@dataclass(frozen=True, slots=True)
class QueryLineage:
    """The datasets that a query reads and writes, and the sources of each output column.

    ``rows`` are the columns that filters, joins, groupings and sorts of the whole query use. The output of a query that
    only returns rows is the dataset ``headwater``, ``result``. A notebook shows the object as a page.
    """

    inputs: tuple[DatasetName, ...]
    outputs: tuple[DatasetName, ...]
    columns: tuple[OutputColumn, ...]
    rows: tuple[SourceColumn, ...]
    _event: Mapping[str, Any] = field(repr=False, compare=False)
    _lineage: Lineage = field(repr=False, compare=False)

    @classmethod
    def of_event(cls, event: Mapping[str, Any]) -> QueryLineage:
        """Return the lineage of a run event; raise :class:`~headwater.EventError` if it is none."""
        parsed = parse_event(json.dumps(event))
        if not isinstance(parsed, RunEvent):
            raise EventError("this is not the event of a run: it has no `run`")
        lineage = build_lineage([parsed])
        names = [DatasetName(each.namespace, each.name, each.label) for each in lineage.datasets]
        by_name = {f"{each.namespace} {each.name}": each for each in names}
        by_name |= {alias: name for each, name in zip(lineage.datasets, names, strict=True) for alias in each.aliases}
        graph = LineageGraph(lineage)
        read, written = (
            tuple(by_name[f"{each.namespace} {each.name}"] for each in refs) for refs in (parsed.inputs, parsed.outputs)
        )
        return cls(
            read,
            written,
            tuple(_columns(graph, names, written)),
            tuple(_row_sources(graph, names)),
            event,
            lineage,
        )

    def column(self, name: str) -> OutputColumn:
        """Return the output column with a name; raise ``KeyError`` if there is none, or more than one."""
        found = [each for each in self.columns if each.name == name]
        if len(found) != 1:
            raise KeyError(
                f"{len(found)} columns named {name!r}; columns: {', '.join(each.name for each in self.columns)}"
            )
        return found[0]

    def edges(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Return ``(source, target, attributes)`` for each dependency, for ``networkx.MultiDiGraph(lineage.edges())``.

        Nodes are ``dataset.column``; the target of `rows` is the output dataset. The attributes are ``type``,
        ``subtype``, ``masking``, ``certainty`` and ``expression``.
        """
        by_column = [
            (source, f"{column.dataset}.{column.name}") for column in self.columns for source in column.sources
        ]
        by_rows = [(source, str(output)) for output in self.outputs for source in self.rows]
        return [(str(source), target, _attributes(source)) for source, target in (*by_column, *by_rows)]

    def to_mermaid(self) -> str:
        """Return the columns that are connected, as a flowchart of Mermaid; dotted lines are indirect."""
        return drawing.to_mermaid(self)

    def to_dot(self) -> str:
        """Return the columns that are connected, as a graph of Graphviz; dashed lines are indirect."""
        return drawing.to_dot(self)

    def to_openlineage(self) -> dict[str, Any]:
        """Return the OpenLineage event, COMPLETE, of a run with the id 0 at the time 0: the query was not run."""
        return copy.deepcopy(dict(self._event))

    def _repr_html_(self) -> str:
        """Return the viewer's page in a frame that may run its own script and can reach nothing else."""
        page = html.escape(render_page(self._lineage, title="Query"), quote=True)
        style = f"width:100%;height:{_PAGE_HEIGHT}px;border:1px solid #8884"
        rights = "allow-scripts allow-downloads"
        return f'<iframe title="Lineage of a query" sandbox="{rights}" style="{style}" srcdoc="{page}"></iframe>'

    def __str__(self) -> str:
        lines = [
            f"{what} {each.namespace} {each.name}"
            for what, given in (("input", self.inputs), ("output", self.outputs))
            for each in given
        ]
        for column in self.columns:
            sources = (f"{source} ({source.type} {source.subtype})" for source in column.sources)
            lines.append(f"  {column.name} <- {', '.join(sources) or 'nothing'}")
        of_rows = (f"filtered, joined, grouped or sorted by {each} ({each.subtype})" for each in self.rows)
        return "\n".join([*lines, *of_rows])


def _row_sources(graph: LineageGraph, names: list[DatasetName]) -> Iterator[SourceColumn]:
    for edge in graph.lineage.edges:
        if edge.target_column == WHOLE_DATASET:
            how = tuple(graph.lineage.transformations[index] for index in edge.transformations)
            yield from _sources(graph, names, (edge.source, edge.source_column), how)


def _columns(graph: LineageGraph, names: list[DatasetName], outputs: tuple[DatasetName, ...]) -> Iterator[OutputColumn]:
    stated: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for each in graph.lineage.uncertain:
        stated[each.dataset, each.column].append(each.certainty)
    for number, dataset in enumerate(graph.lineage.datasets):
        if names[number] in outputs:
            for position, column in enumerate(dataset.columns):
                at = number, position
                steps = graph.made_by(at)
                sources = tuple(source for step in steps for source in _sources(graph, names, step.source, step.how))
                around = (at,) if sources else (at, *reversed(graph.wholes(at)))
                of_column = next((stated[each] for each in around if each in stated), [])
                certainty = _least([*of_column, *(source.certainty for source in sources)])
                yield OutputColumn(names[number], column.name, sources, certainty)


def _sources(
    graph: LineageGraph, names: list[DatasetName], source: Node, how: tuple[Transformation, ...]
) -> Iterator[SourceColumn]:
    name = graph.lineage.datasets[source[0]].columns[source[1]].name
    for each in how:
        certainty = each.certainty or _EXACT
        yield SourceColumn(names[source[0]], name, each.type, each.subtype, each.masking, certainty, each.expression)


def _least(certainties: list[str]) -> str:
    return next((each for each in reversed(CERTAINTIES) if each in certainties), _EXACT)


def _attributes(source: SourceColumn) -> dict[str, Any]:
    return {name: getattr(source, name) for name in ("type", "subtype", "masking", "certainty", "expression")}
