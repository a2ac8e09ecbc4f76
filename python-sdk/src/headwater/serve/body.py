"""Reads the body of a request, within limits of size, memory and time."""

from __future__ import annotations

import asyncio
import zlib
from collections import deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

__all__ = ["SMALL_BYTES", "BodyError", "BodyReader", "MemoryBudget"]

_SECONDS = 60
_GZIP = 16 + zlib.MAX_WBITS
_MAX_RATIO = 100
SMALL_BYTES = 64 << 10
"""A body of up to this size may be compressed to any ratio."""


class BodyError(Exception):
    """A body is refused; ``status`` is that of the answer."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class MemoryBudget:
    """The bytes that all requests may hold; a request waits, in order, until there is enough."""

    def __init__(self, size: int) -> None:
        self._size = self._free = size
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    @asynccontextmanager
    async def take(self, size: int) -> AsyncIterator[None]:
        """Hold a part of the budget, or all of it if ``size`` is larger."""
        part = min(size, self._size)
        await self._acquire(part)
        try:
            yield
        finally:
            self._release(part)

    async def _acquire(self, part: int) -> None:
        if not self._waiting and part <= self._free:
            self._free -= part
            return
        ready = asyncio.get_running_loop().create_future()
        self._waiting.append((part, ready))
        try:
            await ready
        except asyncio.CancelledError:
            if ready.done() and not ready.cancelled():
                self._release(part)
            raise

    def _release(self, part: int) -> None:
        self._free += part
        while self._waiting and (self._waiting[0][1].cancelled() or self._waiting[0][0] <= self._free):
            wanted, ready = self._waiting.popleft()
            if not ready.cancelled():
                self._free -= wanted
                ready.set_result(None)


class BodyReader:
    """Reads bodies of up to ``max_bytes``, also compressed ones."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes

    def reserved(self, request: Request) -> int:
        """Return how many bytes the body takes at the most."""
        length = request.headers.get("content-length", "")
        if not length.isdecimal():
            return self.max_bytes
        return min(self.max_bytes, int(length) * _MAX_RATIO + SMALL_BYTES if _is_gzip(request) else int(length))

    async def read(self, request: Request) -> bytes:
        """Return the body as it was sent.

        Raises :class:`BodyError` if it is too large, too slow, or packed in an unknown form.
        """
        encoding = request.headers.get("content-encoding", "identity").lower()
        if encoding not in {"identity", "gzip", "x-gzip"}:
            raise BodyError(415, f"Content-Encoding: {encoding[:40]!r} is unknown; send gzip, or do not compress")
        length = request.headers.get("content-length", "")
        if length.isdecimal() and int(length) > self.max_bytes:
            raise self._too_large()
        try:
            with anyio.fail_after(_SECONDS):
                return await self._received(request)
        except TimeoutError:
            raise BodyError(408, f"the body did not arrive within {_SECONDS} seconds") from None

    async def _received(self, request: Request) -> bytes:
        parts, size = [], 0
        async for part in request.stream():
            size += len(part)
            if size > self.max_bytes:
                raise self._too_large()
            parts.append(part)
        return b"".join(parts)

    def unpacked(self, request: Request, body: bytes) -> bytes:
        """Return the body unpacked; raise :class:`BodyError` if it is then too large, or damaged."""
        if not _is_gzip(request):
            return body
        limit = min(self.max_bytes, len(body) * _MAX_RATIO + SMALL_BYTES)
        unpacker = zlib.decompressobj(_GZIP)
        try:
            unpacked = unpacker.decompress(body, limit + 1)
        except zlib.error as error:
            raise BodyError(400, f"the body is no gzip data: {error}") from None
        if len(unpacked) > limit:
            raise self._too_large()
        if not unpacker.eof or unpacker.unused_data:
            what = "has more after its end" if unpacker.eof else "is cut off"
            raise BodyError(400, f"the gzip data of the body {what}")
        return unpacked

    def _too_large(self) -> BodyError:
        return BodyError(
            413,
            f"the body is larger than {self.max_bytes >> 20} MB, or compressed to less than 1/{_MAX_RATIO}; "
            "send fewer events at once, or start the server with a larger --max-mb",
        )


def _is_gzip(request: Request) -> bool:
    return request.headers.get("content-encoding", "").lower() in {"gzip", "x-gzip"}
