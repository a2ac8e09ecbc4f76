"""The lineage of a query as text for drawing programs: Mermaid and Graphviz."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from headwater.queries.lineage import DatasetName, QueryLineage

__all__ = ["to_dot", "to_mermaid"]

_ROWS = "(rows)"
"""The node for what filters, joins and sorts determine: all rows of an output."""

Drawn = dict[tuple["DatasetName", str], str]


def to_mermaid(lineage: QueryLineage) -> str:
    """Return a flowchart: a subgraph for each dataset, a node for each column that is connected."""
    nodes = _nodes(lineage)
    lines = ["flowchart LR"]
    for number, dataset in enumerate(dict.fromkeys(dataset for dataset, _ in nodes)):
        lines.append(f'  subgraph d{number}["{_mermaid_text(dataset.label)}"]')
        lines += [f'    {node}["{_mermaid_text(name)}"]' for (of, name), node in nodes.items() if of == dataset]
        lines.append("  end")
    for source, target, kind in _links(lineage, nodes):
        arrow = "-.->" if kind.startswith("INDIRECT") else "-->"
        lines.append(f'  {source} {arrow}|"{_mermaid_text(kind)}"| {target}')
    return "\n".join(lines) + "\n"


def to_dot(lineage: QueryLineage) -> str:
    """Return a directed graph: a cluster for each dataset, a node for each column that is connected."""
    nodes = _nodes(lineage)
    lines = ["digraph lineage {", "  rankdir=LR;", "  node [shape=box];"]
    for number, dataset in enumerate(dict.fromkeys(dataset for dataset, _ in nodes)):
        lines += [f"  subgraph cluster_{number} {{", f"    label={_dot_text(dataset.label)};"]
        lines += [f"    {node} [label={_dot_text(name)}];" for (of, name), node in nodes.items() if of == dataset]
        lines.append("  }")
    for source, target, kind in _links(lineage, nodes):
        style = ", style=dashed" if kind.startswith("INDIRECT") else ""
        lines.append(f"  {source} -> {target} [label={_dot_text(kind)}{style}];")
    return "\n".join([*lines, "}"]) + "\n"


def _nodes(lineage: QueryLineage) -> Drawn:
    """Return an identifier for each column that is drawn: sources, then outputs."""
    sources = [source for column in lineage.columns for source in column.sources]
    keys = [(source.dataset, source.column) for source in (*sources, *lineage.rows)]
    keys += [(column.dataset, column.name) for column in lineage.columns]
    keys += [(output, _ROWS) for output in lineage.outputs if lineage.rows]
    return {key: f"c{number}" for number, key in enumerate(dict.fromkeys(keys))}


def _links(lineage: QueryLineage, nodes: Drawn) -> Iterator[tuple[str, str, str]]:
    """Yield source, target and kind of each arrow."""
    targets = [(column.sources, (column.dataset, column.name)) for column in lineage.columns]
    targets += [(lineage.rows, (output, _ROWS)) for output in lineage.outputs]
    for sources, target in targets:
        for source in sources:
            yield nodes[source.dataset, source.column], nodes[target], f"{source.type} {source.subtype}".strip()


def _mermaid_text(text: str) -> str:
    """Return text that Mermaid takes inside quotes; entities are its only escape."""
    escaped = text.replace("#", "#35;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
    return escaped.replace("\n", " ").replace("\r", " ")


def _dot_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "") + '"'
