from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from headwater._bridge.registry import Registry
from headwater._bridge.runner import Runner
from headwater._bridge.step import is_running_extension
from headwater.extensions import InputDataset, Node, visitor

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
            registry.add(visitor("AcmeRelation")(function), f"m:e{number}")
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
    assert "m:e0 failed 5 times in a row and is switched off" in off.getMessage()
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
