"""Deletes old events while the server runs."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import duckdb

if TYPE_CHECKING:
    from headwater.serve.commits import GroupCommit
    from headwater.serve.store import EventStore

__all__ = ["Retention"]

_SECONDS_BETWEEN = 3600
_MICROS_OF_DAY = 24 * 3600 * 1_000_000
_log = logging.getLogger("headwater.serve")


@dataclass(slots=True)
class Retention:
    """How many days events are kept, ``None`` for all; and how many were deleted since the server started."""

    days: int | None
    deleted: int = 0

    async def run(self, store: EventStore, commits: GroupCommit) -> None:
        """Delete old events now, and then each hour."""
        while self.days is not None:
            try:
                await self._delete(store, commits, self.days)
            except duckdb.Error as error:
                _log.warning("old events could not be deleted; the next try is in an hour: %s", error)
            await asyncio.sleep(_SECONDS_BETWEEN)

    async def _delete(self, store: EventStore, commits: GroupCommit, days: int) -> None:
        """Delete what is older now, in the thread that writes, few at a time, since senders wait; and say how much."""
        before = time.time_ns() // 1000 - days * _MICROS_OF_DAY
        old = await asyncio.to_thread(store.old, before)
        events, runs = 0, 0
        for portion in old.portions:
            deleted = await commits.call(partial(store.delete, portion, old.last))
            events, runs = events + deleted[0], runs + deleted[1]
            self.deleted += deleted[0]
        if events:
            _log.warning("deleted %d events, of %d runs, that came more than %d days ago", events, runs, days)
