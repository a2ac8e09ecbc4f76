"""The threads that run extensions, so that a blocked extension blocks only its own thread."""

from __future__ import annotations

import queue
import threading
import time
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from headwater._bridge.step import run_step

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from headwater._bridge.step import Outcome, Step

__all__ = ["Task", "TaskProgress", "Worker"]


@dataclass(frozen=True, slots=True)
class TaskProgress:
    """What has become of the steps of a task, each list in the order of the steps."""

    outcomes: list[Outcome]
    running: list[Step]
    not_started: list[Step]
    overdue: list[tuple[Step, float]]
    """The steps that still ran when the time of their extension was over, and that time in seconds."""
    blocked: list[Step]
    """Those of ``running`` and ``overdue`` that wait: another thread calls their extension for another request."""


_NO_LIMITS: Mapping[str, float] = MappingProxyType({})


class Task:
    """The steps of one request. Several threads can run it: the steps of one extension run one after the other.

    If the steps are ``in_order``, each builds on those before it, so that one runs at a time.

    A waiting thread can take the outcomes so far and stop waiting; ``on_leave`` is then called with each step that
    still runs, and ``on_return`` when it returns. ``lock_of`` returns the lock that is held while an extension runs.
    ``limits`` are the seconds that all steps of one extension may take.
    """

    def __init__(  # noqa: PLR0913  (all but one by name)
        self,
        steps: Sequence[Step],
        *,
        on_leave: Callable[[Step], None],
        on_return: Callable[[Step], None],
        lock_of: Callable[[str], threading.Lock],
        limits: Mapping[str, float] = _NO_LIMITS,
        in_order: bool = False,
    ) -> None:
        self._steps = steps
        self._on_leave = on_leave
        self._on_return = on_return
        self._lock_of = lock_of
        self._limits = limits
        self._in_order = in_order
        self._waiting = list(range(len(steps)))
        self._running: dict[int, Step] = {}
        self._began: dict[int, float] = {}
        self._deadlines: dict[int, float] = {}  # of running steps whose extension has a limit
        self._used: dict[str, float] = {}  # seconds, of extensions with a limit
        self._overdue: dict[int, tuple[Step, float]] = {}
        self._called: set[int] = set()
        self._outcomes: dict[int, Outcome] = {}
        self._changed = threading.Condition()
        self._last_end = 0.0  # when a step has last ended
        self._abandoned = False

    def run(self) -> bool:
        """Run the steps that no other thread runs; return whether somebody still waits for the task."""
        place = self._claim()
        while place is not None:
            step = self._steps[place]
            with self._lock_of(step.extension):
                self._called.add(place)
                outcome = run_step(step) if self._is_awaited(place) else None
            with self._changed:
                if not self._finish(place, outcome):
                    return False
                place = self._claim()
        return True

    def wait(self, seconds: float, deadline: float) -> bool:
        """Wait until all steps have ended, no step has ended for ``seconds``, or an extension has used all of its time.

        With steps in order, the wait ends with each of them. Return whether one has ended in the last ``seconds``. It
        ends at ``deadline`` in any case. No thread is woken for each step, which would take more time than most steps.
        """
        started = time.monotonic()
        with self._changed:
            ended = len(self._outcomes)
            while not self._is_done and not (self._in_order and len(self._outcomes) > ended):
                end = min(max(started, self._last_end) + seconds, deadline, *self._deadlines.values())
                if (left := end - time.monotonic()) <= 0:
                    return False
                self._changed.wait(left)
            return True

    @property
    def extensions(self) -> int:
        """The number of extensions whose steps these are."""
        return len({each.extension for each in self._steps})

    def leave_overdue(self) -> list[Step]:
        """Stop waiting for the extensions that have used all of their time, and return what they are running.

        Their other steps are not called.
        """
        with self._changed:
            now = time.monotonic()
            late = [place for place, deadline in self._deadlines.items() if deadline <= now]
            return self._leave({place: self._limits[self._steps[place].extension] for place in late})

    def leave_running(self) -> list[Step]:
        """Do the same with what is running, so that the steps behind it can be called."""
        with self._changed:
            now = time.monotonic()
            return self._leave({place: now - self._began[place] for place in self._running})

    def _leave(self, late: Mapping[int, float]) -> list[Step]:
        for place, seconds in late.items():
            self._deadlines.pop(place, None)
            step = self._running.pop(place)
            self._overdue[place] = (step, seconds)
            self._on_leave(step)
        extensions = {self._steps[place].extension for place in late}
        self._waiting = [each for each in self._waiting if self._steps[each].extension not in extensions]
        return [self._steps[place] for place in late]

    @property
    def waiting_extensions(self) -> int:
        """The number of extensions that have not been called and are not running."""
        with self._changed:
            running = {each.extension for each in self._running.values()}
            return len({self._steps[place].extension for place in self._waiting} - running)

    @property
    def is_done(self) -> bool:
        """Whether all steps have ended."""
        with self._changed:
            return self._is_done

    @property
    def can_use_a_thread(self) -> bool:
        """Whether a step waits whose extension is not running."""
        with self._changed:
            return self._claimable() is not None

    def abandon(self) -> TaskProgress:
        """Take the outcomes; steps that have not started never will."""
        with self._changed:
            self._abandoned = True
            for step in self._running.values():
                self._on_leave(step)
            return TaskProgress(
                [self._outcomes[place] for place in sorted(self._outcomes)],
                [self._running[place] for place in sorted(self._running)],
                [self._steps[place] for place in self._waiting],
                [self._overdue[place] for place in sorted(self._overdue)],
                [self._steps[place] for place in (self._running.keys() | self._overdue.keys()) - self._called],
            )

    @property
    def _is_done(self) -> bool:
        return not self._waiting and not self._running

    def _claimable(self) -> int | None:
        if self._in_order and self._running:
            return None
        busy = {step.extension for step in self._running.values()}
        return next((place for place in self._waiting if self._steps[place].extension not in busy), None)

    def _claim(self) -> int | None:
        with self._changed:
            place = None if self._abandoned else self._claimable()
            if place is not None:
                self._waiting.remove(place)
                step = self._running[place] = self._steps[place]
                began = self._began[place] = time.monotonic()
                if (limit := self._limits.get(step.extension)) is not None:
                    if step.extension not in self._used:
                        self._changed.notify_all()  # the waiting thread knows a later end, and no later one after this
                    self._deadlines[place] = began + limit - self._used.setdefault(step.extension, 0.0)
            return place

    def _is_awaited(self, place: int) -> bool:
        return not self._abandoned and place not in self._overdue

    def _finish(self, place: int, outcome: Outcome | None) -> bool:
        with self._changed:
            step = self._steps[place]
            self._running.pop(place, None)
            self._deadlines.pop(place, None)
            if outcome is None or not self._is_awaited(place):
                self._on_return(step)
                return False
            self._outcomes[place] = outcome
            if step.extension in self._used:
                self._used[step.extension] += outcome.millis / 1000
            self._last_end = time.monotonic()
            outcome.accept()
            if self._in_order or self._is_done:
                self._changed.notify_all()
            return True


class Worker:
    """A daemon thread that runs tasks; it ends after a task that was abandoned."""

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        thread = threading.Thread(target=self._run, name="headwater-extensions", daemon=True)
        thread.start()

    def submit(self, task: Task) -> None:
        """Add a task to the queue."""
        self._tasks.put(task)

    def stop(self) -> None:
        """End the thread after the queued tasks."""
        self._tasks.put(None)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            if not task.run():
                return
