from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from headwater import ExtensionError
from headwater._bridge.registry import Registry
from headwater._bridge.runner import Runner
from headwater.extensions import Dataset, Event, Job, event_transformer, job_namer, keep_dataset, keep_event, namer
from headwater.extensions._hooks import hooks_of
from headwater.testing import run

EVENT = {
    "eventType": "START",
    "eventTime": "2026-01-02T03:04:05Z",
    "run": {"runId": "0190f5a8-0000-7000-8000-000000000001", "facets": {}},
    "job": {"namespace": "ns", "name": "a", "facets": {}},
}


def hello(extension: object) -> dict[str, Any]:
    (hook,) = hooks_of(extension)
    return hook.to_json(0)


def test_a_job_namer_gives_the_job_another_name() -> None:
    @job_namer
    def team(job: Job) -> Job | None:
        return Job("team", job.name) if job.namespace == "default" else None

    assert hello(team)["kind"] == "jobNamer"
    assert run(team, Job("default", "etl")).job == Job("team", "etl")
    assert run(team, Job("prod", "etl")).job is None


@pytest.mark.parametrize("answer", ["etl", Job("", "etl"), Job("ns", ""), Dataset])
def test_a_job_namer_must_return_a_job_with_a_namespace_and_a_name(answer: object) -> None:
    answers = run(job_namer(lambda job: answer), Job("default", "etl"))  # type: ignore[arg-type, return-value]
    assert answers.job is None
    assert "return a Job with a namespace and a name, or None" in answers.errors[0].message


def test_a_transformer_changes_the_event_or_leaves_it() -> None:
    @event_transformer
    def tagged(event: dict[str, Any]) -> dict[str, Any]:
        event["job"]["facets"]["acme"] = {"tier": "gold"}
        return event

    changed = run(tagged, EVENT).event
    assert changed is not None
    assert changed["job"]["facets"]["acme"]["tier"] == "gold"
    assert run(event_transformer(lambda event: None), EVENT).event is None


def test_a_transformer_that_forgets_to_return_the_event_is_told() -> None:
    @event_transformer
    def forgets(event: dict[str, Any]) -> None:
        event["job"]["name"] = "b"

    answers = run(forgets, EVENT)
    assert answers.event is None
    assert "transform changed the event and returned None; return the event" in answers.errors[0].message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"eventType": "COMPLETE"}, "transform changed eventType from 'START' to 'COMPLETE'"),
        ({"eventTime": "2027-01-01T00:00:00Z"}, "transform changed eventTime"),
        ({"run": {}}, "transform changed run.runId"),
        ({"run": []}, "transform changed run.runId"),
        ({"job": {"name": object()}}, "transform returned what is not JSON"),
        ({"job": {"name": float("nan")}}, "transform returned what is not JSON"),
    ],
)
def test_an_invalid_event_is_not_taken(change: dict[str, Any], message: str) -> None:
    answers = run(event_transformer(lambda event: {**event, **change}), EVENT)
    assert answers.event is None
    assert message in answers.errors[0].message


def test_a_transformer_gets_what_the_last_valid_one_has_returned() -> None:
    registry = Registry()

    def named(name: str, *, fails: bool = False) -> object:
        def transform(event: dict[str, Any]) -> dict[str, Any]:
            event["job"]["name"] += name
            if fails:
                raise ValueError(name)
            return event

        transform.__qualname__ = name
        return event_transformer(transform)

    numbers = [
        n for each in (named("b"), named("c", fails=True), named("d")) for n in registry.add_hooks(hooks_of(each))
    ]
    runner = Runner(registry)
    answer = runner.answer({"kind": "transform", "json": json.dumps(EVENT), "hooks": numbers})
    runner.close()
    assert json.loads(answer["json"])["job"]["name"] == "abd"
    assert [each["message"].partition(" (")[0] for each in answer["errors"]] == ["ValueError: c"]


def registered(**extensions: Any) -> tuple[Registry, list[int]]:
    registry = Registry()
    return registry, [
        number for name, each in extensions.items() for number in registry.add_hooks(hooks_of(each, f"m:{name}"))
    ]


def test_those_behind_a_namer_or_filter_that_hangs_are_called_without_its_result() -> None:
    release, returned = threading.Event(), threading.Event()

    def hangs(dataset: Dataset) -> Dataset:
        release.wait(20)
        returned.set()
        return Dataset("late", dataset.name)

    registry, numbers = registered(
        first=namer(lambda dataset: Dataset("first", dataset.name)),
        hangs=namer(hangs),
        last=namer(lambda dataset: Dataset(dataset.namespace, "last")),
        kept=keep_dataset(lambda dataset: dataset != Dataset("first", "last")),
    )
    runner = Runner(registry)
    event = {"inputs": [{"namespace": "file", "name": "/a"}]}
    request = {"kind": "review", "event": event, "hooks": numbers, "budgetMillis": 400}
    answer = runner.answer(request)
    assert answer["names"][-1]["to"] == {"namespace": "first", "name": "last"}
    assert {"namespace": "first", "name": "last"} in answer["drop"]
    assert [(each["extension"], each["message"][:19]) for each in answer["errors"]] == [
        ("m:hangs", "did not answer with")
    ]
    assert answer["done"] == [number for number in numbers if number != numbers[1]]
    again = runner.answer(request)
    assert "it still runs" in again["errors"][0]["message"]
    assert again["names"] == answer["names"]
    release.set()
    assert returned.wait(20)
    runner.close()


def test_namers_and_filters_are_asked_about_datasets_that_are_neither_inputs_nor_outputs() -> None:
    registry, numbers = registered(
        named=namer(lambda dataset: Dataset("lake", dataset.name)),
        kept=keep_dataset(lambda dataset: dataset != Dataset("lake", "v")),
    )
    runner = Runner(registry)
    view = {"namespace": "replica", "name": "v"}
    answer = runner.answer({"kind": "review", "event": {}, "others": [view], "hooks": numbers})
    runner.close()
    renamed = {"namespace": "lake", "name": "v"}
    assert answer["names"] == [{"from": view, "to": renamed}]
    assert renamed in answer["drop"]


def test_those_behind_a_transformer_that_hangs_get_the_event_of_before() -> None:
    release = threading.Event()

    def tagged(name: str) -> Any:
        def transform(event: dict[str, Any]) -> dict[str, Any]:
            if name == "hangs":
                release.wait(20)
            event["job"]["facets"][f"acme_{name}"] = {"name": name}
            return event

        return event_transformer(transform)

    registry, numbers = registered(**{name: tagged(name) for name in ("first", "hangs", "last")})
    runner = Runner(registry)
    request = {"kind": "transform", "json": json.dumps(EVENT), "hooks": numbers, "budgetMillis": 400}
    answer = runner.answer(request)
    release.set()
    runner.close()
    assert list(json.loads(answer["json"])["job"]["facets"]) == ["acme_first", "acme_last"]
    assert [each["extension"] for each in answer["errors"]] == ["m:hangs"]


def test_the_agent_hears_which_extensions_are_required() -> None:
    @keep_event(required=True)
    def strict(event: Event) -> bool:
        return event.type != "START"

    class Lasting:
        required = True

        def keep_dataset(self, dataset: Dataset) -> bool:
            return not dataset.name.startswith("/scratch/")

    assert hello(strict)["required"] is True
    assert hello(Lasting)["required"] is True
    assert "required" not in hello(keep_event(lambda event: True))
    assert "required" not in hello(namer(lambda dataset: dataset))
    assert [hello(each)["required"] for each in (
        namer(required=True)(lambda dataset: dataset),
        job_namer(required=True)(lambda job: job),
        keep_dataset(required=True)(lambda dataset: True),
    )] == [True, True, True]  # fmt: skip
    assert not run(strict, event=Event(type="START")).keep


def test_required_must_be_a_boolean() -> None:
    class Odd:
        required = "yes"

        def keep_event(self, event: Event) -> bool:
            return True

    with pytest.raises(ExtensionError, match="required is 'yes'; it must be True or False"):
        hooks_of(Odd)


def test_an_answer_names_what_was_called_without_an_error() -> None:
    registry = Registry()

    @keep_event
    def good(event: Event) -> bool:
        return True

    @keep_event
    def bad(event: Event) -> bool:
        raise ValueError("no")

    numbers = [n for each in (good, bad) for n in registry.add_hooks(hooks_of(each))]
    runner = Runner(registry)
    answers = [runner.answer({"kind": "review", "event": {}, "hooks": numbers}) for _ in range(7)]
    runner.close()
    assert [each["done"] for each in answers] == [[0]] * 7
    assert answers[-1]["errors"] == [], "an extension that is switched off is not called"


def test_facets_that_a_transformer_adds_are_completed_and_checked() -> None:
    dataset = {"namespace": "file", "name": "/a", "facets": {"kept": {"x": 1}}}

    @event_transformer
    def added(event: dict[str, Any]) -> dict[str, Any]:
        event["inputs"][0]["facets"]["acme_tier"] = {"name": "gold"}
        event["outputs"] = [{"namespace": "file", "name": "/b", "outputFacets": {"acme_rows": {"n": 1}}}]
        return event

    event = run(added, {**EVENT, "inputs": [dataset]}).event
    assert event is not None
    facets = event["inputs"][0]["facets"]
    assert facets["kept"] == {"x": 1}, "what was there before stays as it is"
    assert facets["acme_tier"]["_schemaURL"].endswith("#/$defs/DatasetFacet")
    assert event["outputs"][0]["outputFacets"]["acme_rows"]["_schemaURL"].endswith("#/$defs/OutputDatasetFacet")

    @event_transformer
    def wrong(event: dict[str, Any]) -> dict[str, Any]:
        event["job"]["facets"]["ownership"] = {"owners": [{"type": "TEAM"}]}
        return event

    answers = run(wrong, EVENT)
    assert answers.event is None
    assert "job facet 'ownership': owners[0].name: required, and not there" in answers.errors[0].message


@pytest.mark.parametrize(
    ("datasets", "message"),
    [
        ("x", "it must be a list of datasets"),
        ({}, "it must be a list of datasets"),
        (["x"], "it must be a list of datasets"),
        ([{"namespace": "file"}], "a dataset needs a namespace and a name"),
        ([{"namespace": "file", "name": ""}], "a dataset needs a namespace and a name"),
    ],
)
def test_datasets_of_a_transformed_event_must_have_their_form(datasets: object, message: str) -> None:
    answers = run(event_transformer(lambda event: {**event, "inputs": datasets}), EVENT)
    assert message in answers.errors[0].message
