"""A lineage backend on this machine, with the faults that one may have."""

from __future__ import annotations

import gzip
import json
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, count, repeat
from urllib.parse import parse_qs

from tests.e2e.events import Event

MODES = ("answers", "500", "hangs", "drips", "refuses")


@dataclass
class Received:
    """What the backend has been sent, when and under which key; `taken` are the events that it has said yes to,
    `asked` the forms with which tokens were asked for.
    """

    url: str
    events: list[Event] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    taken: list[Event] = field(default_factory=list)
    asked: list[dict[str, list[str]]] = field(default_factory=list)

    def note(self, request: BaseHTTPRequestHandler) -> None:
        body = content(request)
        self.headers.append(dict(request.headers.items()))
        self.requests.append((request.path, request.headers.get("Authorization", "")))
        self.times.append(time.monotonic())
        self.keys.append(request.headers.get("Idempotency-Key", ""))
        self.events.append(json.loads(body))


def content(request: BaseHTTPRequestHandler) -> bytes:
    """The body; one whose length is not told comes in chunks."""
    if "Content-Length" in request.headers:
        body = request.rfile.read(int(request.headers["Content-Length"]))
    else:
        body = b"".join(chunks(request))
    return gzip.decompress(body) if request.headers.get("Content-Encoding") == "gzip" else body


def chunks(request: BaseHTTPRequestHandler) -> Iterator[bytes]:
    while size := int(request.rfile.readline(), 16):
        yield request.rfile.read(size)
        request.rfile.readline()
    request.rfile.readline()


def say(
    request: BaseHTTPRequestHandler, status: int, body: dict[str, object] | None = None
) -> None:
    """Answers; a 503 with a Retry-After of two seconds."""
    text = json.dumps(body).encode() if body else b""
    request.send_response(status)
    if status == 503:
        request.send_header("Retry-After", "2")
    request.send_header("Content-Length", str(len(text)))
    request.end_headers()
    request.wfile.write(text)


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
    mode: str, first: Sequence[int] = (), port: int = 0, tls: ssl.SSLContext | None = None
) -> Iterator[Received]:
    """Serves until the block ends; what hangs is then let go. The first requests are answered with these statuses.
    Below /token it gives token-1, token-2 and so on.
    """
    tokens = (f"token-{n}" for n in count(1))
    statuses = chain(first, repeat(500 if mode == "500" else 201))
    closing = threading.Event()
    received = Received("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            if self.path == "/token":
                received.asked.append(parse_qs(content(self).decode()))
                return say(self, 200, {"access_token": next(tokens), "expires_in": 3600})
            received.note(self)
            if mode == "hangs":
                closing.wait()
            elif mode == "drips":
                drip(self, closing)
            else:
                self.answer(next(statuses))
            return None

        def answer(self, status: int) -> None:
            if status < 300:
                received.taken.append(received.events[-1])
            say(self, status)

        def log_message(self, *_: object) -> None:
            """Nothing: the tests read what was received."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    received.url = f"http{'s' if tls else ''}://127.0.0.1:{server.server_port}"
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
