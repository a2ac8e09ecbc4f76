"""Connection from a PySpark program to the agent in the JVM of its driver; opened when it is first needed."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import sys
import threading
from itertools import chain
from typing import TYPE_CHECKING, Any

from headwater._bridge.client import Client
from headwater._bridge.peer import Peer
from headwater._bridge.registry import Registry
from headwater._bridge.spark_guard import SparkGuard
from headwater._bridge.step import is_running_extension
from headwater._pyspark import active_context, is_inherited
from headwater.errors import BridgeError, SparkCallError
from headwater.extensions._lifecycle import close

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from headwater.extensions._hooks import Hook

__all__ = ["Attachment", "attach", "has_ended"]

_FLUSH_MILLIS = 5000
_FORKED = "this process was forked from the driver's; only the driver's own process can call the agent"
_STOPPED = "this Spark session has been stopped; make a new one, and use that"
_NO_SESSION = "no Spark session runs in this process"
_CONNECT = (
    "no driver runs in this process; a Spark Connect client has no agent: extensions belong on the server, "
    "spark.openlineage.python.extensions; of a client, headwater.job works"
)
_HOW_TO_ATTACH = (
    "start the session with headwater.configure(SparkSession.builder), or the program with `headwater submit`"
)


class Attachment:
    """Connection to the agent of one application: a client for facets, and a peer if extensions are registered."""

    def __init__(self, context: Any) -> None:  # noqa: ANN401  (PySpark is not a dependency)
        self.context = context
        self.pid = os.getpid()
        port, token = _open(context)
        self.client = Client(port, token)
        self._registry = Registry()
        self._peer: Peer | None = None
        self._lock = threading.Lock()

    @property
    def is_inherited(self) -> bool:
        """Whether this process was forked from the attached one, and so must not use its sockets."""
        return self.pid != os.getpid()

    def add(self, extensions: Sequence[Sequence[Hook]]) -> list[int]:
        """Register extensions with the agent, and close those that they replace; return the ids of their hooks.

        Raises :class:`~headwater.BridgeError` if the agent cannot be told; nothing is registered or replaced then.
        """
        self._flush()  # queries that have ended are not the business of an extension that is registered now
        with self._lock:
            before = self._registry.hooks
            numbers = []
            for hooks in extensions:
                numbers += self._registry.add_hooks(hooks)
                if self._peer is not None:
                    self._peer.runner.forget(hooks[0].extension)
            try:
                self._tell_agent()
            except BridgeError:
                self._registry.hooks = before
                raise
        close(self.unused([*before.values(), *chain.from_iterable(extensions)]))
        return numbers

    def _tell_agent(self) -> None:
        """Introduce this process, or send the current list of hooks; raise ``BridgeError`` if the agent has ended."""
        if self._peer is not None and not self._peer.is_closed:
            self._peer.update()
            return
        peer = Peer(self.client, self._registry, "attached")
        peer.hello()
        guard = SparkGuard(self.context._gateway._gateway_client)  # noqa: SLF001  (what PySpark calls with)

        def flush() -> None:
            if not peer.is_closed:  # also when a program ends without `stop()`
                self._flush()

        def end() -> None:
            guard.remove()
            atexit.unregister(flush)  # what is registered keeps this connection and its SparkContext

        atexit.register(flush)
        peer.start(at_end=end)
        self._peer = peer

    def calls_any(self, numbers: Iterable[int]) -> bool:
        """Return whether one of these hooks is registered with an agent that has not ended, by this process."""
        is_connected = self._peer is not None and not self._peer.is_closed and not self.is_inherited
        return is_connected and not self._registry.hooks.keys().isdisjoint(numbers)

    def unused(self, hooks: Iterable[Hook]) -> list[Hook]:
        """Return the hooks whose extensions are not registered, and so may be closed."""
        used = {id(hook.instance) for hook in self._registry.hooks.values()}
        return [hook for hook in hooks if id(hook.instance) not in used]

    def _flush_peer(self) -> None:
        """Wait for the last events if extensions still receive them."""
        if self._peer is not None and not self._peer.is_closed:
            self._flush()

    def _flush(self) -> None:
        """Wait until the agent has called the extensions for all that has happened so far."""
        if self.is_inherited or is_running_extension():
            return
        with contextlib.suppress(BridgeError):  # the JVM is gone
            self.client.flush(_FLUSH_MILLIS)

    def remove(self, numbers: list[int]) -> None:
        """Remove hooks, and close their extensions.

        When the last hook is removed, the agent sends no more requests to this process. A forked process removes
        nothing: the extensions are those of its parent.
        """
        if self.is_inherited:
            return
        self._flush_peer()
        with self._lock:
            before = self._registry.hooks
            self._registry.remove(numbers)
            with contextlib.suppress(BridgeError):  # the agent has ended
                self._tell_agent_of_removal()
        close(self.unused(before.values()))

    def _tell_agent_of_removal(self) -> None:
        if self._peer is None or self._peer.is_closed:
            return
        if self._registry.hooks:
            self._peer.update()
            return
        self._peer.close()
        self._peer = None
        # The next facet or extension opens a new connection.
        with _lock:
            _current[:] = [each for each in _current if each is not self]


_current: list[Attachment] = []
_lock = threading.Lock()


def _after_fork() -> None:
    """Make a new lock: another thread of the parent may have held the old one."""
    global _lock  # noqa: PLW0603
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):  # not on Windows, which has no fork
    os.register_at_fork(after_in_child=_after_fork)


def attach(context: Any | None) -> Attachment:  # noqa: ANN401  (PySpark is not a dependency)
    """Return the connection to the agent of this SparkContext.

    Raises :class:`~headwater.BridgeError` with the reason if there is none.
    """
    if is_running_extension():
        raise SparkCallError("inside an extension, use its context: ctx.emit_run_facet(name, facet)")
    if context is None:
        raise BridgeError(_CONNECT if "pyspark.sql.connect.session" in sys.modules else _NO_SESSION)
    if is_inherited(context):
        raise BridgeError(_FORKED)
    if getattr(context, "_jsc", context) is None:  # so PySpark marks a context that has been stopped
        raise BridgeError(_STOPPED)
    with _lock:
        if _current and _current[0].context is context and not _current[0].is_inherited:
            return _current[0]
        attachment = Attachment(context)
        _current[:] = [attachment]
        return attachment


def has_ended() -> bool:
    """Return whether this process was attached to an application that has ended, and no other one runs."""
    return active_context() is None and any(not each.is_inherited for each in _current)


def _open(context: Any) -> tuple[int, str]:  # noqa: ANN401  (PySpark is not a dependency)
    """Get the address of the agent's gateway through PySpark's own gateway."""
    try:
        text = context._jvm.io.headwater.shell.extensions.python.Attach.open(context.applicationId)  # noqa: SLF001
    except TypeError as error:
        # For a missing class, py4j returns a package, which cannot be called.
        raise BridgeError(f"Headwater's agent is not in this session's JVM: {_HOW_TO_ATTACH}") from error
    except Exception as error:
        raise BridgeError(f"Headwater's agent can't be reached: {' '.join(str(error).split())[:300]}") from error
    answer = json.loads(text)
    if "error" in answer:
        raise BridgeError(f"Headwater's agent can't be reached: {answer['error']}")
    return int(answer["port"]), str(answer["token"])
