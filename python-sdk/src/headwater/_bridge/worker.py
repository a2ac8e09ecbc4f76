"""The thread that runs extensions, so that a blocked extension blocks only this thread."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING

from headwater._bridge.step import run_step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from headwater._bridge.step import Outcome, Step

__all__ = ["Task", "Worker"]


class Task:
    """The steps of one request; a waiting thread can take the outcomes so far and stop waiting."""

    def __init__(self, steps: Sequence[Step], on_return: Callable[[str], None]) -> None:
        self._steps = steps
        self._on_return = on_return
        self._outcomes: list[Outcome] = []
        self._lock = threading.Lock()
        self._abandoned = False
        self._done = threading.Event()

    def run(self) -> bool:
        """Run the steps; return whether another thread still waits for them."""
        try:
            for step in self._steps:
                outcome = run_step(step)
                with self._lock:
                    if self._abandoned:
                        self._on_return(step.extension)
                        return False
                    self._outcomes.append(outcome)
            return True
        finally:
            self._done.set()

    def take(self, seconds: float) -> tuple[list[Outcome], Step | None, Sequence[Step]]:
        """Wait at most ``seconds``; return the outcomes, the step that is still running, and the steps not started."""
        self._done.wait(seconds)
        with self._lock:
            ready = len(self._outcomes)
            self._abandoned = ready < len(self._steps)
            running = self._steps[ready] if self._abandoned else None
            return list(self._outcomes), running, self._steps[ready + 1 :]


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
