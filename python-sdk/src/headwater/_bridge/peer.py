"""A process that answers requests of the agent."""

from __future__ import annotations

import logging
import os
import platform
import threading
from typing import TYPE_CHECKING, Any, Literal

from headwater._bridge.calls import CallLog
from headwater._bridge.deliveries import Deliveries
from headwater._bridge.exchange import answer_requests
from headwater._bridge.runner import Runner
from headwater._version import __version__
from headwater.errors import BridgeError
from headwater.extensions.facets import warm_up

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from headwater._bridge.client import Client
    from headwater._bridge.registry import Registry

__all__ = ["Peer"]

_PROTOCOL = 1
_log = logging.getLogger("headwater")


class Peer:
    """Sends ``hello``, waits in ``exchange`` for a request, calls the registered extensions, and waits again.

    Transports with the spool are called in threads of their own.
    """

    def __init__(self, client: Client, registry: Registry, kind: Literal["host", "attached"]) -> None:
        self.registry = registry
        self.client = client
        self._kind = kind
        self._problems: list[dict[str, str]] = []
        self.runner = Runner(registry, client.live, CallLog.of_environment())
        self._deliveries = Deliveries(client, registry, self.runner.beside)
        self._closed = False
        self._at_end: Callable[[], None] = _nothing

    def hello(self, problems: Sequence[dict[str, str]] = ()) -> dict[str, Any]:
        """Send the introduction of this process, with the extensions that failed to load; return the agent's answer."""
        self._problems = list(problems)
        # Import it in this thread: two threads that import openlineage-python at the same time can deadlock.
        warm_up()
        answer = self.client.hello(self._introduction())
        if answer.get("protocol") != _PROTOCOL:
            raise BridgeError(
                f"the agent speaks protocol {answer.get('protocol')!r} and this package {_PROTOCOL}: "
                "use the same version of the headwater package and of the agent's jar"
            )
        max_bytes = answer.get("maxAnswerBytes") or self.runner.max_bytes
        if not isinstance(max_bytes, int):
            raise BridgeError(f"hello: the agent's maxAnswerBytes is {max_bytes!r:.80}, which is no whole number")
        self.runner.max_bytes = max_bytes
        self.runner.timeouts = _timeouts(answer.get("timeouts") or {})
        return answer

    def update(self) -> None:
        """Send the current list of hooks to the agent."""
        self.client.update(self._introduction())
        self._deliveries.serve()

    def start(self, at_end: Callable[[], None]) -> None:
        """Answer requests in a daemon thread.

        ``at_end`` is called when no more requests can arrive; it may be called twice.
        """
        self._at_end = at_end
        threading.Thread(target=self._run_quietly, name="headwater-bridge", daemon=True).start()

    def run(self) -> None:
        """Answer requests until `close` is called; raise if the agent has ended."""
        self._deliveries.serve()
        try:
            answer_requests(self.runner, self.client.exchange, lambda: self._closed)
        finally:
            self._deliveries.close()

    def close(self) -> None:
        """Disconnect; a request in progress is abandoned."""
        if not self._closed:
            self._closed = True
            self._deliveries.close()
            self.client.close()
            self.runner.close()
            self._at_end()

    @property
    def is_closed(self) -> bool:
        """Whether this peer or the agent has disconnected."""
        return self._closed

    def _run_quietly(self) -> None:
        try:
            self.run()
        except BridgeError as error:
            if not self._closed:
                _log.info("Headwater's agent has ended; extensions are no longer called: %s", error)
        finally:
            self._closed = True
            self._at_end()

    def _introduction(self) -> dict[str, Any]:
        return {
            "protocol": _PROTOCOL,
            "pid": os.getpid(),
            "python": platform.python_version(),
            "sdk": __version__,
            "kind": self._kind,
            "hooks": self.registry.to_json(),
            "problems": self._problems,
        }


def _timeouts(given: object) -> dict[str, int]:
    if not isinstance(given, dict) or not all(isinstance(each, int) and each > 0 for each in given.values()):
        raise BridgeError(f"hello: the agent's timeouts are {given!r:.80}; they must be milliseconds by extension")
    return given


def _nothing() -> None:
    """Do nothing at the end of the host."""
