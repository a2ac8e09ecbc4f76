"""Faults of a backend and of the network."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from tests.e2e.backend import Behaviour
from tests.e2e.certificates import Authority
from tests.faults.behaviours import (
    KNOWN_PRODUCER,
    answers_byte_by_byte,
    answers_in_sequence,
    answers_with,
    fails_for_one_event,
    hangs,
    knows_producers,
    resets_connection,
    slow,
)
from tests.faults.fault import TRANSPORT, Conf, Delivery, Fault, FaultSetup, http

LISTENER_SCRIPT = """
import socket, time
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
time.sleep(3600)
"""
SPOOLED_LOG = ("could not send", "wait in")


@contextmanager
def unused_port() -> Iterator[int]:
    """A port without a listener that no other process can take."""
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        yield reserved.getsockname()[1]


@contextmanager
def full_backlog_port() -> Iterator[int]:
    """A listening port with a full connection queue: a SYN gets no answer."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        port = listener.getsockname()[1]
        for _ in range(8):
            client = stack.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", port))
        yield port


@contextmanager
def stopped_server_port() -> Iterator[int]:
    """The port of a server process that is suspended by SIGSTOP; the kernel still accepts connections."""
    command = [sys.executable, "-c", LISTENER_SCRIPT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGSTOP)
        try:
            yield port
        finally:
            process.kill()


def timeout(millis: int) -> Conf:
    return {f"{TRANSPORT}.timeoutInMillis": str(millis)}


def connection_refused(setup: FaultSetup) -> Conf:
    return http(f"http://127.0.0.1:{setup.enter(unused_port())}")


def backlog_full(setup: FaultSetup) -> Conf:
    return http(f"http://127.0.0.1:{setup.enter(full_backlog_port())}")


def process_stopped(setup: FaultSetup) -> Conf:
    return http(f"http://127.0.0.1:{setup.enter(stopped_server_port())}")


def unknown_host(_: FaultSetup) -> Conf:
    return http("http://backend.invalid:5000")


def untrusted_certificate(setup: FaultSetup) -> Conf:
    return setup.backend(tls=Authority(setup.folder / "certificates").server("127.0.0.1"))


def tls_to_plain_port(setup: FaultSetup) -> Conf:
    conf = setup.backend()
    return conf | http(conf[f"{TRANSPORT}.url"].replace("http:", "https:"))


def redirect_to_other_host(setup: FaultSetup) -> Conf:
    """A redirect to a backend that would accept the events, and would receive the API key."""
    other = setup.backend()[f"{TRANSPORT}.url"]
    return setup.backend(answers_with(307, Location=f"{other}/api/v1/lineage"))


def failing_backend(
    name: str,
    behave: Behaviour,
    *agent_log: str,
    delivery: Delivery = Delivery.SPOOLED,
    lines: int = 3,
) -> Fault:
    """A backend that is reachable but answers with this behaviour."""
    return Fault(name, lambda setup: setup.backend(behave), delivery, agent_log, lines)


def unreachable_backend(name: str, prepare: Callable[[FaultSetup], Conf], *agent_log: str) -> Fault:
    """A backend that the agent cannot reach."""
    return Fault(name, prepare, Delivery.SPOOLED, (*agent_log, "wait in"), 3)


RESPONSES = [
    Fault("healthy", lambda setup: setup.backend()),
    failing_backend("500", answers_with(500, b"out of order"), "HTTP status 500", "wait in"),
    failing_backend(
        "500, 502, then 201",
        answers_in_sequence([500, 502]),
        "HTTP status 500",
        delivery=Delivery.SENT,
    ),
    failing_backend(
        "503, Retry-After 2 s", answers_in_sequence([503]), "503", delivery=Delivery.SENT
    ),
    failing_backend(
        "503, Retry-After 1 h", answers_with(503, Retry_After="3600"), "503", "wait in"
    ),
    failing_backend(
        "429, Retry-After 1 h", answers_with(429, Retry_After="3600"), "429", "wait in"
    ),
    failing_backend("401", answers_with(401), "HTTP status 401", "wait in"),
    failing_backend(
        "400",
        answers_with(400),
        "were not accepted",
        "dead-letter.jsonl",
        delivery=Delivery.DEAD_LETTER,
    ),
    failing_backend(
        "answer of 5 MB", answers_with(201, b"<html>" * 900_000), delivery=Delivery.SENT
    ),
    failing_backend(
        "500 for one event",
        fails_for_one_event(answers_with(500, b"no such column")),
        "HTTP status 500",
        "wait in",
        delivery=Delivery.ONE_RUN_SPOOLED,
    ),
    Fault(
        "no answer for one event",
        lambda setup: setup.backend(fails_for_one_event(hangs)) | timeout(300),
        Delivery.ONE_RUN_SPOOLED,
        ("no answer within", "wait in"),
        3,
        max_stop_seconds=10.0,
    ),
    Fault(
        "answers after the time-out",
        lambda setup: setup.backend(slow(0.6)) | timeout(300),
        Delivery.SENT,
        ("no answer within",),
        2,
        max_stop_seconds=15.0,
    ),
    failing_backend(
        "500 for an unknown producer",
        knows_producers,
        "Unable to determine orchestrator",
        "set spark.openlineage.producer",
        "wait in",
        delivery=Delivery.SENT_OR_SPOOLED,
    ),
    Fault(
        "producer that the backend knows",
        lambda setup: (
            setup.backend(knows_producers)
            | {"spark.openlineage.producer": f"{KNOWN_PRODUCER}tree/main/integration/spark"}
        ),
    ),
    failing_backend("5 s for each answer", slow(5), "wait in", delivery=Delivery.SENT_OR_SPOOLED),
    failing_backend("answer of a byte each half second", answers_byte_by_byte, "wait in"),
    failing_backend("connection cut in the answer", resets_connection, *SPOOLED_LOG),
]
CONNECTIONS = [
    Fault(
        "no answer",
        lambda setup: setup.backend(hangs),
        Delivery.SPOOLED,
        ("wait in",),
        3,
        max_stop_seconds=5.0,
    ),
    unreachable_backend("connection refused", connection_refused, "could not send"),
    unreachable_backend("connection never accepted", backlog_full),
    unreachable_backend("backend stopped by SIGSTOP", process_stopped),
    unreachable_backend("unknown host", unknown_host, "could not send", "backend.invalid"),
    unreachable_backend("untrusted certificate", untrusted_certificate, "could not send"),
    unreachable_backend("https to a plain port", tls_to_plain_port, "could not send"),
    unreachable_backend("redirect to another host", redirect_to_other_host, "redirected to"),
]
NETWORKS = [*RESPONSES, *CONNECTIONS]
