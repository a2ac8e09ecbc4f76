"""How much of everything a lineage has."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from headwater.model import NestedColumns

if TYPE_CHECKING:
    from headwater.model import Lineage

__all__ = ["summarize"]


def _with_source(lineage: Lineage) -> Counter[int]:
    """Count the columns of each dataset that have a source, or whose struct or part has one."""
    known = {(edge.target, edge.target_column) for edge in lineage.edges if edge.target_column >= 0}
    found = Counter[int]()
    for number, dataset in enumerate(lineage.datasets):
        nested = NestedColumns(column.name for column in dataset.columns)
        for column in range(len(dataset.columns)):
            related = (column, *nested.parents(column), *nested.parts(column))
            found[number] += any((number, each) in known for each in related)
    return found


def summarize(lineage: Lineage) -> dict[str, Any]:
    """Return the counts; ``by_dataset`` has the number of columns with a known source of each dataset."""
    edges = Counter(edge.target for edge in lineage.edges)
    sourced = _with_source(lineage)
    writers = Counter(dataset for job in lineage.jobs for dataset in job.outputs)
    readers = Counter(dataset for job in lineage.jobs for dataset in job.inputs)
    runs = [run for job in lineage.jobs if job.kind != "VIEW" for run in job.runs]
    return {
        "jobs": len(lineage.jobs),
        "runs": len(runs),
        "failed_runs": sum(run.status in {"FAIL", "ABORT"} for run in runs),
        "datasets": len(lineage.datasets),
        "columns": sum(len(dataset.columns) for dataset in lineage.datasets),
        "edges": len(lineage.edges),
        "by_dataset": [
            {
                "dataset": dataset.label,
                "columns": len(dataset.columns),
                "with_source": sourced[number],
                "edges": edges[number],
                "written_by": writers[number],
                "read_by": readers[number],
            }
            for number, dataset in enumerate(lineage.datasets)
        ],
    }
