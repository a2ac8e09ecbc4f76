"""Answers as JSON values: what is reached, with the steps of each path, and all that is known about one name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater.analysis.graph import ROWS, time_text
from headwater.analysis.lists import uncertain_columns

if TYPE_CHECKING:
    from headwater.analysis.graph import JobStep, LineageGraph, Node
    from headwater.analysis.impact import Impact, ReachedNode

__all__ = ["explain_document", "impact_document", "node_document", "reached_document"]

_MAX_RUNS = 5


def impact_document(impact: Impact) -> dict[str, Any]:
    """Return all that is reached."""
    return {
        "start": node_document(impact.graph, impact.start),
        "direction": "downstream" if impact.downstream else "upstream",
        "reached": [reached_document(impact, reached) for reached in impact.reached],
    }


def reached_document(impact: Impact, reached: ReachedNode) -> dict[str, Any]:
    """Return one column or table that is reached, with the path to it."""
    graph = impact.graph
    return {
        **node_document(graph, reached.node),
        "completed": impact.is_complete(reached),
        "last_run": _last_run(graph, reached.node[0]),
        "owners": list(graph.owners(reached.node[0])),
        "steps": [_step(graph, step) for step in reached.steps],
    }


def node_document(graph: LineageGraph, node: Node) -> dict[str, str]:
    """Return the names of a dataset or a column."""
    dataset = graph.lineage.datasets[node[0]]
    found = {"namespace": dataset.namespace, "name": dataset.name, "table": dataset.label}
    return found if node[1] == ROWS else {**found, "column": dataset.columns[node[1]].name}


def explain_document(graph: LineageGraph, node: Node) -> dict[str, Any]:
    """Return what a table or a column is, which steps make it, which steps use it, and what is not known about it."""
    dataset = graph.lineage.datasets[node[0]]
    column = None if node[1] == ROWS else dataset.columns[node[1]]
    tags = graph.tags(node)
    related = {graph.label(each) for each in (node, *graph.wholes(node), *graph.parts(node))}
    return {
        **node_document(graph, node),
        "other_names": list(dataset.aliases),
        "type": column.type if column else dict(dataset.facts).get("Storage", ""),
        "description": column.description if column else dict(dataset.facts).get("Description", ""),
        "columns": [] if column else [{"name": each.name, "type": each.type} for each in dataset.columns],
        "owners": list(graph.owners(node[0])),
        "tags": list(dict.fromkeys(f"{tag.key}={tag.value}" if tag.value else tag.key for tag in tags)),
        "last_written": time_text(graph.last_written(node[0])),
        "made_by": [_step(graph, step) for step in graph.upstream(node)],
        "used_by": [_step(graph, step) for step in graph.downstream(node)],
        "jobs": [_job(graph, number) for number in graph.writers.get(node[0], ())],
        "unknown": [
            {"column": each.column, "certainty": each.certainty, "reason": each.reason}
            for each in uncertain_columns(graph)
            if each.dataset == node[0] and (column is None or each.column in related)
        ],
    }


def _job(graph: LineageGraph, number: int) -> dict[str, Any]:
    job = graph.lineage.jobs[number]
    runs = [
        {
            "id": run.id,
            "status": run.status,
            "started": time_text(run.started),
            "ended": time_text(run.ended),
            "error": run.error,
        }
        for run in job.runs[:_MAX_RUNS]
    ]
    return {"namespace": job.namespace, "name": job.name, "kind": job.kind, "sql": job.sql, "last_runs": runs}


def _last_run(graph: LineageGraph, dataset: int) -> dict[str, str] | None:
    run = graph.last_run(dataset)
    if run is None:
        return None
    return {"id": run.id, "status": run.status, "started": time_text(run.started), "ended": time_text(run.ended)}


def _step(graph: LineageGraph, step: JobStep) -> dict[str, Any]:
    job = graph.lineage.jobs[step.job]
    return {
        "source": node_document(graph, step.source),
        "target": node_document(graph, step.target),
        "kind": step.kind,
        "expression": step.expression,
        "job": {"namespace": job.namespace, "name": job.name},
        "completed": graph.is_complete(step),
    }
