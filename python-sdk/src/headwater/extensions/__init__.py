"""Extensions of the agent, written in Python.

>>> from headwater.extensions import Context, InputDataset, Node, visitor
>>> @visitor("AcmeRelation")
... def acme(node: Node, ctx: Context) -> InputDataset:
...     return InputDataset("acme", node.args["table"])
"""

from __future__ import annotations

from headwater.extensions.builders import (
    DatasetFacetBuilder,
    InputDatasetBuilder,
    InputDatasetFacetBuilder,
    JobFacetBuilder,
    OutputDatasetBuilder,
    OutputDatasetFacetBuilder,
    RunFacetBuilder,
    dataset_builder,
    facet_builder,
)
from headwater.extensions.context import Application, Context, Event, Job
from headwater.extensions.datasets import (
    CatalogTable,
    ColumnDependency,
    ColumnSource,
    Dataset,
    InputDataset,
    OutputDataset,
)
from headwater.extensions.event_processing import (
    BatchTransport,
    DatasetFilter,
    EventFilter,
    EventTransformer,
    JobNamer,
    Namer,
    Transport,
    event_transformer,
    job_namer,
    keep_dataset,
    keep_event,
    namer,
    transport,
)
from headwater.extensions.facets import Facet
from headwater.extensions.node import Attribute, Node
from headwater.extensions.subjects import (
    RDD,
    ActiveJob,
    ClientOperation,
    JobEnd,
    JobStart,
    SinkProgress,
    SourceProgress,
    SQLExecutionEnd,
    SQLExecutionStart,
    Stage,
    StageInfo,
    StateOperatorProgress,
    StreamingQueryProgress,
    TaskMetrics,
)
from headwater.extensions.visitors import QueryPlanVisitor, VisitResult, visitor

__all__ = [
    "RDD",
    "ActiveJob",
    "Application",
    "Attribute",
    "BatchTransport",
    "CatalogTable",
    "ClientOperation",
    "ColumnDependency",
    "ColumnSource",
    "Context",
    "Dataset",
    "DatasetFacetBuilder",
    "DatasetFilter",
    "Event",
    "EventFilter",
    "EventTransformer",
    "Facet",
    "InputDataset",
    "InputDatasetBuilder",
    "InputDatasetFacetBuilder",
    "Job",
    "JobEnd",
    "JobFacetBuilder",
    "JobNamer",
    "JobStart",
    "Namer",
    "Node",
    "OutputDataset",
    "OutputDatasetBuilder",
    "OutputDatasetFacetBuilder",
    "QueryPlanVisitor",
    "RunFacetBuilder",
    "SQLExecutionEnd",
    "SQLExecutionStart",
    "SinkProgress",
    "SourceProgress",
    "Stage",
    "StageInfo",
    "StateOperatorProgress",
    "StreamingQueryProgress",
    "TaskMetrics",
    "Transport",
    "VisitResult",
    "dataset_builder",
    "event_transformer",
    "facet_builder",
    "job_namer",
    "keep_dataset",
    "keep_event",
    "namer",
    "transport",
    "visitor",
]
