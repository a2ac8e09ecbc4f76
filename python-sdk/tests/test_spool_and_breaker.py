"""A transport with the spool is not switched off, and does not switch off what else its extension is."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from headwater._bridge.registry import Registry
from headwater._bridge.runner import Runner
from headwater.extensions._hooks import hooks_of

if TYPE_CHECKING:
    from collections.abc import Iterator

VISIT = {"id": 1, "nodes": [{"i": 0, "node": "AcmeRelation", "hooks": [0]}]}
EMIT = {"id": 2, "kind": "emit", "events": ["{}"], "hooks": [1]}


class Both:
    """A visitor, and a transport that waits until it is released; each can fail."""

    nodes = "AcmeRelation"

    def __init__(self, *, spool: bool = True) -> None:
        self.spool = spool
        self.entered, self.release = threading.Event(), threading.Event()
        self.visit_error: BaseException | None = None
        self.emit_error: BaseException | None = None

    def visit(self, node: Any, ctx: Any) -> None:
        if self.visit_error is not None:
            raise self.visit_error

    def emit(self, event: dict[str, Any]) -> None:
        self.entered.set()
        self.release.wait(20)
        if self.emit_error is not None:
            raise self.emit_error


class Runners:
    """The runner of the requests for events, and the one of the deliveries."""

    def __init__(self) -> None:
        self.registry = Registry()
        self.events = Runner(self.registry)
        self.deliveries = self.events.beside()

    def add(self, extension: Both) -> Both:
        self.registry.add_hooks(hooks_of(extension, "m:both"))
        return extension

    def visit(self, budget: int = 5000) -> list[str]:
        return [each["message"] for each in self.events.answer({**VISIT, "budgetMillis": budget})["errors"]]

    def emit(self, budget: int = 5000) -> dict[str, Any]:
        return self.deliveries.answer({**EMIT, "budgetMillis": budget})

    def emit_late(self, extension: Both) -> None:
        """Let a delivery last longer than its request, and then end."""
        extension.release.clear()
        assert "did not answer within 30 ms" in self.emit(30)["errors"][0]["message"]
        extension.release.set()
        wait_until_returned(self.deliveries)

    @property
    def is_off(self) -> bool:
        return self.events.breaker.is_off("m:both")


def wait_until_returned(runner: Runner) -> None:
    deadline = time.monotonic() + 20
    while runner._hanging and time.monotonic() < deadline:
        time.sleep(0.005)


@pytest.fixture
def runners() -> Iterator[Runners]:
    made = Runners()
    yield made
    made.events.close()
    made.deliveries.close()


@pytest.mark.parametrize("spool", [True, False])
def test_only_a_transport_without_the_spool_is_switched_off_after_five_time_outs(
    runners: Runners,
    spool: bool,  # noqa: FBT001
) -> None:
    extension = runners.add(Both(spool=spool))
    for _ in range(5):
        runners.emit_late(extension)
    assert runners.is_off is not spool
    assert runners.emit()["sent"] == ([1] if spool else [])


@pytest.mark.parametrize("error", [OSError("down"), SystemExit(3), KeyboardInterrupt()])
def test_no_error_of_a_transport_with_the_spool_counts(runners: Runners, error: BaseException) -> None:
    extension = runners.add(Both())
    extension.release.set()
    extension.emit_error = error
    for _ in range(20):
        answer = runners.emit()
        assert answer["failed"] or answer["errors"]
    extension.emit_error = None
    assert runners.emit()["sent"] == [1]


def test_deliveries_do_not_change_the_count_of_what_else_an_extension_is(runners: Runners) -> None:
    extension = runners.add(Both())
    extension.visit_error = KeyError("uri")
    for _ in range(4):
        runners.visit()
        runners.emit_late(extension)
        assert runners.emit()["sent"] == [1]
    assert not runners.is_off, "four visits have failed"
    runners.visit()
    assert runners.is_off, "no delivery that succeeds sets the count to zero"


def test_a_transport_with_the_spool_is_called_although_the_visitor_of_its_class_is_off(runners: Runners) -> None:
    extension = runners.add(Both())
    extension.release.set()
    extension.visit_error = KeyError("uri")
    for _ in range(5):
        runners.visit()
    assert runners.is_off
    assert runners.emit()["sent"] == [1]


def test_a_visitor_that_waits_for_a_delivery_of_its_class_is_not_switched_off(runners: Runners) -> None:
    extension = runners.add(Both())
    for _ in range(6):
        extension.entered.clear()
        extension.release.clear()
        delivery = threading.Thread(target=runners.emit, args=(20_000,))
        delivery.start()
        assert extension.entered.wait(20)
        assert runners.visit(30) == ["did not answer within 30 ms"]
        extension.release.set()
        delivery.join(20)
        wait_until_returned(runners.events)
    assert not runners.is_off
    assert runners.visit() == []
