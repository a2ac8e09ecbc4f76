from __future__ import annotations

from typing import Any

from bridge_requests import dispatch_to
from headwater.extensions import (
    RDD,
    CatalogTable,
    Context,
    Dataset,
    Event,
    Facet,
    InputDataset,
    InputDatasetBuilder,
    RunFacetBuilder,
    SQLExecutionEnd,
    SQLExecutionStart,
    StageInfo,
    dataset_builder,
    facet_builder,
    keep_dataset,
    keep_event,
    namer,
    transport,
)
from headwater.testing import run


def test_is_defined_at_filters_subjects() -> None:
    class Narrow(RunFacetBuilder):
        def is_defined_at(self, subject: SQLExecutionEnd) -> bool:
            return subject.error_message is not None

        def build(self, subject: SQLExecutionEnd) -> dict[str, Any]:
            return {"failed": {"why": subject.error_message}}

    def at(error: str | None) -> list[Any]:
        value = {"errorMessage": error}
        return dispatch_to(Narrow, subjects=[{"type": "SQLExecutionEnd", "hooks": [0], "value": value}])["facets"]  # type: ignore[no-any-return]

    assert at(None) == []
    assert at("lost")[0]["facet"]["why"] == "lost"


def test_builders_are_called_for_their_subjects_in_order_of_registration() -> None:
    @facet_builder("run")
    def second(ctx: Context) -> dict[str, Any]:
        return {"always": {"type": ctx.type}}

    class First(RunFacetBuilder):
        def build(self, subject: SQLExecutionStart | StageInfo, ctx: Context) -> Any:
            if isinstance(subject, StageInfo):
                yield (
                    "spill",
                    {"bytes": subject.task_metrics.disk_bytes_spilled, "gc": subject.task_metrics.jvm_gc_time},
                )
            else:
                yield Facet("tags", {"tags": []}, Dataset("file", "/data/a"))

    stage = {"stageId": 1, "taskMetrics": {"diskBytesSpilled": 7, "jvmGCTime": 2, "new": 1}, "rddIds": [1], "new": 1}
    facets = dispatch_to(
        First,
        second,
        subjects=[
            {"type": "StageInfo", "hooks": [0], "value": stage},
            {"type": "SQLExecutionStart", "hooks": [0], "value": {"executionId": 4}},
            {"type": "Unheard", "hooks": [0], "value": {}},
        ],
        always=[1],
    )["facets"]
    assert [(each["hook"], each["name"]) for each in facets] == [(0, "spill"), (0, "tags"), (1, "always")]
    assert (facets[0]["facet"]["bytes"], facets[0]["facet"]["gc"]) == (7, 2)
    assert facets[1]["dataset"] == "/data/a"
    assert facets[2]["facet"]["type"] == "COMPLETE"


def test_dataset_builders_find_datasets_that_have_no_node() -> None:
    @dataset_builder("input", subjects="RDD:AcmeRDD")
    def acme(rdd: RDD) -> InputDataset:
        return InputDataset("acme", f"{rdd.class_name}/{rdd.paths[0]}")

    class Written(InputDatasetBuilder):
        def build(self, rdd: RDD) -> list[InputDataset]:
            return [InputDataset("b", str(rdd.id))]

    rdd = {"type": "RDD", "class": "com.acme.AcmeRDD", "hooks": [0, 1], "value": {"id": 9, "paths": ["x"]}}
    assert dispatch_to(acme, Written, subjects=[rdd])["inputs"] == [
        {"hook": 0, "namespace": "acme", "name": "com.acme.AcmeRDD/x"},
        {"hook": 1, "namespace": "b", "name": "9"},
    ]


def test_a_namer_with_two_arguments_gets_the_table() -> None:
    levels = [("CATALOG", "held"), ("DATABASE", "db"), ("TABLE", "a")]
    table = {
        "namespace": "file",
        "name": "/data/a",
        "levels": [{"type": kind, "name": name} for kind, name in levels],
    }
    seen = []

    class Held:
        def rename(self, dataset: Dataset, table: CatalogTable | None) -> Dataset | None:
            seen.append((dataset.name, table))
            return Dataset("held://prod", f"{table.namespace[0]}.{table.name}") if table else None

    answer = dispatch_to(Held, kind="review", hooks=[0], tables=[table])
    assert [each["to"]["name"] for each in answer["names"]] == ["db.a"]
    assert CatalogTable("held", ("db",), "a").levels() == table["levels"]
    assert [found for name, found in seen if name == "/data/a"] == [CatalogTable("held", ("db",), "a")]
    assert [found for name, found in seen if name != "/data/a"] == [None] * (len(seen) - 1)


def test_a_dataset_that_a_namer_fails_for_costs_only_itself() -> None:
    @namer
    def lake(dataset: Dataset) -> Dataset:
        if dataset.name != "/data/a":
            raise KeyError(dataset.name)
        return Dataset("lake", "a")

    answer = dispatch_to(lake, kind="review", hooks=[0])
    assert [each["to"] for each in answer["names"]] == [{"namespace": "lake", "name": "a"}]
    assert answer["errors"][0]["message"].startswith("KeyError: ")
    assert answer["done"] == []  # the agent asks again in the next run


def test_a_default_of_a_second_argument_is_kept_unless_it_is_called_table() -> None:
    @namer
    def old(dataset: Dataset, lake: str = "lake") -> Dataset:
        return Dataset(lake, dataset.name)

    assert run(old, Dataset("file", "/a")).renamed == {Dataset("file", "/a"): Dataset("lake", "/a")}

    @namer
    def new(dataset: Dataset, table: CatalogTable | None = None) -> Dataset:
        return Dataset(table.catalog if table else "lake", dataset.name)

    renamed = run(new, Dataset("file", "/a"), table=CatalogTable("c", (), "a")).renamed
    assert renamed == {Dataset("file", "/a"): Dataset("c", "/a")}


def test_a_review_renames_then_filters() -> None:
    @namer
    def first(dataset: Dataset) -> Dataset | None:
        return Dataset("lake", dataset.name) if dataset.name.startswith("/data/") else None

    @namer
    def second(dataset: Dataset) -> Dataset:
        return Dataset(dataset.namespace, dataset.name.upper()) if dataset.namespace == "lake" else dataset

    @keep_dataset
    def no_temporary(dataset: Dataset) -> bool:
        return not dataset.name.startswith("/scratch/")

    @keep_event
    def no_etl(event: Event) -> bool:
        return event.job.name != "etl"

    answer = dispatch_to(first, second, no_temporary, no_etl, kind="review", hooks=[0, 1, 2, 3])
    assert answer == {
        "names": [
            {"from": {"namespace": "file", "name": "/data/a"}, "to": {"namespace": "lake", "name": "/DATA/A"}},
            {"from": {"namespace": "file", "name": "/data/c"}, "to": {"namespace": "lake", "name": "/DATA/C"}},
        ],
        "jobs": [],
        "drop": [{"namespace": "file", "name": "/scratch/b"}],
        "keep": False,
        "errors": [],
        "done": [0, 1, 2, 3],
    }
    assert dispatch_to(first, no_etl, kind="review", hooks=[0])["keep"] is True


def test_a_filter_that_forgets_to_answer_keeps_everything() -> None:
    answer = dispatch_to(keep_event(lambda event: None), kind="review", hooks=[0])  # type: ignore[arg-type, return-value]
    assert answer["keep"] is True
    assert "keep_event returned None; return True or False" in answer["errors"][0]["message"]


def test_transports_receive_events_and_report_success() -> None:
    sent: list[dict[str, Any]] = []

    @transport
    def bus(event: dict[str, Any]) -> None:
        sent.append(event)
        event["changed"] = True

    @transport
    def broken(event: dict[str, Any]) -> None:
        raise ConnectionError(f"no bus for {event}")

    answer = dispatch_to(bus, broken, kind="emit", events=['{"a": 1}', '{"a": 2}'], hooks=[0, 1])
    assert answer["sent"] == [0]
    assert [each["a"] for each in sent] == [1, 2]
    assert "no bus for {'a': 1}" in answer["errors"][0]["message"]
