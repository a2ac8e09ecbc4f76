"""A lineage backend on this machine with configurable behaviour."""

from __future__ import annotations

import gzip
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from urllib.parse import parse_qs

from tests.e2e.events import Event


@dataclass
class Received:
    """The requests that the backend has received, with their times and keys.

    `accepted` are the events that it acknowledged, `token_requests` the forms of token requests.
    """

    url: str
    events: list[Event] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    accepted: list[Event] = field(default_factory=list)
    token_requests: list[dict[str, list[str]]] = field(default_factory=list)

    def note(self, request: BaseHTTPRequestHandler) -> Event:
        body = content(request)
        self.headers.append(dict(request.headers.items()))
        self.requests.append((request.path, request.headers.get("Authorization", "")))
        self.times.append(time.monotonic())
        self.keys.append(request.headers.get("Idempotency-Key", ""))
        self.bodies.append(body.decode())
        event: Event = json.loads(body)
        self.events.append(event)
        return event


@dataclass
class Exchange:
    """A request whose event has been recorded; a behaviour answers it."""

    request: BaseHTTPRequestHandler
    event: Event
    received: Received
    closing: threading.Event

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Answer the request; the event is accepted if the status is below 300. The client may have disconnected."""
        if status < 300:
            self.received.accepted.append(self.event)
        with suppress(OSError):
            respond(self.request, status, body, **headers)


def respond(
    request: BaseHTTPRequestHandler, status: int, body: bytes = b"", **headers: str
) -> None:
    request.send_response(status)
    for name, value in headers.items():
        request.send_header(name.replace("_", "-"), value)
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)


Behaviour = Callable[[Exchange], None]


def accepts(exchange: Exchange) -> None:
    """The behaviour of a healthy backend."""
    exchange.answer(201)


class Server(ThreadingHTTPServer):
    """A server with one thread per connection; connection errors of clients are ignored."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Ignore the error: the tests check what was received."""


def content(request: BaseHTTPRequestHandler) -> bytes:
    """The body of the request; without a Content-Length it is chunked."""
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


def handler(
    behave: Behaviour, received: Received, closing: threading.Event
) -> type[BaseHTTPRequestHandler]:
    """The class that records requests and answers them with this behaviour."""
    tokens = (f"token-{n}" for n in count(1))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            if self.path == "/token":
                received.token_requests.append(parse_qs(content(self).decode()))
                token = {"access_token": next(tokens), "expires_in": 3600}
                return respond(self, 200, json.dumps(token).encode())
            return behave(Exchange(self, received.note(self), received, closing))

        def log_message(self, *_: object) -> None:
            """Log nothing: the tests check what was received."""

    return Handler


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[None]:
    """Serve in a thread until the block ends."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def backend(
    behave: Behaviour = accepts, port: int = 0, tls: ssl.SSLContext | None = None
) -> Iterator[Received]:
    """Serve until the block ends, then release hanging requests; /token returns token-1, token-2 and so on."""
    closing = threading.Event()
    received = Received("")
    server = Server(("127.0.0.1", port), handler(behave, received, closing))
    if tls:
        server.socket = tls.wrap_socket(server.socket, True, do_handshake_on_connect=False)
    received.url = f"http{'s' if tls else ''}://127.0.0.1:{server.server_port}"
    with serving(server):
        try:
            yield received
        finally:
            closing.set()
