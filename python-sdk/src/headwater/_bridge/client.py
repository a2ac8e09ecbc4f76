"""Client of the agent's gateway: strings in, strings out.

It uses py4j's connections but not its gateway objects, so that it cannot create or hold Java objects.
"""

from __future__ import annotations

import contextlib
import json
import logging
import socket
from collections import deque
from typing import Any

from py4j import protocol
from py4j.java_gateway import GatewayConnection, GatewayParameters

from headwater.errors import BridgeError, NodeValueError

__all__ = ["Client"]

_NEW_LINE = "\n"
_READ_SECONDS = 60
"""Read timeout in seconds, longer than any answer takes; a suspended JVM must not block this process."""

_OF_PEER = frozenset({"hello", "exchange"})
"""The methods after which the agent takes the end of their connection for the end of this process."""


class Client:
    """Calls the methods of the gateway. It is thread-safe: each call uses a connection of its own.

    A signal handler may interrupt a call of the main thread, as Ctrl-C does in a notebook, and its connection is lost.
    So no other method uses the connections of ``hello`` and ``exchange``.
    """

    def __init__(self, port: int, token: str) -> None:
        self._parameters = GatewayParameters(
            address="127.0.0.1",
            port=port,
            auth_token=token,
            auto_field=False,
            auto_convert=False,
            read_timeout=_READ_SECONDS,
            enable_memory_management=False,
        )
        self._idle: deque[Any] = deque()
        self._idle_of_peer: deque[Any] = deque()
        self._session = ""
        self._closed = False
        logging.getLogger("py4j.java_gateway").addFilter(_hide_token)

    def hello(self, hello: dict[str, Any]) -> dict[str, Any]:
        """Send the introduction of this process; return the agent's description of itself."""
        answer = self._json("hello", json.dumps(hello))
        self._session = str(answer.get("session", ""))
        return answer

    def exchange(self, done: int, answer: str, wait_millis: int) -> str:
        """Send an answer and wait for the next request; return ``""`` if there was none in ``wait_millis`` ms."""
        return self._call("exchange", self._session, done, answer, wait_millis)

    def deliver(self, transport: str, done: int, answer: str, wait_millis: int) -> str:
        """Do the same for the requests to a transport with the spool."""
        return self._call("deliver", self._session, transport, done, answer, wait_millis)

    def live(self, request: int, node: int, path: str) -> Any:  # noqa: ANN401  (the value at a path has no static type)
        """Return the value at a path of a plan node.

        Raises :class:`~headwater.NodeValueError` if the path cannot be read.
        """
        answer = self._json("live", self._session, request, node, path)
        if "error" in answer:
            raise NodeValueError(f"can't read {path!r}: {answer['error']}")
        return answer.get("value")

    def update(self, hello: dict[str, Any]) -> None:
        """Send a new list of hooks to the agent."""
        self._call("update", self._session, json.dumps(hello))

    def emit(self, facet: dict[str, Any]) -> dict[str, Any]:
        """Send a facet outside of a request."""
        return self._json("emit", json.dumps(facet))

    def scope(self, scope: dict[str, Any]) -> None:
        """Open or close a named scope."""
        self._call("scope", json.dumps(scope))

    def terminated(self, where: dict[str, Any]) -> bool:
        """Return whether the run that `emit` would reach has ended."""
        return bool(self._json("terminated", json.dumps(where)).get("terminated"))

    def flush(self, wait_millis: int) -> None:
        """Wait until the agent has processed all Spark events received so far, at most ``wait_millis`` ms."""
        self._call("flush", wait_millis)

    def close(self) -> None:
        """Send ``goodbye`` if the agent is still there, and close the connections."""
        if self._session and not self._closed:
            self._closed = True
            try:
                self._call("goodbye", self._session)
            except BridgeError:
                logging.getLogger("headwater").debug("no goodbye", exc_info=True)
        for idle in (self._idle, self._idle_of_peer):
            while idle:
                idle.pop().close()

    def _json(self, method: str, *arguments: str | int) -> dict[str, Any]:
        text = self._call(method, *arguments)
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BridgeError(f"{method}: the agent's answer is not JSON: {text[:80]!r}") from error
        if not isinstance(answer, dict):
            raise BridgeError(f"{method}: the agent answered {text[:80]!r} instead of a JSON object")
        return answer

    def _call(self, method: str, *arguments: str | int) -> str:
        parts = "".join(protocol.get_command_part(each) for each in arguments)
        command = (
            f"{protocol.CALL_COMMAND_NAME}{protocol.ENTRY_POINT_OBJECT_ID}\n{method}\n"
            f"{parts}{protocol.END_COMMAND_PART}"
        )
        idle = self._idle_of_peer if method in _OF_PEER else self._idle
        connection = self._connection(idle)
        try:
            answer = connection.send_command(command)
        except Exception as error:
            connection.close(reset=True)
            raise BridgeError(f"{method}: the agent's gateway does not answer: {error}") from error
        if self._closed:
            connection.close()
        else:
            idle.append(connection)
        return _value(method, answer)

    def _connection(self, idle: deque[Any]) -> Any:  # noqa: ANN401  (py4j has no types)
        with contextlib.suppress(IndexError):
            return idle.pop()
        try:
            # A process without free file descriptors gets no socket.
            connection = GatewayConnection(self._parameters)
            # py4j does not disable Nagle's algorithm, which delays the second write of a long message by 44 ms.
            connection.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.start()
        except Exception as error:
            raise BridgeError(f"can't connect to the agent's gateway: {error}") from error
        return connection


def _hide_token(record: logging.LogRecord) -> bool:
    """Filter out py4j's DEBUG records that contain an authentication token, including PySpark's."""
    return not record.getMessage().startswith(f"Command to send: {protocol.AUTH_COMMAND_NAME}")


def _value(method: str, answer: str) -> str:
    """Return the text in an answer; raise ``BridgeError`` if the answer is not a text."""
    kind, value = answer[1:2], answer[2:]
    text = str(protocol.unescape_new_line(value)) if kind == protocol.STRING_TYPE else ""
    if protocol.is_error(answer)[0]:
        # The text is a Java stack trace; its first line is the message.
        raise BridgeError(f"{method}: the agent rejected the call: {text.partition(_NEW_LINE)[0] or answer[:80]}")
    if kind not in {protocol.STRING_TYPE, protocol.VOID_TYPE, protocol.NULL_TYPE, protocol.BOOLEAN_TYPE}:
        raise BridgeError(f"{method}: the agent answered {answer[:80]!r}, which is no text")
    return text
