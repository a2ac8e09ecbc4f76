"""The lineage of events as objects: datasets with columns, jobs with runs, and edges between columns.

``_graph`` declares them, and ``_build`` and ``_datasets`` make them from events. ``_runs`` and ``_declared`` choose the
events that count, ``_names`` merges the names of a dataset, ``_nested`` finds the
parts of a column, and ``_facts``, ``_facets`` and ``_views`` read facets.
"""

from __future__ import annotations

from headwater.model._build import build_lineage
from headwater.model._graph import (
    CERTAINTIES,
    UNCERTAIN,
    WHOLE_DATASET,
    Column,
    ColumnEdge,
    Dataset,
    FacetTable,
    Flow,
    Gap,
    Job,
    Lineage,
    Run,
    Tag,
    Transformation,
    UncertainColumn,
    WrittenOutput,
)
from headwater.model._nested import NestedColumns
from headwater.model._runs import (
    HISTORY_FACETS,
    LINEAGE_FACETS,
    JobRun,
    Write,
    application_of,
    is_streaming,
    last_writes,
    lineage_runs,
    replaces,
)

__all__ = [
    "CERTAINTIES",
    "HISTORY_FACETS",
    "LINEAGE_FACETS",
    "UNCERTAIN",
    "WHOLE_DATASET",
    "Column",
    "ColumnEdge",
    "Dataset",
    "FacetTable",
    "Flow",
    "Gap",
    "Job",
    "JobRun",
    "Lineage",
    "NestedColumns",
    "Run",
    "Tag",
    "Transformation",
    "UncertainColumn",
    "Write",
    "WrittenOutput",
    "application_of",
    "build_lineage",
    "is_streaming",
    "last_writes",
    "lineage_runs",
    "replaces",
]
