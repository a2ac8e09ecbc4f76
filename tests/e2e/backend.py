"""A lineage backend on this machine, with the faults that one may have."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, repeat

from tests.e2e.events import Event

MODES = ("answers", "500", "hangs", "drips", "refuses")


@dataclass
class Received:
    """What the backend has been sent, when and under which key; `taken` are the events that it has said yes to."""

    url: str
    events: list[Event] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    taken: list[Event] = field(default_factory=list)

    def note(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"]))
        self.requests.append((request.path, request.headers.get("Authorization", "")))
        self.times.append(time.monotonic())
        self.keys.append(request.headers.get("Idempotency-Key", ""))
        self.bodies.append(body.decode())
        self.events.append(json.loads(body))


def drip(request: BaseHTTPRequestHandler, closing: threading.Event) -> None:
    """One byte of the answer every half second: no single read times out."""
    request.send_response(201)
    request.send_header("Content-Length", "100000")
    request.end_headers()
    while not closing.wait(0.5):
        try:
            request.wfile.write(b" ")
        except OSError:  # noqa: PERF203 - the client has gone
            return


@contextmanager
def backend(
    mode: str, first: Sequence[int] = (), port: int = 0, location: str = ""
) -> Iterator[Received]:
    """Serves until the block ends; what hangs is then let go. The first requests are answered with these statuses,
    a 503 with a Retry-After of two seconds; a 3xx leads to `location`. A refusal repeats the request's headers.
    """
    statuses = chain(first, repeat(int(mode) if mode.isdigit() else 201))
    closing = threading.Event()
    received = Received("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.note(self)
            if mode == "hangs":
                closing.wait()
            elif mode == "drips":
                drip(self, closing)
            else:
                self.answer(next(statuses))

        def answer(self, status: int) -> None:
            if status < 300:
                received.taken.append(received.events[-1])
            body = b"" if status < 400 else json.dumps(dict(self.headers)).encode()
            self.send_response(status)
            if status == 503:
                self.send_header("Retry-After", "2")
            if status // 100 == 3:
                self.send_header("Location", location)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing: the tests read what was received."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    received.url = f"http://127.0.0.1:{server.server_port}"
    if mode == "refuses":
        server.server_close()
        yield received
        return
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield received
    finally:
        closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
