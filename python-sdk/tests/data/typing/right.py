"""Extensions without a mistake: each one is the twin of one of `wrong.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from openlineage.client.facet_v2 import ownership_job

import headwater
from headwater.extensions import (
    CatalogTable,
    ColumnDependency,
    Context,
    Dataset,
    DatasetFilter,
    Event,
    InputDataset,
    InputDatasetBuilder,
    Job,
    Namer,
    Node,
    OutputDataset,
    QueryPlanVisitor,
    RunFacetBuilder,
    SQLExecutionEnd,
    StageInfo,
    VisitResult,
    dataset_builder,
    event_transformer,
    facet_builder,
    job_namer,
    keep_event,
    namer,
    transport,
    visitor,
)


class ReturnsOfAClass(RunFacetBuilder):
    def build(self, end: SQLExecutionEnd) -> dict[str, object]:
        return {"acme_cost": {"millis": end.duration_millis}}


class ReturnsOfADatasetBuilder(InputDatasetBuilder):
    def build(self, end: SQLExecutionEnd) -> Iterator[InputDataset]:
        yield InputDataset("acme", "rates")


@facet_builder("run")
def returns_of_a_function(ctx: Context) -> dict[str, object]:
    return {"acme_cost": {}}


@facet_builder("run")
def arguments_of_a_function(stage: StageInfo) -> dict[str, object]:
    return {"acme_spill": {"bytes": stage.task_metrics.disk_bytes_spilled}}


@facet_builder("job")
def a_standard_facet() -> ownership_job.OwnershipJobFacet:
    return ownership_job.OwnershipJobFacet(owners=[ownership_job.Owner(name="team:sales")])


@dataset_builder("output")
def kind_of_a_dataset(end: SQLExecutionEnd) -> OutputDataset:
    return OutputDataset("acme", "totals")


@visitor("AcmeRelation")
def result_of_a_visitor(node: Node, ctx: Context) -> VisitResult:
    return InputDataset("acme", node.name)


@visitor("AcmeJoin")
def subtype(node: Node, ctx: Context) -> Iterator[ColumnDependency]:
    yield ColumnDependency("total", "amount", "DIRECT", "AGGREGATION")


@visitor("AcmeJoin")
def kind_of_a_dependency(node: Node, ctx: Context) -> OutputDataset:
    source = Dataset("acme", "orders").column("amount", type="INDIRECT", subtype="FILTER")
    return OutputDataset("acme", "totals", columns={"total": source})


class MethodOfAVisitor(QueryPlanVisitor):
    nodes = ("AcmeRelation",)

    def visit(self, node: Node, ctx: Context) -> VisitResult:
        return None


@namer
def result_of_a_namer(dataset: Dataset, table: CatalogTable | None) -> Dataset | None:
    return Dataset("acme", table.name) if table else None


class MethodOfANamer(Namer):
    def rename(self, dataset: Dataset) -> Dataset | None:
        return None


class MethodOfANamerWithTheTable(Namer):
    def rename(self, dataset: Dataset, table: CatalogTable | None) -> Dataset | None:
        return Dataset("acme", table.name) if table else None


@job_namer
def argument_of_a_job_namer(job: Job) -> Job:
    return Job("acme", job.name)


@keep_event
def result_of_a_filter(event: Event) -> bool:
    return not (event.sql or "").startswith("SHOW")


class MethodOfAFilter(DatasetFilter):
    def keep_dataset(self, dataset: Dataset, /) -> bool:
        return True


@event_transformer
def result_of_a_transformer(event: dict[str, Any]) -> dict[str, Any]:
    return event


@transport
def argument_of_a_transport(event: dict[str, Any]) -> None:
    print(event["eventType"])


namers: list[Namer] = [MethodOfANamer(), MethodOfANamerWithTheTable()]


@headwater.lineage(inputs=Dataset("acme", "scores"), columns={"score": ["amount"]})
def declared(amount: float) -> float:
    return amount
