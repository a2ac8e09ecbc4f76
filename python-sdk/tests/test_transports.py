"""Transports that take events from the agent's spool."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from headwater import ExtensionError
from headwater._bridge.registry import Registry
from headwater._bridge.runner import Runner
from headwater.errors import RefusedError, SpoolError
from headwater.extensions import transport
from headwater.extensions._hooks import hooks_of
from headwater.testing import run

if TYPE_CHECKING:
    from collections.abc import Mapping

EVENTS = [{"eventType": "START", "n": number} for number in range(3)]


def hello(extension: object) -> dict[str, Any]:
    (hook,) = hooks_of(extension, "m:t")
    return hook.to_json(0)


def answer(extension: object, times: int = 1) -> Mapping[str, Any]:
    """The answer to the last of several equal requests."""
    registry = Registry()
    registry.add_hooks(hooks_of(extension, "m:t"))
    runner = Runner(registry)
    request = {"id": 1, "kind": "emit", "events": [json.dumps(each) for each in EVENTS], "hooks": [0]}
    answers = [runner.answer(request) for _ in range(times)]
    runner.close()
    return answers[-1]


def test_the_agent_is_told_which_transports_want_the_spool_and_batches() -> None:
    assert "spool" not in hello(transport(lambda event: None))
    assert hello(transport(spool=True)(lambda event: None))["spool"] is True
    store = hello(transport(batch=20)(lambda events: None))
    assert (store["spool"], store["batch"]) == (True, 20)


@pytest.mark.parametrize("batch", [0, -1, 1001, "many", None])
def test_a_batch_has_a_valid_size(batch: object) -> None:
    class Store:
        def emit_batch(self, events: list[dict[str, Any]]) -> None: ...

    store = Store()
    store.batch = batch  # type: ignore[attr-defined]
    with pytest.raises(ExtensionError, match="the number of events that emit_batch takes at most, from 1 to 1000"):
        hooks_of(store, "m:t")


def test_a_batch_is_one_call() -> None:
    got = []

    @transport(batch=3)
    def store(events: list[dict[str, Any]]) -> None:
        got.append(events)

    assert answer(store)["sent"] == [0]
    assert got == [EVENTS]


@pytest.mark.parametrize(
    ("error", "kind", "reason"),
    [
        (RefusedError("no such account"), "refused", "no such account"),
        (SpoolError("the queue is full"), "unavailable", "the queue is full"),
        (ConnectionError("reset"), "retry", "ConnectionError: reset (test_transports.py:"),
    ],
)
def test_an_exception_says_what_becomes_of_the_events(error: Exception, kind: str, reason: str) -> None:
    @transport(spool=True)
    def bus(event: dict[str, Any]) -> None:
        raise error

    (failed,) = answer(bus)["failed"]
    assert (failed["hook"], failed["kind"]) == (0, kind)
    assert failed["reason"].startswith(reason)
    assert answer(bus)["sent"] == answer(bus)["errors"] == []
    assert answer(bus)["timings"][0]["errors"] == 1
    assert run(bus, EVENTS[0]).errors[0].message.startswith(f"{kind}: {reason}")


def test_a_transport_with_the_spool_is_not_switched_off() -> None:
    @transport(spool=True)
    def bus(event: dict[str, Any]) -> None:
        raise OSError

    assert answer(bus, times=20)["failed"]


def test_without_the_spool_an_exception_is_an_error_of_the_event() -> None:
    @transport
    def bus(event: dict[str, Any]) -> None:
        raise RefusedError("no")

    assert answer(bus)["errors"][0]["message"].startswith("RefusedError: no")
    assert answer(bus).get("failed") == []
