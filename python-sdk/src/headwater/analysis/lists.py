"""Answers that are one row for each table or column; each row maps the names of its cells to texts and numbers."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from headwater.analysis.graph import ROWS, time_text
from headwater.analysis.name_index import names_of
from headwater.model import UNCERTAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from headwater.analysis.graph import LineageGraph
    from headwater.model import Dataset, Job

__all__ = ["Row", "Uncertain", "find_columns", "stale_tables", "uncertain_columns", "uncertain_rows", "unused"]

Row = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A column whose lineage is ``local``, ``opaque`` or ``unknown``, or a ``gap``: a node that could not be read.

    ``reason`` is the SQL of the column or the reason of the gap, and ``node`` has the nodes that the job's gaps name.
    """

    dataset: int | None
    column: str
    certainty: str
    reason: str
    node: str
    job: str


_MILLIS_PER_DAY = 24 * 60 * 60 * 1000


def find_columns(graph: LineageGraph, pattern: str) -> Iterator[Row]:
    """Yield the columns with a name, ``TABLE.COLUMN`` included; ``*`` and ``?`` are as in a shell."""
    wanted = pattern.casefold()
    for number, dataset in enumerate(graph.lineage.datasets):
        names = [name.casefold() for name in names_of(dataset)]
        for position, column in enumerate(dataset.columns):
            name = column.name.casefold()
            whole = (f"{table}.{name}" for table in names)
            parts = (name, name.rpartition(".")[2])
            if not any(fnmatchcase(each, wanted) for each in (*parts, *whole)):
                continue
            node = number, position
            yield {
                "column": graph.label(node),
                "type": column.type,
                "sources": len({step.source for step in graph.upstream(node) if step.is_direct}),
                "used_by": len({step.target for step in graph.downstream(node)}),
                "tags": ", ".join(dict.fromkeys(tag.key for tag in graph.tags(node))),
                "owner": ", ".join(graph.owners(number)),
            }


def unused(graph: LineageGraph) -> Iterator[Row]:
    """Yield the tables that no job reads and, of those that are read, the columns that nothing depends on.

    Columns of a table that a job reads without saying which columns are not listed.
    """
    for number, dataset in enumerate(graph.lineage.datasets):
        common: Row = {"last_written": time_text(graph.last_written(number)), "owner": ", ".join(graph.owners(number))}
        if not graph.readers.get(number) and not any(True for _ in graph.downstream((number, ROWS))):
            yield {"unused": dataset.label, "what": "table", **common}
        elif not graph.reads_unknown_columns(number):
            for node in ((number, position) for position in range(len(dataset.columns))):
                if not any(True for _ in graph.downstream(node)):
                    yield {"unused": graph.label(node), "what": "column", **common}


def stale_tables(graph: LineageGraph, now: int, days: float | None) -> Iterator[Row]:
    """Yield the tables whose sources were written after them and, if given, those that were not written for ``days``.

    Views are never stale. ``now`` is in milliseconds since 1970.
    """
    for number, dataset in enumerate(graph.lineage.datasets):
        written = graph.last_written(number)
        if written is None or _is_view(dataset):
            continue
        reasons = []
        if newer := list(_newer_sources(graph, number, written)):
            reasons.append(f"written after it: {', '.join(newer)}")
        if days is not None and now - written > days * _MILLIS_PER_DAY:
            reasons.append(f"not written for {(now - written) // _MILLIS_PER_DAY} days")
        if reasons:
            owner = ", ".join(graph.owners(number))
            yield {
                "table": dataset.label,
                "last_written": time_text(written),
                "reason": "; ".join(reasons),
                "owner": owner,
            }


def _is_view(dataset: Dataset) -> bool:
    """Return whether a dataset is computed when it is read; a materialized view is not."""
    kind = dict(dataset.facts).get("Kind", "").upper()
    return kind.startswith("VIEW") and "MATERIALIZED" not in kind


def _newer_sources(graph: LineageGraph, dataset: int, written: int) -> Iterator[str]:
    """Yield the sources that a job has written after the last run that wrote the dataset began.

    A stream reads until its last write, and one that has not ended will still read what is new.
    """
    last = [run for run in graph.writes(dataset) if run.last_write == written]
    if any(run.ended is None for run in last):
        return
    began = max((written if run.streaming else run.started for run in last), default=written)
    for source in _sources_behind_views(graph, dataset):
        if (of_source := graph.last_written(source)) is not None and of_source > began:
            yield graph.label((source, ROWS))


def _sources_behind_views(graph: LineageGraph, dataset: int) -> Iterator[int]:
    """Yield what the runs have read that a dataset comes from and, of a view, what it reads."""
    found, pending = {dataset}, deque(graph.inputs_of(dataset))
    while pending:
        if (source := pending.popleft()) not in found:
            found.add(source)
            yield source
            if _is_view(graph.lineage.datasets[source]):
                pending.extend(graph.inputs_of(source))


def uncertain_columns(graph: LineageGraph) -> list[Uncertain]:
    """Return the local, opaque and unknown columns with their jobs, then the gaps of each job's latest run."""
    lineage = graph.lineage
    found: dict[tuple[int, int, int], tuple[str, str]] = {
        (each.dataset, each.column, each.job): (each.certainty, "") for each in lineage.uncertain
    }
    for edge in lineage.edges:
        for index in edge.transformations:
            how = lineage.transformations[index]
            if how.certainty in UNCERTAIN:
                found.setdefault((edge.target, edge.target_column, edge.job), (how.certainty, how.expression))
    columns = [
        Uncertain(dataset, graph.label((dataset, column)), *state, _nodes(lineage.jobs[job]), lineage.jobs[job].label)
        for (dataset, column, job), state in found.items()
    ]
    gaps = [
        Uncertain(None, "", "gap", f"{gap.stage}: {gap.reason}", gap.node, job.label)
        for job in lineage.jobs
        for gap in job.gaps
    ]
    return columns + gaps


def uncertain_rows(graph: LineageGraph) -> Iterator[Row]:
    """Yield `uncertain_columns` as rows."""
    for found in uncertain_columns(graph):
        yield {name: getattr(found, name) for name in ("column", "certainty", "reason", "node", "job")}


def _nodes(job: Job) -> str:
    return ", ".join(dict.fromkeys(gap.node for gap in job.gaps))
