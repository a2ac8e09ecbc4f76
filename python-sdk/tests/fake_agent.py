"""A fake gateway in Python that follows the protocol, so that the bridge can be tested without a JVM."""

from __future__ import annotations

import contextlib
import json
import queue
import secrets
import socket
import threading
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from py4j import protocol

if TYPE_CHECKING:
    from collections.abc import Callable


class FakeAgent:
    """Listens on the loopback interface; `ask` queues a request and returns the response."""

    def __init__(self, **hello: Any) -> None:
        self.token = secrets.token_hex(32)
        self.hello_answer = {"protocol": 1, "spark": "4.0.1", "maxAnswerBytes": 1_048_576, **hello}
        self.calls: queue.Queue[tuple[str, list[Any]]] = queue.Queue()
        self.hello: queue.Queue[dict[str, Any]] = queue.Queue()
        self.values: dict[str, Any] = {}
        self.answers_to: dict[str, Any] = {"emit": {"accepted": True}, "terminated": {"terminated": True}}
        self.lost = threading.Event()
        self.on_flush: Callable[[], None] = lambda: None
        self._requests: defaultdict[str, queue.Queue[str]] = defaultdict(queue.Queue)  # by transport; "" for events
        self._answers: dict[int, queue.Queue[dict[str, Any]]] = {}
        self._next = self._sessions = 0
        self._gone: set[str] = set()
        self._sockets: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self._server.getsockname()[1])

    def ask(self, request: dict[str, Any], timeout: float = 20) -> dict[str, Any]:
        return self.send(request).get(timeout=timeout)

    def send(self, request: dict[str, Any], transport: str = "") -> queue.Queue[dict[str, Any]]:
        """Queue a request, for a transport with the spool or for events, and return where its answer comes."""
        self._next += 1
        number = self._next
        self._answers[number] = queue.Queue()
        self._requests[transport].put(json.dumps({"kind": "event", "budgetMillis": 5000, **request, "id": number}))
        return self._answers[number]

    def close(self) -> None:
        self._server.close()
        for each in self._sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            self._sockets.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        trusted, session = False, ""
        try:
            with connection, connection.makefile("rb") as stream:
                while line := stream.readline().decode().rstrip("\n"):
                    if line == "A":
                        trusted = stream.readline().decode().rstrip("\n") == self.token
                        connection.sendall(b"!yv\n" if trusted else b"!xsAuthentication error\n")
                        continue
                    parts = []
                    while (part := stream.readline().decode().rstrip("\n")) not in {"e", ""}:
                        parts.append(part)
                    if not trusted or line != "c" or parts[0] != "t":
                        connection.sendall(b"!xsrefused\n")
                        continue
                    method, arguments = parts[1], [_argument(each) for each in parts[2:]]
                    answer = self._call(method, arguments)
                    if method == "exchange":
                        session = arguments[0]
                    connection.sendall(f"!y{protocol.get_command_part(answer)}".encode())
        except (OSError, ValueError):
            pass
        finally:
            self._gone.add(session)  # as the agent does: the process of the connection has ended
            self.lost.set()

    def _call(self, method: str, arguments: list[Any]) -> str | None:
        if method == "hello":
            self.hello.put(json.loads(arguments[0]))
            self._sessions += 1
            return json.dumps({"session": f"s-{self._sessions}", **self.hello_answer})
        if method in {"exchange", "deliver"}:
            session, *transports, done, answer, _ = arguments
            requests = self._requests["".join(transports)]
            if done in self._answers:
                self._answers[done].put(json.loads(answer))
            for _ in range(20):
                if session in self._gone:
                    return ""
                with contextlib.suppress(queue.Empty):
                    request = requests.get(timeout=0.01)
                    if session not in self._gone:
                        return request
                    requests.put(request)
            return ""
        if method == "live":
            path = arguments[3]
            found = path in self.values
            return json.dumps({"value": self.values[path]} if found else {"error": f"no such path: {path}"})
        if method == "goodbye":
            self._gone.add(arguments[0])
        if method == "flush":
            self.on_flush()
        else:
            self._record(method, arguments)
        return json.dumps(self.answers_to[method]) if method in self.answers_to else None

    def _record(self, method: str, arguments: list[Any]) -> None:
        self.calls.put((method, [json.loads(each) if each[:1] == "{" else each for each in arguments]))


def _argument(part: str) -> Any:
    return int(part[1:]) if part[0] in "iL" else protocol.unescape_new_line(part[1:])
