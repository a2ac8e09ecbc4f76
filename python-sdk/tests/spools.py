"""Spools of killed applications, and a backend to which they are replayed."""

from __future__ import annotations

import http.server
import json
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from headwater._records import record

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

RUN = "0190f5a8-0000-7000-8000-{:012d}"


def event(run: int, kind: str, number: int) -> dict[str, Any]:
    facet = {"_producer": "p", "_schemaURL": "s", "sequence": number}
    return {
        "eventTime": f"2026-01-02T03:04:0{number}Z",
        "eventType": kind,
        "run": {"runId": RUN.format(run), "facets": {"headwater_sequence": facet}},
        "job": {"namespace": "ns", "name": "jöb"},
        "producer": "p",
        "schemaURL": "s",
    }


def spool(
    root: Path,
    events: list[dict[str, Any]],
    to: str = "http http://127.0.0.1:1/api/v1/lineage",
    name: str = "local-1-abc",
) -> Path:
    """Create the spool of a killed application."""
    directory = root / name
    directory.mkdir()
    (directory / "lock").touch()
    header = {"headwater_spool": 1, "application": "local-1", "to": to, "runs": []}
    (directory / "000001.seg").write_bytes(b"".join(record(json.dumps(value)) for value in [header, *events]))
    return directory


def summaries(events: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    return [
        (e["run"]["runId"][-1], e["eventType"], e["run"]["facets"]["headwater_sequence"]["sequence"]) for e in events
    ]


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@contextmanager
def serving(
    answer: Callable[[http.server.BaseHTTPRequestHandler, bytes], tuple[int, bytes]],
    headers: Mapping[str, str] | None = None,
    tls: ssl.SSLContext | None = None,
) -> Iterator[str]:
    """A server with this status and text for a request and its body, and these headers; its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status, text = answer(self, self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        if tls:
            server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http{'s' if tls else ''}://127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def backend(*statuses: int) -> Iterator[tuple[str, list[tuple[str, dict[str, Any]]]]]:
    """A server that sends these answers, then 201."""
    posted: list[tuple[str, dict[str, Any]]] = []
    answers = list(statuses)

    def answer(request: http.server.BaseHTTPRequestHandler, body: bytes) -> tuple[int, bytes]:
        status = answers.pop(0) if answers else 201
        if status < 300:
            posted.append((request.headers["Idempotency-Key"], json.loads(body)))
        return status, b""

    with serving(answer, {"Retry-After": "7"}) as url:
        yield url, posted
