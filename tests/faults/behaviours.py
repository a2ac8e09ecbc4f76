"""Behaviours of failing backends."""

from __future__ import annotations

import socket
import struct
from collections.abc import Sequence
from itertools import chain, repeat

from tests.e2e.backend import Behaviour, Exchange

KNOWN_PRODUCER = "https://github.com/OpenLineage/OpenLineage/"
RESET = struct.pack("ii", 1, 0)


def answers_with(status: int, body: bytes = b"", **headers: str) -> Behaviour:
    """Send the same answer to every request."""
    return lambda exchange: exchange.answer(status, body, **headers)


def answers_in_sequence(first: Sequence[int]) -> Behaviour:
    """Answer the first requests with these statuses (503 with a Retry-After of 2 s); accept later ones."""
    waiting_events = chain(first, repeat(201))

    def behave(exchange: Exchange) -> None:
        status = next(waiting_events)
        if status == 503:
            exchange.answer(status, Retry_After="2")
        else:
            exchange.answer(status)

    return behave


def slow(seconds: float) -> Behaviour:
    """Accept every event after a delay."""

    def behave(exchange: Exchange) -> None:
        if not exchange.closing.wait(seconds):
            exchange.answer(201)

    return behave


def fails_for_one_event(failing: Behaviour) -> Behaviour:
    """Fail for the START of the first run that has a parent; accept all other events."""
    chosen: list[str] = []

    def behave(exchange: Exchange) -> None:
        run = exchange.event["run"]
        if not chosen and "parent" in run["facets"]:
            chosen.append(run["runId"])
        if run["runId"] in chosen and exchange.event["eventType"] == "START":
            failing(exchange)
        else:
            exchange.answer(201)

    return behave


def knows_producers(exchange: Exchange) -> None:
    """Have the rule of DataHub: the producer of a run's parent must be known."""
    parent = exchange.event["run"]["facets"].get("parent", {"_producer": KNOWN_PRODUCER})
    if parent["_producer"].startswith(KNOWN_PRODUCER):
        exchange.answer(201)
    else:
        exchange.answer(500, b'{"message": "Unable to determine orchestrator"}')


def hangs(exchange: Exchange) -> None:
    """Never answer."""
    exchange.closing.wait()


def answers_byte_by_byte(exchange: Exchange) -> None:
    """Send one byte of the answer every half second, so that no single read times out."""
    exchange.request.send_response(201)
    exchange.request.send_header("Content-Length", "100000")
    exchange.request.end_headers()
    while not exchange.closing.wait(0.5):
        try:
            exchange.request.wfile.write(b" ")
        except OSError:  # noqa: PERF203 - the client has gone
            return


def resets_connection(exchange: Exchange) -> None:
    """Reset the connection in the middle of the status line."""
    exchange.request.wfile.write(b"HTTP/1.1 20")
    exchange.request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    exchange.request.close_connection = True
    exchange.request.connection.close()
