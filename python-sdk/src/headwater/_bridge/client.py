"""The agent's gateway, from Python: strings in, strings out.

py4j's own connections carry them, without its gateway objects: nothing here can make a Java object, or hold one.
"""

from __future__ import annotations

import json
import logging
import socket
from collections import deque
from typing import Any, cast

from py4j import protocol
from py4j.java_gateway import GatewayConnection, GatewayParameters

from headwater.errors import BridgeError, LiveError

__all__ = ["Client"]

_NEW_LINE = "\n"
_READ_SECONDS = 60
"""Longer than any answer takes, `exchange` included: a JVM that is stopped in its tracks must not stop this process."""


class Client:
    """Calls the methods of the gateway; from any thread, each call with a connection that no other one uses."""

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
        self._session = ""
        self._closed = False
        logging.getLogger("py4j.java_gateway").addFilter(_hide_token)

    def hello(self, hello: dict[str, Any]) -> dict[str, Any]:
        """Introduce this process; the answer says what the agent is."""
        answer = self._json("hello", json.dumps(hello))
        self._session = str(answer.get("session", ""))
        return answer

    def exchange(self, done: int, answer: str, wait_millis: int) -> str:
        """Hand in an answer and wait for the next request; ``""`` where there was none."""
        return self._call("exchange", self._session, done, answer, wait_millis)

    def live(self, request: int, node: int, path: str) -> Any:  # noqa: ANN401  (what a path leads to is not known)
        """Return the value at a node's path."""
        answer = self._json("live", self._session, request, node, path)
        if "error" in answer:
            raise LiveError(f"can't read {path!r}: {answer['error']}")
        return answer.get("value")

    def update(self, hello: dict[str, Any]) -> None:
        """Tell the agent that there are other hooks now."""
        self._call("update", self._session, json.dumps(hello))

    def emit(self, facet: dict[str, Any]) -> dict[str, Any]:
        """Hand over a facet from outside a request."""
        return self._json("emit", json.dumps(facet))

    def scope(self, scope: dict[str, Any]) -> None:
        """Open or close a named scope."""
        self._call("scope", json.dumps(scope))

    def terminated(self, where: dict[str, Any]) -> bool:
        """Return whether the run that `emit` would reach has ended."""
        return bool(self._json("terminated", json.dumps(where)).get("terminated"))

    def flush(self, wait_millis: int) -> None:
        """Wait until the agent has worked off what Spark has told it, but no longer than this."""
        self._call("flush", wait_millis)

    def close(self) -> None:
        """Say goodbye, if anybody listens, and close the connections."""
        if self._session and not self._closed:
            self._closed = True
            try:
                self._call("goodbye", self._session)
            except BridgeError:
                logging.getLogger("headwater").debug("no goodbye", exc_info=True)
        while self._idle:
            self._idle.pop().close()

    def _json(self, method: str, *arguments: str | int) -> dict[str, Any]:
        text = self._call(method, *arguments)
        try:
            answer = json.loads(text)
        except ValueError as error:
            raise BridgeError(f"{method}: the agent answered no JSON: {text[:80]!r}") from error
        if not isinstance(answer, dict):
            raise BridgeError(f"{method}: the agent answered {text[:80]!r} in place of an object")
        return answer

    def _call(self, method: str, *arguments: str | int) -> str:
        parts = "".join(protocol.get_command_part(each) for each in arguments)
        command = (
            f"{protocol.CALL_COMMAND_NAME}{protocol.ENTRY_POINT_OBJECT_ID}\n{method}\n"
            f"{parts}{protocol.END_COMMAND_PART}"
        )
        connection = self._connection()
        try:
            answer = connection.send_command(command)
        except Exception as error:
            connection.close(reset=True)
            raise BridgeError(f"{method}: the agent's gateway does not answer: {error}") from error
        if self._closed:
            connection.close()
        else:
            self._idle.append(connection)
        return _value(method, answer)

    def _connection(self) -> Any:  # noqa: ANN401  (py4j has no types)
        try:
            return self._idle.pop()
        except IndexError:
            connection = GatewayConnection(self._parameters)
        # py4j leaves Nagle's algorithm on, which holds back the second write of a long message for 44 ms.
        connection.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            connection.start()
        except Exception as error:
            raise BridgeError(f"can't connect to the agent's gateway: {error}") from error
        return connection


def _hide_token(record: logging.LogRecord) -> bool:
    """Leave out what py4j logs at DEBUG when it sends a token, PySpark's, too."""
    return not record.getMessage().startswith(f"Command to send: {protocol.AUTH_COMMAND_NAME}")


def _value(method: str, answer: str) -> str:
    """Return the text in an answer; anything but a text is none of this gateway's answers."""
    kind, value = answer[1:2], answer[2:]
    text = cast("str", protocol.unescape_new_line(value)) if kind == protocol.STRING_TYPE else ""
    if protocol.is_error(answer)[0]:
        # A Java stack trace, of which the first line says it.
        raise BridgeError(f"{method}: the agent refused: {text.partition(_NEW_LINE)[0] or answer[:80]}")
    if kind not in {protocol.STRING_TYPE, protocol.VOID_TYPE, protocol.NULL_TYPE, protocol.BOOLEAN_TYPE}:
        raise BridgeError(f"{method}: the agent answered {answer[:80]!r}, which is no text")
    return text
