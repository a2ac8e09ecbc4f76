"""Answers requests within their time limit."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from headwater._bridge.breaker import Breaker, switched_off
from headwater._bridge.dispatch import MAX_BYTES, assemble
from headwater._bridge.plan import steps_of
from headwater._bridge.step import error_json
from headwater._bridge.timings import timings_json
from headwater._bridge.worker import Task, Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from headwater._bridge.calls import CallLog
    from headwater._bridge.registry import Registry
    from headwater._bridge.step import Step
    from headwater._bridge.worker import TaskProgress

__all__ = ["Runner"]

_BUDGET_MILLIS = 1600
# Namers, filters and transformers are called in order: each gets what the one before it has made.
_IN_ORDER = frozenset({"review", "transform"})


class Runner:
    """Calls extensions in separate threads.

    An extension that has taken its share of the time limit, while others wait, goes on in its thread, and another
    thread calls the others. Namers, filters and transformers are called in order: if one leaves no more than the shares
    of those behind it, they go on without its result. When the time limit is over, the response contains the results so
    far and an error for each extension that is still running. Such an extension is not called again before it returns.
    An extension may have a time-out of its own, in ``timeouts``, in milliseconds.
    """

    def __init__(
        self,
        registry: Registry,
        live: Callable[[int, int, str], Any] | None = None,
        calls: CallLog | None = None,
    ) -> None:
        self.max_bytes = MAX_BYTES
        self.timeouts: Mapping[str, float] = {}
        self.breaker = Breaker()
        self._registry = registry
        self._live = live
        self._calls = calls
        self._worker: Worker | None = None
        self._hanging: dict[int, str] = {}  # extensions, by the hook that was called, whose id is never used again
        self._lock = threading.Lock()
        self._extension_locks: dict[str, threading.Lock] = {}

    def beside(self) -> Runner:
        """Return a runner that another thread may use at the same time; an extension is called by one of them only."""
        other = Runner(self._registry, self._live, self._calls)
        other.max_bytes, other.timeouts, other.breaker = self.max_bytes, self.timeouts, self.breaker
        other._extension_locks = self._extension_locks
        return other

    def forget(self, extension: str) -> None:
        """Treat an extension that is registered again as a new one; what still runs of the one before it may hang."""
        self.breaker.forget(extension)
        self._extension_locks.pop(extension, None)

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the response to a request; not thread-safe."""
        started = time.monotonic()
        budget = float(request.get("budgetMillis") or _BUDGET_MILLIS)
        steps, errors = self._select_steps(steps_of(request, self._registry.hooks, self._live_reader(request)))
        if not steps:
            return assemble(request, (), self.max_bytes, errors)
        in_order = request.get("kind") in _IN_ORDER
        task = self._task(steps, in_order=in_order)
        self._start(task)
        self._wait(task, started + budget / 1000, budget / 1000, in_order=in_order)
        progress = task.abandon()
        took = (time.monotonic() - started) * 1000
        errors += self._late_errors(progress, budget)
        outcomes = progress.outcomes
        late = [(each.extension, self._limit(each, took)) for each in progress.running]
        late += [(each.extension, seconds * 1000) for each, seconds in progress.overdue]
        errors += self._record(progress)
        if self._calls is not None:
            self._calls.add(request, outcomes, errors)
        timings = timings_json(outcomes, late)
        return assemble(request, outcomes, self.max_bytes, errors, timings)

    def close(self) -> None:
        """End the thread; a thread that is blocked in an extension ends when the extension returns."""
        if self._worker is not None:
            self._worker.stop()

    def _task(self, steps: Sequence[Step], *, in_order: bool) -> Task:
        return Task(
            steps,
            on_leave=self._step_left,
            on_return=self._step_returned,
            lock_of=self._lock_of,
            limits={name: millis / 1000 for name, millis in self.timeouts.items()},
            in_order=in_order,
        )

    def _record(self, progress: TaskProgress) -> list[dict[str, str]]:
        """Record the request in the breaker, and return an error for each extension that it disables.

        Transports with the spool are left out: their events wait. So is what was not called, because a transport with
        the spool in the same extension took the time.
        """
        outcomes = [each for each in progress.outcomes if not each.step.is_spooled]
        late = [*progress.running, *(step for step, _ in progress.overdue)]
        failed = {each.extension: each.error["message"] for each in outcomes if each.error is not None}
        failed |= {
            each.extension: "it did not answer in time"
            for each in late
            if not each.is_spooled and each not in progress.blocked
        }
        extensions = dict.fromkeys([*(each.extension for each in outcomes), *failed])
        return [_breaker_error(each) for each in self.breaker.record_request(extensions, failed)]

    def _live_reader(self, request: Mapping[str, Any]) -> Callable[[int, str], Any] | None:
        live, number = self._live, request.get("id", -1)
        return None if live is None else lambda node, path: live(number, node, path)

    def _select_steps(self, steps: Sequence[Step]) -> tuple[list[Step], list[dict[str, str]]]:
        with self._lock:
            hanging = {name for number, name in self._hanging.items() if number in self._registry.hooks}
        blocked = {each.extension: each for each in steps if each.extension in hanging}
        errors = [
            error_json(name, step.stage, "not asked: it still runs since an earlier event")
            for name, step in blocked.items()
        ]
        callable_steps = [each for each in steps if each.extension not in hanging]
        return [each for each in callable_steps if each.is_spooled or not self.breaker.is_off(each.extension)], errors

    def _start(self, task: Task) -> None:
        if self._worker is None:
            self._worker = Worker()
        self._worker.submit(task)

    def _limit(self, step: Step, millis: float) -> float:
        """Return the time-out of the step's extension, at most ``millis``."""
        return min(millis, self.timeouts.get(step.extension, millis))

    def _wait(self, task: Task, deadline: float, budget: float, *, in_order: bool) -> None:
        """Wait for the task until the deadline; give it another thread if a step takes more than its share."""
        share = budget / (1 + task.extensions)
        while not task.is_done and (left := deadline - time.monotonic()) > 0:
            behind = task.waiting_extensions
            ended = task.wait(left - behind * share if in_order else share, deadline)
            overdue = task.leave_overdue()
            if in_order and behind and not (ended or overdue):
                overdue = task.leave_running()
            if overdue:
                self._drop_worker()
            if (overdue or not ended) and task.can_use_a_thread:
                self._drop_worker()
                self._start(task)

    def _drop_worker(self) -> None:
        """Leave the current thread to what it runs; it ends after that."""
        if self._worker is not None:
            self._worker.stop()
            self._worker = None

    def _late_errors(self, progress: TaskProgress, budget: float) -> list[dict[str, str]]:
        """Return the errors for the extensions that still run, and for those that were not called because of them."""
        late = [(each, budget) for each in progress.running]
        late += [(each, seconds * 1000) for each, seconds in progress.overdue]
        if not late:
            return []
        if progress.running:
            self._drop_worker()
        errors = [
            error_json(step.extension, step.stage, f"did not answer within {limit:.0f} ms") for step, limit in late
        ]
        names = dict.fromkeys(each.extension for each, _ in late)
        skipped = {each.extension: each for each in reversed(progress.not_started) if each.extension not in names}
        message = f"not asked: {', '.join(names)} took the {max(limit for _, limit in late):.0f} ms that there are"
        return errors + [error_json(each.extension, each.stage, message) for each in skipped.values()]

    def _lock_of(self, extension: str) -> threading.Lock:
        found = self._extension_locks.get(extension)
        return found or self._extension_locks.setdefault(extension, threading.Lock())

    def _step_left(self, step: Step) -> None:
        with self._lock:
            self._hanging[step.number] = step.extension

    def _step_returned(self, step: Step) -> None:
        with self._lock:
            self._hanging.pop(step.number, None)


def _breaker_error(extension: str) -> dict[str, str]:
    return error_json(extension, "breaker", switched_off())
