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

    from headwater._bridge.calls import CallLog
    from headwater._bridge.registry import Registry
    from headwater._bridge.step import Step
    from headwater._bridge.worker import TaskProgress

__all__ = ["Runner"]

_BUDGET_MILLIS = 1600


class Runner:
    """Calls extensions in separate threads.

    An extension that has taken its share of the time limit, while others wait, goes on in its thread, and another
    thread calls the others. When the time limit is over, the response contains the results so far and an error for
    each extension that is still running. Such an extension is not called again before it returns.
    """

    def __init__(
        self,
        registry: Registry,
        live: Callable[[int, int, str], Any] | None = None,
        calls: CallLog | None = None,
    ) -> None:
        self.max_bytes = MAX_BYTES
        self.breaker = Breaker()
        self._registry = registry
        self._live = live
        self._calls = calls
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
        # Namers, filters and transformers are called in order: each gets what the one before it has made.
        in_order = request.get("kind") in {"review", "transform"}
        share = budget if in_order else budget / (1 + len({each.extension for each in steps}))
        self._wait(task, started + budget / 1000, share / 1000)
        progress = task.abandon()
        errors += self._abandon(progress, budget)
        failed = {each.extension: each.error["message"] for each in progress.outcomes if each.error is not None}
        failed |= {each.extension: "it did not answer in time" for each in progress.running}
        extensions = dict.fromkeys([*(each.extension for each in progress.outcomes), *failed])
        errors += [_breaker_error(each) for each in self.breaker.record_request(extensions, failed)]
        if self._calls is not None:
            self._calls.add(request, progress.outcomes, errors)
        return assemble(request, progress.outcomes, self.max_bytes, errors)

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

    def _wait(self, task: Task, deadline: float, share: float) -> None:
        """Wait for the task until the deadline; give it another thread if no step ends within ``share`` seconds."""
        while not task.is_done and (left := deadline - time.monotonic()) > 0:
            if not task.wait(min(share, left)) and task.can_use_a_thread:
                self._drop_worker()
                self._start(task)

    def _drop_worker(self) -> None:
        """Leave the current thread to what it runs; it ends after that."""
        if self._worker is not None:
            self._worker.stop()
            self._worker = None

    def _abandon(self, progress: TaskProgress, budget: float) -> list[dict[str, str]]:
        if not progress.running:
            return []
        self._drop_worker()
        running = {each.extension: each for each in progress.running}
        with self._lock:
            self._hanging.update(dict.fromkeys(running, time.monotonic() - budget / 1000))
        errors = [
            error_json(name, step.stage, f"did not answer within {budget:.0f} ms") for name, step in running.items()
        ]
        skipped = {each.extension: each for each in reversed(progress.not_started) if each.extension not in running}
        message = f"not asked: {', '.join(running)} took the {budget:.0f} ms that there are"
        return errors + [error_json(each.extension, each.stage, message) for each in skipped.values()]

    def _extension_returned(self, extension: str) -> None:
        with self._lock:
            self._hanging.pop(extension, None)


def _breaker_error(extension: str) -> dict[str, str]:
    return error_json(extension, "breaker", "failed five times in a row: switched off until it is registered again")
