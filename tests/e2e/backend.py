"""A lineage backend on this machine that behaves as it is told."""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.e2e.events import Event


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

    def note(self, request: BaseHTTPRequestHandler) -> Event:
        body = request.rfile.read(int(request.headers["Content-Length"]))
        self.requests.append((request.path, request.headers.get("Authorization", "")))
        self.times.append(time.monotonic())
        self.keys.append(request.headers.get("Idempotency-Key", ""))
        self.bodies.append(body.decode())
        event: Event = json.loads(body)
        self.events.append(event)
        return event


@dataclass
class Exchange:
    """A request whose event has been noted, and what a behaviour can do with it."""

    request: BaseHTTPRequestHandler
    event: Event
    received: Received
    closing: threading.Event

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """The event counts as taken where the status says so. The client may have gone."""
        if status < 300:
            self.received.taken.append(self.event)
        with suppress(OSError):
            self.request.send_response(status)
            for name, value in headers.items():
                self.request.send_header(name.replace("_", "-"), value)
            self.request.send_header("Content-Length", str(len(body)))
            self.request.end_headers()
            self.request.wfile.write(body)


Behaviour = Callable[[Exchange], None]


def takes(exchange: Exchange) -> None:
    """As a healthy backend does."""
    exchange.answer(201)


class Server(ThreadingHTTPServer):
    """One thread a connection; what clients do to a connection is no news."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Nothing: the tests read what was received."""


@contextmanager
def backend(
    behave: Behaviour = takes, port: int = 0, certificate: Path | None = None
) -> Iterator[Received]:
    """Serves until the block ends; what hangs is then let go. With a certificate (and its key) over TLS."""
    closing = threading.Event()
    received = Received("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            behave(Exchange(self, received.note(self), received, closing))

        def log_message(self, *_: object) -> None:
            """Nothing: the tests read what was received."""

    server = Server(("127.0.0.1", port), Handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, True, do_handshake_on_connect=False)
    received.url = f"http{'s' if certificate else ''}://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield received
    finally:
        closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
