"""Commits the events of many requests in one transaction, since each transaction waits for the disk."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from headwater.serve.store import NewEvent

T = TypeVar("T")

__all__ = ["GroupCommit"]

_MAX_GROUP = 1000
"""The number of events after which a transaction takes no further ones."""
_GATHER_SECONDS = 0.01
"""How long a transaction waits for further events, if several senders took part in the last one."""

_Waiting = tuple["Sequence[NewEvent]", "asyncio.Future[None]"]


class GroupCommit:
    """Used in one event loop; ``write`` is called in one other thread, and returns when its events are on the disk."""

    def __init__(self, write: Callable[[Sequence[NewEvent]], None]) -> None:
        self._write = write
        self._waiting: deque[_Waiting] = deque()
        self._thread = ThreadPoolExecutor(1, "headwater-serve-commit")
        self._task: asyncio.Task[None] | None = None
        self._is_shared = False
        self.error = ""
        """Why the last events could not be stored; empty if they were."""

    async def commit(self, records: Sequence[NewEvent]) -> None:
        """Return when the events are on the disk; raise what ``write`` raises if they are not."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((records, done))
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._run(loop))
        await done

    async def call(self, action: Callable[[], T]) -> T:
        """Call a function in the thread that writes, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, action)

    async def close(self) -> None:
        """Write what waits, and end the thread."""
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    async def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            if self._is_shared:
                await asyncio.sleep(_GATHER_SECONDS)
            group = self._group()
            self._is_shared = len(group) > 1
            records = [record for of_sender, _ in group for record in of_sender]
            try:
                await loop.run_in_executor(self._thread, self._write, records)
            except Exception as error:  # noqa: BLE001 - the senders get it, and the next group is tried
                self.error = str(error).partition("\n")[0] or type(error).__name__
                _end(group, error)
            else:
                self.error = ""
                _end(group, None)

    def _group(self) -> list[_Waiting]:
        group = [self._waiting.popleft()]
        size = len(group[0][0])
        while self._waiting and size < _MAX_GROUP:
            group.append(self._waiting.popleft())
            size += len(group[-1][0])
        return group


def _end(group: list[_Waiting], error: Exception | None) -> None:
    for _, done in group:
        if done.done():  # the request was cancelled
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
