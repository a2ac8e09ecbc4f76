"""A backend that counts events and forgets them: `python counting_backend.py PORT`. It answers faster than a real one.

POST is one event; GET gives the number of events, their bytes, and the seconds from the first to the last one.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time

LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
CREATED = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


class Counter:
    """The events so far."""

    def __init__(self) -> None:
        self.events = 0
        self.bytes = 0
        self.first = 0.0
        self.last = 0.0

    def add(self, size: int) -> None:
        """Count one event."""
        self.last = time.monotonic()
        self.first = self.first or self.last
        self.events += 1
        self.bytes += size

    def text(self) -> bytes:
        """The answer to GET."""
        seconds = self.last - self.first
        return json.dumps({"events": self.events, "bytes": self.bytes, "seconds": seconds}).encode()


class Connection(asyncio.Protocol):
    """One connection: requests with a Content-Length, one after the other."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._received = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the side that writes."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each request that is complete."""
        self._received += data
        while (end := self._received.find(b"\r\n\r\n")) >= 0:
            found = LENGTH.search(self._received, 0, end)
            size = int(found[1]) if found else 0
            if len(self._received) < end + 4 + size:
                return
            is_post = self._received.startswith(b"POST")
            del self._received[: end + 4 + size]
            self._answer(size, is_event=is_post)

    def _answer(self, size: int, *, is_event: bool) -> None:
        if is_event:
            self._counter.add(size)
            self._transport.write(CREATED)
            return
        body = self._counter.text()
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        self._transport.write(head.encode() + body)
        self._transport.close()


async def serve(port: int) -> None:
    """Serve until the process ends."""
    counter = Counter()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(counter), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
