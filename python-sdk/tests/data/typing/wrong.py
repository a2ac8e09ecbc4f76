"""Extensions with a mistake at each line with `# wrong`; `right.py` has the same ones without."""

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
    InputDatasetBuilder,
    Job,
    Namer,
    Node,
    OutputDataset,
    QueryPlanVisitor,
    RunFacetBuilder,
    SQLExecutionEnd,
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
    def build(self, end: SQLExecutionEnd) -> int:  # wrong
        return 5


class ReturnsOfADatasetBuilder(InputDatasetBuilder):
    def build(self, end: SQLExecutionEnd) -> Iterator[OutputDataset]:  # wrong
        yield OutputDataset("acme", "rates")


@facet_builder("run")  # wrong
def returns_of_a_function(ctx: Context) -> str:
    return "acme_cost"


@facet_builder("run")  # wrong
def arguments_of_a_function(stage: int) -> dict[str, object]:
    return {"acme_spill": {"bytes": stage}}


@facet_builder("jobs")  # wrong
def a_standard_facet() -> ownership_job.OwnershipJobFacet:
    return ownership_job.OwnershipJobFacet(owners=[ownership_job.Owner(name="team:sales")])


@dataset_builder("input")  # wrong
def kind_of_a_dataset(end: SQLExecutionEnd) -> OutputDataset:
    return OutputDataset("acme", "totals")


@visitor("AcmeRelation")  # wrong
def result_of_a_visitor(node: Node, ctx: Context) -> str:
    return node.name


@visitor("AcmeJoin")
def subtype(node: Node, ctx: Context) -> Iterator[ColumnDependency]:
    yield ColumnDependency("total", "amount", "DIRECT", "AGGREGATE")  # wrong


@visitor("AcmeJoin")
def kind_of_a_dependency(node: Node, ctx: Context) -> OutputDataset:
    source = Dataset("acme", "orders").column("amount", type="indirect", subtype="FILTER")  # wrong
    return OutputDataset("acme", "totals", columns={"total": source})


class MethodOfAVisitor(QueryPlanVisitor):
    nodes = ("AcmeRelation",)

    def visit(self, node: Node) -> VisitResult:  # wrong
        return None


@namer  # wrong
def result_of_a_namer(dataset: Dataset, table: CatalogTable | None) -> str | None:
    return table.name if table else None


class MethodOfANamer(Namer):
    def rename(self, dataset: Dataset) -> str | None:  # wrong
        return None


@job_namer  # wrong
def argument_of_a_job_namer(job: Dataset) -> Job:
    return Job("acme", job.name)


@keep_event
def result_of_a_filter(event: Event) -> bool:
    return not event.sql.startswith("SHOW")  # wrong


class MethodOfAFilter(DatasetFilter):
    def keep_dataset(self, dataset: str, /) -> bool:  # wrong
        return True


@event_transformer  # wrong
def result_of_a_transformer(event: dict[str, Any]) -> bool:
    return bool(event)


@transport  # wrong
def argument_of_a_transport(event: Event) -> None:
    print(event.type)


@headwater.lineage(inputs=Dataset("acme", "scores"), columns={"score": 5})  # wrong
def declared(amount: float) -> float:
    return amount
