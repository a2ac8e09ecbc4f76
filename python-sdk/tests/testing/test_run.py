from __future__ import annotations

import re
from typing import Any

import pytest

from headwater import DryRunError
from headwater.extensions import (
    Context,
    Dataset,
    Event,
    InputDataset,
    JobEnd,
    Node,
    OutputDataset,
    SQLExecutionEnd,
    StageInfo,
    TaskMetrics,
    dataset_builder,
    facet_builder,
    keep_dataset,
    keep_event,
    namer,
    transport,
    visitor,
)
from headwater.testing import EmittedFacet, run


def test_the_name_that_a_delegate_gives_is_in_the_result() -> None:
    @visitor("Acme*", "AcmeWrite")
    def acme(node: Node, _ctx: Context) -> list[InputDataset | OutputDataset]:
        read = InputDataset.of_node(node, namespace="acme", name="x", facets={"acme_note": {"text": "a"}})
        return [read, OutputDataset.of_node(node, name="y")]

    answers = run(acme, Node.of("com.acme.AcmeRelation"))
    assert [(each.namespace, each.name, each.node) for each in answers.inputs] == [("acme", "x", 0)]
    assert [(each.namespace, each.name, each.node) for each in answers.outputs] == [("", "y", 0)]


@facet_builder("run")
def spilled(stage: StageInfo) -> dict[str, object]:
    return {"spill": {"bytes": stage.task_metrics.disk_bytes_spilled, "gc": stage.task_metrics.jvm_gc_time}}


def test_a_builder_gets_the_subject_as_it_was_given() -> None:
    answers = run(spilled, StageInfo(task_metrics=TaskMetrics(disk_bytes_spilled=7, jvm_gc_time=3)))
    assert answers.facet("spill") == {"bytes": 7, "gc": 3}
    assert [(each.target, each.name) for each in answers.facets] == [("run", "spill")]


def test_a_builder_of_every_event_gets_the_event() -> None:
    @facet_builder("dataset")
    def noted(ctx: Context) -> list[tuple[str, object]]:
        ctx.emit_job_facet("acme_job", {"name": ctx.job.name})
        return [("acme_note", {"text": each.name}) for each in ctx.inputs]

    answers = run(noted, event=Event(inputs=(Dataset("acme", "orders"),)))
    assert answers.facet("acme_note") == {"text": "orders"}
    assert answers.facet("acme_job") == {"name": ""}
    assert isinstance(answers.facets[0], EmittedFacet)


def test_a_builder_of_datasets_returns_datasets() -> None:
    @dataset_builder("input")
    def read(end: JobEnd) -> InputDataset:
        return InputDataset("acme", f"job {end.job_id}")

    assert [each.name for each in run(read, JobEnd(3)).inputs] == ["job 3"]


def test_a_visitor_is_called_for_a_node_made_by_hand() -> None:
    @visitor("Acme*", needs="relation.options")
    def acme(node: Node, ctx: Context) -> InputDataset:
        return InputDataset("acme", f"{node.args['table']}/{node.needs['relation.options']}")

    node = Node.of("com.acme.AcmeRelation", args={"table": "orders"}, needs={"relation.options": "x"})
    assert run(acme, node).inputs[0].name == "orders/x"
    with pytest.raises(DryRunError, match=r"acme is not called for 'Other'; it is called for: Acme\*"):
        run(acme, Node.of("com.acme.Other"))


def test_an_exception_of_an_extension_is_an_error_in_the_answer() -> None:
    @facet_builder("run")
    def broken(end: SQLExecutionEnd) -> None:
        raise KeyError(end.execution_id)

    (failure,) = run(broken, SQLExecutionEnd(5)).errors
    assert failure.stage == "build SQLExecutionEnd"
    assert re.fullmatch(r"KeyError: 5 \(test_run\.py:\d+ in broken\)", failure.message)


def test_a_facet_that_violates_its_schema_is_an_error() -> None:
    @facet_builder("job")
    def owned(ctx: Context) -> dict[str, object]:
        return {"ownership": {"owners": [{"type": "TEAM"}]}}

    (failure,) = run(owned).errors
    assert "owners[0].name: required" in failure.message


def test_a_namer_is_called_with_a_dataset() -> None:
    @namer
    def prod(dataset: Dataset) -> Dataset | None:
        return Dataset("lake", dataset.name) if dataset.namespace == "replica" else None

    assert run(prod, Dataset("replica", "a")).renamed == {Dataset("replica", "a"): Dataset("lake", "a")}
    assert run(prod, Dataset("lake", "a")).renamed == {}


def test_filters_are_called_with_events_and_datasets() -> None:
    quiet = keep_event(lambda event: event.sql != "SHOW TABLES")
    lasting = keep_dataset(lambda dataset: not dataset.name.startswith("/tmp/"))  # noqa: S108  (a name)
    assert not run(quiet, event=Event(sql="SHOW TABLES")).keep
    assert run(quiet, event=Event(sql="SELECT 1")).keep
    assert run(lasting, Dataset("file", "/tmp/x")).dropped == (Dataset("file", "/tmp/x"),)  # noqa: S108  (a name)
    assert run(lasting, Dataset("file", "/data/x")).dropped == ()


def test_a_transport_gets_an_event() -> None:
    sent: list[dict[str, Any]] = []
    bus = transport(lambda event: sent.append(event))  # noqa: PLW0108  (a function, as its author would write)
    assert run(bus, {"eventType": "START"}).errors == ()
    assert sent == [{"eventType": "START"}]


def test_an_unsupported_subject_lists_the_supported_ones() -> None:
    with pytest.raises(DryRunError, match=r"give a plan, headwater.testing.plan"):
        run(spilled, "SELECT 1")
    with pytest.raises(DryRunError, match="is not asked about JobEnd"):
        run(spilled, JobEnd())


def test_a_visitor_without_a_plan_explains_the_fix() -> None:
    seen = visitor("Range")(lambda node, ctx: None)
    with pytest.raises(DryRunError, match=r"headwater.testing.plan"):
        run(seen)
