"""Answers requests within their time limit."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from headwater._bridge.breaker import Breaker
from headwater._bridge.dispatch import MAX_BYTES, assemble
from headwater._bridge.plan import steps_of
from headwater._bridge.step import error_json
from headwater._bridge.worker import Task, Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from headwater._bridge.registry import Registry
    from headwater._bridge.step import Step

__all__ = ["Runner"]

_BUDGET_MILLIS = 1600


class Runner:
    """Calls extensions in a separate thread.

    When the time limit is over, the response contains the results so far and an error for the extension that is still
    running. That extension is not called again before it returns; another thread calls the others.
    """

    def __init__(self, registry: Registry, live: Callable[[int, int, str], Any] | None = None) -> None:
        self.max_bytes = MAX_BYTES
        self.breaker = Breaker()
        self._registry = registry
        self._live = live
        self._worker: Worker | None = None
        self._hanging: dict[str, float] = {}
        self._lock = threading.Lock()

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the response to a request; not thread-safe."""
        started = time.monotonic()
        budget = float(request.get("budgetMillis") or _BUDGET_MILLIS)
        steps, errors = self._select_steps(steps_of(request, self._registry.hooks, self._live_reader(request)))
        if not steps:
            return assemble(request, (), self.max_bytes, errors)
        task = Task(steps, self._extension_returned)
        self._start(task)
        outcomes, running, not_started = task.take(started + budget / 1000 - time.monotonic())
        if running is not None:
            errors += self._abandon(running, not_started, budget)
        failed = {each.extension: each.error["message"] for each in outcomes if each.error is not None}
        if running is not None:
            failed[running.extension] = "it did not answer in time"
        extensions = dict.fromkeys([*(each.extension for each in outcomes), *failed])
        errors += [_breaker_error(each) for each in self.breaker.record_request(extensions, failed)]
        return assemble(request, outcomes, self.max_bytes, errors)

    def close(self) -> None:
        """End the thread; a thread that is blocked in an extension ends when the extension returns."""
        if self._worker is not None:
            self._worker.stop()

    def _live_reader(self, request: Mapping[str, Any]) -> Callable[[int, str], Any] | None:
        live, number = self._live, request.get("id", -1)
        return None if live is None else lambda node, path: live(number, node, path)

    def _select_steps(self, steps: Sequence[Step]) -> tuple[list[Step], list[dict[str, str]]]:
        with self._lock:
            hanging = dict(self._hanging)
        blocked = {each.extension: each for each in steps if each.extension in hanging}
        errors = [
            error_json(name, step.stage, f"not asked: it still runs since {time.monotonic() - hanging[name]:.1f} s ago")
            for name, step in blocked.items()
        ]
        return [
            each for each in steps if each.extension not in hanging and not self.breaker.is_off(each.extension)
        ], errors

    def _start(self, task: Task) -> None:
        if self._worker is None:
            self._worker = Worker()
        self._worker.submit(task)

    def _abandon(self, running: Step, not_started: Sequence[Step], budget: float) -> list[dict[str, str]]:
        # This worker is blocked until the extension returns, and ends then; the next request gets a new worker.
        self._worker = None
        with self._lock:
            self._hanging[running.extension] = time.monotonic() - budget / 1000
        errors = [error_json(running.extension, running.stage, f"did not answer within {budget:.0f} ms")]
        skipped = {each.extension: each for each in reversed(not_started) if each.extension != running.extension}
        message = f"not asked: {running.extension} took the {budget:.0f} ms that there are"
        return errors + [error_json(each.extension, each.stage, message) for each in skipped.values()]

    def _extension_returned(self, extension: str) -> None:
        with self._lock:
            self._hanging.pop(extension, None)


def _breaker_error(extension: str) -> dict[str, str]:
    return error_json(extension, "breaker", "failed five times in a row: switched off until it is registered again")
