"""What strangers may do before the server knows their token: little, for a short time."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from headwater.serve.connections import BoundedConnection, SeldomFilter
from serving import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

MEGABYTE = b"a" * (1 << 20)
START = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
TOKEN = "0123456789abcdef-TOKEN"  # noqa: S105 - of this test


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("db")
    (folder / "token").write_text(TOKEN, encoding="utf-8")
    server = Server(folder / "a.duckdb", "--token-file", str(folder / "token"))
    yield server
    server.stop()


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def memory(server: Server) -> int:
    """The greatest size of the process so far, in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) >> 10 for line in status.splitlines() if line.startswith("VmHWM"))


def is_closed(connection: socket.socket, data: bytes) -> bool:
    """Send, and return whether the server has ended the connection, with an error 400 or without an answer."""
    try:
        connection.sendall(data)
        return connection.recv(12) in {b"", b"HTTP/1.1 400"}
    except ConnectionError:
        return True


def is_served(connection: socket.socket) -> bool:
    connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = b""
    while not answer.endswith(b"}"):  # head and body may come one after the other
        answer += connection.recv(1000)
    return answer.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("begin", [b"GET /", START + b"X-Long: ", START, b"\r\n" * 100_000])
def test_the_head_of_a_request_has_a_size(server: Server, begin: bytes) -> None:
    before = memory(server)
    part = b"X-Many: b\r\n" * 100_000 if begin == START else MEGABYTE
    with closing(connected(server)) as connection:
        connection.sendall(begin)
        assert is_closed(connection, part * 100)
    assert server.get("/health").status == 200
    assert memory(server) - before < 20


def test_the_rest_of_a_refused_body_is_not_kept(server: Server) -> None:
    before = memory(server)
    with closing(connected(server)) as connection:
        connection.sendall(b"POST /api/v1/lineage HTTP/1.1\r\nHost: localhost\r\nContent-Length: 104857600\r\n\r\n")
        for _ in range(100):
            connection.sendall(MEGABYTE)
        assert connection.recv(12) == b"HTTP/1.1 401"
    assert memory(server) - before < 20


def test_a_new_connection_takes_the_place_of_an_idle_one(server: Server) -> None:
    with ExitStack() as stack:
        sender = stack.enter_context(closing(connected(server)))
        assert is_served(sender)
        idle = [stack.enter_context(closing(connected(server))) for _ in range(600)]
        idle += [stack.enter_context(closing(connected(server))) for _ in range(600)]
        assert server.get("/health").status == 200
        assert is_closed(idle[0], START)
        assert is_served(sender)


class Transport(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


async def answer_at_once(_scope: object, _receive: object, send: object) -> None:
    """An application that does not read the body."""
    await send({"type": "http.response.start", "status": 401, "headers": [(b"content-length", b"0")]})  # type: ignore[operator]
    await send({"type": "http.response.body", "body": b""})  # type: ignore[operator]


@pytest.mark.parametrize(
    ("parts", "ends"),
    [
        ([], "closed"),
        ([START], "closed"),
        ([START, b"X-A: b\r\n"], "closed"),
        ([START + b"\r\n"], "kept"),
        ([START + b"\r\n", b"\r\n"], "closed"),
        ([START + b"\r\n", START], "closed"),
        ([START + b"\r\n" + START + b"\r\n"], "kept"),
        ([START + b"Content-Length: 9\r\n\r\n", b"a"], "closed"),
        ([START + b"Content-Length: 2\r\n\r\n", b"a", b"b"], "closed"),
    ],
)
def test_no_part_of_a_request_may_take_for_ever(parts: list[bytes], ends: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a connection whose request was answered is kept, for as long as uvicorn keeps it."""
    monkeypatch.setattr("headwater.serve.connections._SECONDS_FOR_HEAD", 0.05)
    monkeypatch.setattr("headwater.serve.connections._SECONDS_AFTER_ANSWER", 0.05)

    async def check() -> str:
        config = Config(answer_at_once, http=BoundedConnection, limit_concurrency=5)
        connection, transport = BoundedConnection(config, ServerState(), {}), Transport()
        connection.connection_made(transport)
        for part in parts:
            if not transport.closed:
                connection.data_received(part)
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        state = "closed" if transport.closed else "kept"
        connection.connection_lost(None)
        return state

    assert asyncio.run(check()) == ends


def test_a_message_that_strangers_cause_is_logged_once_a_minute() -> None:
    seldom = SeldomFilter()

    def passes(message: str, error: object = None) -> bool:
        return seldom.filter(logging.makeLogRecord({"msg": message, "exc_info": error}))

    assert [passes("a"), passes("a"), passes("b"), passes("a")] == [True, False, True, False]
    assert [passes("a", (ValueError, ValueError(), None))] * 2 == [True, True]
