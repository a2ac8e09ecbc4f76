"""A lineage backend on this machine, with the faults that one may have."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.e2e.events import Event

MODES = ("answers", "500", "hangs", "drips", "refuses")


@dataclass
class Received:
    """What the backend has been sent."""

    url: str
    events: list[Event] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)


@contextmanager
def backend(mode: str) -> Iterator[Received]:
    """Serves until the block ends; what hangs is then let go."""
    closing = threading.Event()
    received = Received("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.requests.append((self.path, self.headers.get("Authorization", "")))
            received.events.append(json.loads(body))
            if mode == "hangs":
                closing.wait()
            elif mode == "drips":
                self.drip()
            else:
                self.send_response(500 if mode == "500" else 201)
                self.send_header("Content-Length", "0")
                self.end_headers()

        def drip(self) -> None:
            """One byte of the answer every half second: no single read times out."""
            self.send_response(201)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            while not closing.wait(0.5):
                try:
                    self.wfile.write(b" ")
                except OSError:  # noqa: PERF203 - the client has gone
                    return

        def log_message(self, *_: object) -> None:
            """Nothing: the tests read what was received."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
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
