"""The graph of the stored events, built again when it is needed and events have come."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from headwater.analysis import LineageGraph
from headwater.errors import EventError
from headwater.events import parse_event
from headwater.model import build_lineage
from headwater.serve.window import MAX_RUNS, EventWindow
from headwater.viewer import render_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from headwater.events import Event
    from headwater.serve.store import EventStore

__all__ = ["LiveLineage", "Snapshot"]

_MAX_WAITING = 100
"""The number of events after which they are added to the window, so that memory is bounded also if nobody reads."""
_QUICK_SECONDS = 0.2
_WAIT_FACTOR = 5
_log = logging.getLogger("headwater.serve")


@dataclass(frozen=True)
class Snapshot:
    """The lineage of the events up to a moment."""

    graph: LineageGraph
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def page(self) -> bytes:
        """Return the HTML page, which is rendered once."""
        with self._lock:
            return self._page

    @cached_property
    def tag(self) -> str:
        """A text that differs between pages with different content."""
        return hashlib.sha256(self.page()).hexdigest()[:32]

    @cached_property
    def _page(self) -> bytes:
        return render_page(self.graph.lineage).encode("utf-8", "replace")


class LiveLineage:
    """The lineage of the events that one thread adds, as snapshots that other threads read.

    A graph is built when it is read and events have come since the last one. If that takes more than 0.2 seconds,
    the last graph is used for five times as long, so that reading never takes all of the processor.
    """

    def __init__(self) -> None:
        self._window = EventWindow()
        self._waiting: deque[Event] = deque()
        self._window_lock = threading.Lock()
        self._build_lock = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._use_until = 0.0
        self._has_new = False
        self._is_ending = False

    def load(self, store: EventStore) -> threading.Thread:
        """Start to read the events that are stored now and that the graph needs; a snapshot waits for the thread."""
        self._window_lock.acquire()  # the thread gives it back
        thread = threading.Thread(target=self._load, args=(store.recent(MAX_RUNS),), daemon=True)
        thread.start()
        return thread

    def stop_loading(self) -> None:
        """End the thread of `load` before all events are read."""
        self._is_ending = True

    def add(self, events: Sequence[Event]) -> None:
        """Take events that have been stored, without waiting for another thread."""
        self._waiting.extend(events)
        if len(self._waiting) > _MAX_WAITING and self._window_lock.acquire(blocking=False):
            try:
                self._drain()
            finally:
                self._window_lock.release()

    @property
    def left_out(self) -> int:
        """The number of jobs and datasets that are not in the graph because there are too many."""
        return self._window.left_out

    def snapshot(self) -> Snapshot:
        """Return the lineage; this builds it if events have come."""
        with self._build_lock:
            if self._snapshot is None or (self._is_old() and time.monotonic() >= self._use_until):
                self._snapshot = self._build()
            return self._snapshot

    def _load(self, texts: Iterator[str]) -> None:
        try:
            for text in texts:
                if self._is_ending:
                    break
                with suppress(EventError):  # an event of an earlier version that this one refuses
                    self._window.add(parse_event(text))
                if len(self._waiting) > _MAX_WAITING:
                    self._drain()
        except Exception:  # noqa: BLE001 - whatever it is, the server takes events
            _log.exception("not all stored events could be read: the page and the answers lack some of them")
        finally:
            self._window_lock.release()

    def _build(self) -> Snapshot:
        start = time.monotonic()
        with self._window_lock:
            self._drain()
            self._has_new = False
            events = self._window.events()
        snapshot = Snapshot(LineageGraph(build_lineage(events)))
        end = time.monotonic()
        self._use_until = end + _WAIT_FACTOR * (end - start) if end - start > _QUICK_SECONDS else end
        return snapshot

    def _is_old(self) -> bool:
        return self._has_new or bool(self._waiting)

    def _drain(self) -> None:
        while self._waiting:
            self._window.add(self._waiting.popleft())
            self._has_new = True
