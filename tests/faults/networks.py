"""Faults of a backend and of the way to it."""

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
from tests.faults.behaviours import answers, cuts, drips, hangs, slow, statuses
from tests.faults.fault import TRANSPORT, Conf, Fate, Fault, Scene, http

LISTENS = """
import socket, time
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
time.sleep(3600)
"""
WAITS = ("could not send", "wait in")


@contextmanager
def bound() -> Iterator[int]:
    """A port where nobody listens, and that nobody else can take."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@contextmanager
def crowded() -> Iterator[int]:
    """A port that is listened at, whose queue of connections is full: a SYN gets no answer."""
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
def stopped() -> Iterator[int]:
    """The port of a server whose process is stopped (SIGSTOP): the kernel still takes connections."""
    command = [sys.executable, "-c", LISTENS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGSTOP)
        try:
            yield port
        finally:
            process.kill()


def refused(scene: Scene) -> Conf:
    return http(f"http://127.0.0.1:{scene.enter(bound())}")


def full(scene: Scene) -> Conf:
    return http(f"http://127.0.0.1:{scene.enter(crowded())}")


def frozen(scene: Scene) -> Conf:
    return http(f"http://127.0.0.1:{scene.enter(stopped())}")


def unknown(_: Scene) -> Conf:
    return http("http://backend.invalid:5000")


def untrusted(scene: Scene) -> Conf:
    return scene.backend(tls=Authority(scene.folder / "certificates").server("127.0.0.1"))


def plain(scene: Scene) -> Conf:
    conf = scene.backend()
    return conf | http(conf[f"{TRANSPORT}.url"].replace("http:", "https:"))


def elsewhere(scene: Scene) -> Conf:
    """The address that it redirects to would take the events, and the key with them."""
    other = scene.backend()[f"{TRANSPORT}.url"]
    return scene.backend(answers(307, Location=f"{other}/api/v1/lineage"))


def sick(name: str, behave: Behaviour, *said: str, fate: Fate = Fate.WAIT, lines: int = 3) -> Fault:
    """A backend that answers, in its way."""
    return Fault(name, lambda scene: scene.backend(behave), fate, said, lines)


def down(name: str, make: Callable[[Scene], Conf], *said: str) -> Fault:
    """No backend at all, for the agent."""
    return Fault(name, make, Fate.WAIT, (*said, "wait in"), 3)


ANSWERS = [
    Fault("healthy", lambda scene: scene.backend()),
    sick("500", answers(500, b"out of order"), "HTTP status 500", "wait in"),
    sick("500, 502, 500, then well", statuses([500, 502, 500]), "HTTP status 500", fate=Fate.SENT),
    sick("503, Retry-After 2 s", statuses([503]), "503", fate=Fate.SENT),
    sick("503, Retry-After 1 h", answers(503, Retry_After="3600"), "503", "wait in"),
    sick("429, Retry-After 1 h", answers(429, Retry_After="3600"), "429", "wait in"),
    sick("401", answers(401), "HTTP status 401", "wait in"),
    sick("400", answers(400), "refused", "dead-letter.jsonl", fate=Fate.DEAD),
    sick("answer of 5 MB", answers(201, b"<html>" * 900_000), fate=Fate.SENT),
    sick("5 s for each answer", slow(5), "wait in", fate=Fate.PARTED),
    sick("answer of a byte each half second", drips, "no answer within", "wait in"),
    sick("connection cut in the answer", cuts, *WAITS),
]
WAYS = [
    Fault("no answer", lambda scene: scene.backend(hangs), Fate.WAIT, ("wait in",), 3, bound=5.0),
    down("connection refused", refused, "could not send"),
    down("connection never accepted", full),
    down("backend stopped by SIGSTOP", frozen),
    down("unknown host", unknown, "could not send", "backend.invalid"),
    down("certificate of somebody else", untrusted, "could not send"),
    down("https to a plain port", plain, "could not send"),
    down("redirect to another host", elsewhere, "redirected to"),
]
NETWORKS = [*ANSWERS, *WAYS]
