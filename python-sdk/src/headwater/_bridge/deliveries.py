"""The transports that use the agent's spool: each has a thread and an exchange of its own.

A transport may take as long as its destination needs. In the thread of the requests for events, it would delay all
other extensions.
"""

from __future__ import annotations

import logging
import threading
import time
from functools import partial
from typing import TYPE_CHECKING

from headwater._bridge.exchange import answer_requests
from headwater.errors import BridgeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater._bridge.client import Client
    from headwater._bridge.registry import Registry
    from headwater._bridge.runner import Runner

__all__ = ["Deliveries"]

_RETRY_SECONDS = 1.0
_log = logging.getLogger("headwater")


class Deliveries:
    """Answers the requests to the registered transports with the spool; ``new_runner`` makes what calls one of them."""

    def __init__(self, client: Client, registry: Registry, new_runner: Callable[[], Runner]) -> None:
        self._client = client
        self._registry = registry
        self._new_runner = new_runner
        self._served: set[str] = set()
        self._lock = threading.Lock()
        self._closed = False

    def serve(self) -> None:
        """Start a daemon thread for each transport that has none."""
        with self._lock:
            added = [] if self._closed else sorted(self._registry.spooled - self._served)
            self._served.update(added)
        for transport in added:
            threading.Thread(target=self._run, args=(transport,), name="headwater-delivery", daemon=True).start()

    def close(self) -> None:
        """Let the threads end after the request that they wait for."""
        self._closed = True

    def _run(self, transport: str) -> None:
        runner = self._new_runner()
        exchange = partial(self._client.deliver, transport)
        while True:
            try:
                answer_requests(runner, exchange, lambda: self._has_ended(transport))
                break
            except BridgeError as error:
                _log.debug("no request for the transport %s: %s", transport, error)
                time.sleep(_RETRY_SECONDS)  # the thread of the other requests notices whether the agent has ended
        runner.close()

    def _has_ended(self, transport: str) -> bool:
        with self._lock:
            if not self._closed and transport in self._registry.spooled:
                return False
            self._served.discard(transport)
            return True
