"""The threads that run extensions, so that a blocked extension blocks only its own thread."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from headwater._bridge.step import run_step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from headwater._bridge.step import Outcome, Step

__all__ = ["Task", "TaskProgress", "Worker"]


@dataclass(frozen=True, slots=True)
class TaskProgress:
    """What has become of the steps of a task, each list in the order of the steps."""

    outcomes: list[Outcome]
    running: list[Step]
    not_started: list[Step]


class Task:
    """The steps of one request. Several threads can run it: the steps of one extension run one after the other.

    A waiting thread can take the outcomes so far and stop waiting; ``on_return`` is then called with the name of each
    extension that returns later.
    """

    def __init__(self, steps: Sequence[Step], on_return: Callable[[str], None]) -> None:
        self._steps = steps
        self._on_return = on_return
        self._waiting = list(range(len(steps)))
        self._running: dict[int, Step] = {}
        self._outcomes: dict[int, Outcome] = {}
        self._changed = threading.Condition()
        self._abandoned = False

    def run(self) -> bool:
        """Run the steps that no other thread runs; return whether somebody still waits for the task."""
        while (place := self._claim()) is not None:
            outcome = run_step(self._steps[place])
            if not self._finish(place, outcome):
                return False
        return True

    def wait(self, seconds: float) -> bool:
        """Wait until a step has ended, at most ``seconds``; return whether one has."""
        with self._changed:
            ended = len(self._outcomes)
            return self._changed.wait_for(lambda: len(self._outcomes) > ended or self._is_done, seconds)

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
            return TaskProgress(
                [self._outcomes[place] for place in sorted(self._outcomes)],
                [self._running[place] for place in sorted(self._running)],
                [self._steps[place] for place in self._waiting],
            )

    @property
    def _is_done(self) -> bool:
        return len(self._outcomes) == len(self._steps)

    def _claimable(self) -> int | None:
        busy = {step.extension for step in self._running.values()}
        return next((place for place in self._waiting if self._steps[place].extension not in busy), None)

    def _claim(self) -> int | None:
        with self._changed:
            place = None if self._abandoned else self._claimable()
            if place is not None:
                self._waiting.remove(place)
                self._running[place] = self._steps[place]
            return place

    def _finish(self, place: int, outcome: Outcome) -> bool:
        with self._changed:
            step = self._running.pop(place)
            if self._abandoned:
                self._on_return(step.extension)
                return False
            self._outcomes[place] = outcome
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
