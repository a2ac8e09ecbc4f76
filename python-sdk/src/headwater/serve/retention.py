"""Deletes old events while the server runs."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
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
        """Delete old events now, and then each hour, in the thread that writes."""
        while self.days is not None:
            try:
                await commits.call(lambda: self.delete(store))
            except duckdb.Error as error:
                _log.warning("old events could not be deleted; the next try is in an hour: %s", error)
            await asyncio.sleep(_SECONDS_BETWEEN)

    def delete(self, store: EventStore) -> None:
        """Delete what is older now, and say how much."""
        if self.days is None:
            return
        events, runs = store.delete_before(time.time_ns() // 1000 - self.days * _MICROS_OF_DAY)
        if events:
            self.deleted += events
            _log.warning("deleted %d events, of %d runs, that came more than %d days ago", events, runs, self.days)
