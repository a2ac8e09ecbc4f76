"""Bounds what a connection costs before its request is known: time, bytes, and a place among all connections."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from asyncio import TimerHandle

__all__ = ["BoundedConnection", "SeldomFilter"]

_MAX_HEAD_BYTES = 64 << 10
_SECONDS_FOR_HEAD = 10
_SECONDS_AFTER_ANSWER = 60
"""How long a connection may send the rest of a body that was answered already, or nothing after it."""


class BoundedConnection(HttpToolsProtocol):
    """A connection as uvicorn serves it, with bounds that uvicorn lacks.

    The head of a request has a size and a time, and the rest of a body after its answer has a time. If all places are
    taken, a new connection takes the place of an idle one: of the longest idle one without a request, if there is one.
    """

    _awaits_head = True
    _head_bytes = 0
    _requests = 0
    _deadline: TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as in the class of uvicorn
        """Begin to wait for the head of a request."""
        super().connection_made(transport)
        self._since = time.monotonic()
        self._limit(_SECONDS_FOR_HEAD)
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the time limit."""
        self._limit(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; refuse a head that is too large."""
        before = self._requests
        super().data_received(data)
        if not self._awaits_head or self.transport.is_closing():
            return
        self._head_bytes = 0 if self._requests > before else self._head_bytes + len(data)
        if self._head_bytes > _MAX_HEAD_BYTES:
            self.send_400_response(f"The head of the request is larger than {_MAX_HEAD_BYTES >> 10} KB.")
            self._limit(None)
        elif self._deadline is None and self._head_bytes:
            self._limit(_SECONDS_FOR_HEAD)

    def on_headers_complete(self) -> None:
        """Let the request have its own time limits."""
        self._awaits_head = False
        self._limit(None)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_message_complete()
        self._awaits_head, self._head_bytes, self._since = True, 0, time.monotonic()
        self._requests += 1
        if self._deadline is not None:  # the answer came first, so uvicorn does not limit the time from here on
            self._limit(_SECONDS_AFTER_ANSWER)

    def on_response_complete(self) -> None:
        """Limit the time for the rest of a body that nobody reads."""
        super().on_response_complete()
        if not self._awaits_head:
            self._limit(_SECONDS_AFTER_ANSWER)

    def _limit(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.timeout_keep_alive_handler)

    @property
    def is_idle(self) -> bool:
        """Whether no request has come in whole or is being answered."""
        return self._awaits_head and (self.cycle is None or self.cycle.response_complete)

    @property
    def rank(self) -> tuple[bool, float]:
        """The place among idle connections; the least one ends first."""
        return self._requests > 0, self._since

    def _make_room(self) -> None:
        if self.limit_concurrency is None or len(self.connections) < self.limit_concurrency:
            return
        others = (each for each in self.connections if isinstance(each, BoundedConnection) and each is not self)
        idle = [each for each in others if each.is_idle]
        if idle:
            first = min(idle, key=lambda each: each.rank)
            self.connections.discard(first)
            first.transport.abort()


class SeldomFilter(logging.Filter):
    """Passes each message once a minute, since strangers cause some of them."""

    _SECONDS = 60

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the message is due; those that name an error always are."""
        if record.exc_info:
            return True
        now, message = time.monotonic(), str(record.msg)
        is_due = now - self._last.get(message, -self._SECONDS) >= self._SECONDS
        if is_due:
            self._last[message] = now
        return is_due
