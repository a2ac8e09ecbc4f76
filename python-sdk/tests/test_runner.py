from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import headwater
from headwater._bridge import tracebacks
from headwater._bridge.registry import Registry
from headwater._bridge.runner import Runner
from headwater._bridge.step import is_running_extension
from headwater.extensions import InputDataset, Node, OutputDataset, visitor
from headwater.extensions._hooks import hooks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def node(number: int) -> dict[str, Any]:
    return {"i": number, "node": "AcmeRelation", "hooks": [number]}


def request(*numbers: int, budget: int = 5000) -> dict[str, Any]:
    return {"id": 1, "budgetMillis": budget, "nodes": [node(number) for number in numbers]}


@pytest.fixture
def runner() -> Iterator[Callable[..., Runner]]:
    made: list[Runner] = []

    def make(*functions: Callable[..., Any], live: Any = None) -> Runner:
        registry = Registry()
        for number, function in enumerate(functions):
            registry.add_hooks(hooks_of(visitor("AcmeRelation")(function), f"m:e{number}"))
        made.append(Runner(registry, live))
        return made[-1]

    yield make
    for each in made:
        each.close()


def good(node: Any, ctx: Any) -> InputDataset:
    return InputDataset("acme", "good")


def test_a_hanging_extension_is_reported_and_skipped_until_it_returns(runner: Callable[..., Runner]) -> None:
    release, entered = threading.Event(), threading.Event()

    def hangs(node: Any, ctx: Any) -> InputDataset:
        entered.set()
        release.wait(20)
        return InputDataset("acme", "late")

    started_runner = runner(good, hangs, good)
    begun = time.monotonic()
    answer = started_runner.answer(request(0, 1, 2, budget=300))
    assert time.monotonic() - begun < 5
    assert entered.is_set()
    assert [each["node"] for each in answer["inputs"]] == [0, 2], "the hanging one costs its neighbours nothing"
    assert [(each["extension"], each["message"]) for each in answer["errors"]] == [
        ("m:e1", "did not answer within 300 ms")
    ]
    answer = started_runner.answer(request(0, 1, 2))
    assert [each["node"] for each in answer["inputs"]] == [0, 2]
    assert "it still runs" in answer["errors"][0]["message"]
    release.set()
    deadline = time.monotonic() + 20
    while started_runner.answer(request(1))["errors"] and time.monotonic() < deadline:
        pass
    assert started_runner.answer(request(1))["inputs"][0]["name"] == "late"


@pytest.mark.parametrize(
    ("field", "how", "message"),
    [
        ("amount", {"description": float("nan")}, "columns['total']: description is nan; it must be a text"),
        (float("nan"), {}, "columns['total']: field is nan; it must be a text"),
        ("amount", {"masking": float("nan")}, "columns['total']: masking is nan; it must be True or False"),
    ],
)
def test_a_missing_value_of_pandas_costs_only_its_own_extension(
    runner: Callable[..., Runner], field: Any, how: dict[str, Any], message: str
) -> None:
    def describes(node: Any, ctx: Any) -> OutputDataset:
        column = InputDataset("acme", "orders").column(field, **how)
        return OutputDataset("acme", "t", columns={"total": [column]})

    answer = runner(describes, good).answer(request(0, 1))
    assert [each["name"] for each in json.loads(json.dumps(answer, allow_nan=False))["inputs"]] == ["good"]
    assert not answer["outputs"]
    assert [each["extension"] for each in answer["errors"]] == ["m:e0"]
    assert message in answer["errors"][0]["message"]


def test_an_extension_that_hung_is_asked_once_it_is_registered_again() -> None:
    release = threading.Event()

    def hangs(node: Any, ctx: Any) -> None:
        release.wait(20)

    registry = Registry()
    started_runner = Runner(registry)
    beside = started_runner.beside()
    (first,) = registry.add_hooks(hooks_of(visitor("AcmeRelation")(hangs), "m:e"))
    for each in (started_runner, beside):
        assert "did not answer" in each.answer(request(first, budget=100))["errors"][0]["message"]
    assert "it still runs" in started_runner.answer(request(first))["errors"][0]["message"]
    (second,) = registry.add_hooks(hooks_of(visitor("AcmeRelation")(good), "m:e"))
    started_runner.forget("m:e")
    for each in (started_runner, beside):
        answer = each.answer(request(second))
        assert ([found["name"] for found in answer["inputs"]], answer["errors"]) == (["good"], [])
    release.set()
    for each in (started_runner, beside):
        each.close()


def test_several_hanging_extensions_cost_the_others_nothing(runner: Callable[..., Runner]) -> None:
    release = threading.Event()

    def hangs(node: Any, ctx: Any) -> None:
        release.wait(20)

    started_runner = runner(hangs, good, hangs, hangs, good)
    answer = started_runner.answer(request(0, 1, 2, 3, 4, budget=900))
    release.set()
    assert [each["node"] for each in answer["inputs"]] == [1, 4]
    assert {each["extension"] for each in answer["errors"]} == {"m:e0", "m:e2", "m:e3"}


def test_a_slow_extension_answers_although_others_have_been_called_beside_it(runner: Callable[..., Runner]) -> None:
    called = threading.Event()

    def waits_for_the_other(node: Any, ctx: Any) -> InputDataset:
        return InputDataset("acme", str(called.wait(20)))

    def other(node: Any, ctx: Any) -> InputDataset:
        called.set()
        return InputDataset("acme", "other")

    answer = runner(waits_for_the_other, other).answer(request(0, 1, budget=3000))
    assert [each["name"] for each in answer["inputs"]] == ["True", "other"], "in the order of the steps"
    assert answer["errors"] == []


def test_an_extension_is_disabled_after_five_consecutive_failures(
    runner: Callable[..., Runner], caplog: pytest.LogCaptureFixture
) -> None:
    calls: list[int] = []

    def fails(node: Any, ctx: Any) -> None:
        calls.append(1)
        if len(calls) != 5:
            raise KeyError("uri")

    started_runner = runner(fails, good)
    for _ in range(12):
        assert started_runner.answer(request(0, 1))["inputs"]
    assert len(calls) == 10
    first, off = caplog.records
    assert first.getMessage().startswith("m:e0 failed in visit AcmeRelation")
    assert "raise KeyError(\"uri\")\nKeyError: 'uri'" in first.getMessage(), "the traceback, once"
    assert "m:e0 failed 5 times in a row: switched off" in off.getMessage()
    assert "KeyError: 'uri' (test_runner.py:" in off.getMessage()


def test_several_failures_in_one_request_count_once(runner: Callable[..., Runner]) -> None:
    def fails(node: Any, ctx: Any) -> None:
        raise KeyError("uri")

    started_runner = runner(fails)
    many = {"id": 1, "budgetMillis": 5000, "nodes": [node(0)] * 30}
    assert len(started_runner.answer(many)["errors"]) == 30
    assert started_runner.answer(many)["errors"]


def test_extensions_run_in_a_thread_of_their_own_that_knows_it(runner: Callable[..., Runner]) -> None:
    seen: list[tuple[str, bool]] = []

    def look(node: Node, ctx: Any) -> InputDataset:
        seen.append((threading.current_thread().name, is_running_extension()))
        return InputDataset("acme", node.live("a.b"))

    started_runner = runner(look, live=lambda number, place, path: f"{number}/{place}/{path}")
    assert started_runner.answer({**request(0), "id": 17})["inputs"][0]["name"] == "17/0/a.b"
    assert seen == [("headwater-extensions", True)]
    assert not is_running_extension()


def test_a_time_out_of_one_extension_ends_its_calls_and_no_others(runner: Callable[..., Runner]) -> None:
    release = threading.Event()

    def slow(node: Any, ctx: Any) -> None:
        release.wait(20)

    started_runner = runner(good, slow, good)
    started_runner.timeouts = {"m:e1": 100}
    begun = time.monotonic()
    answer = started_runner.answer(request(0, 1, 2, budget=60_000))
    assert time.monotonic() - begun < 20, "guards against waiting for the whole budget"
    assert [each["node"] for each in answer["inputs"]] == [0, 2]
    assert [each["message"] for each in answer["errors"]] == ["did not answer within 100 ms"]
    timing = next(each for each in answer["timings"] if each["extension"] == "m:e1")
    assert (timing["calls"], timing["errors"], timing["maxMillis"]) == (1, 1, 100)
    assert "it still runs" in started_runner.answer(request(1))["errors"][0]["message"]
    release.set()
    deadline = time.monotonic() + 20
    while started_runner.answer(request(1))["errors"] and time.monotonic() < deadline:
        pass
    assert started_runner.answer(request(1))["errors"] == []


def test_a_time_out_holds_for_all_calls_of_an_extension_together(runner: Callable[..., Runner]) -> None:
    called = []

    def slow(node: Any, ctx: Any) -> None:
        called.append(node.index)
        time.sleep(0.1)

    started_runner = runner(slow)
    started_runner.timeouts = {"m:e0": 250}
    visits = {"id": 1, "budgetMillis": 60_000, "nodes": [{**node(0), "i": place} for place in range(50)]}
    answer = started_runner.answer(visits)
    assert 1 <= len(called) < 50
    assert [each["message"] for each in answer["errors"]] == ["did not answer within 250 ms"]


def test_an_extension_that_returns_after_its_time_out_but_within_the_request_is_called_again(
    runner: Callable[..., Runner],
) -> None:
    returned = threading.Event()

    def slow(node: Any, ctx: Any) -> None:
        if not returned.is_set():
            time.sleep(0.2)
            returned.set()

    def waits(node: Any, ctx: Any) -> None:
        returned.wait(20)
        time.sleep(0.1)

    started_runner = runner(slow, waits)
    started_runner.timeouts = {"m:e0": 50}
    assert len(started_runner.answer(request(0, 1, budget=60_000))["errors"]) == 1
    assert started_runner.answer(request(0))["errors"] == []


def test_an_answer_has_the_number_and_the_time_of_the_calls(runner: Callable[..., Runner]) -> None:
    def fails(node: Any, ctx: Any) -> None:
        raise KeyError("nope")

    answer = runner(good, fails).answer({"id": 1, "nodes": [{**node(0), "i": 0}, {**node(0), "i": 5}, node(1)]})
    timings = {each["extension"]: each for each in answer["timings"]}
    assert {name: (each["calls"], each["errors"]) for name, each in timings.items()} == {"m:e0": (2, 0), "m:e1": (1, 1)}
    assert all(0 <= each["maxMillis"] <= each["millis"] for each in timings.values())


def test_a_package_whose_name_begins_like_ours_is_not_ours() -> None:
    file = f"{Path(headwater.__file__).resolve().parent}_acme/lineage.py"
    names: dict[str, Any] = {}
    exec(compile("def visit():\n    raise KeyError('uri')", file, "exec"), names)  # noqa: S102  (has that file)
    with pytest.raises(KeyError) as error:
        names["visit"]()
    assert tracebacks.place("headwater_acme.lineage:visit", error.value) == "lineage.py:2 in visit"
