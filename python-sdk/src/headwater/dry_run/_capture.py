"""Runs queries with the agent's listener, and collects its events."""

from __future__ import annotations

import contextlib
import itertools
import json
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.dry_run._session import current_session
from headwater.errors import BridgeError, DryRunError
from headwater.extensions._hooks import hooks_of, refuse_equal_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from headwater._bridge.peer import Peer
    from headwater.dry_run._session import Session
    from headwater.extensions._hooks import Hook

__all__ = ["capture_events"]

_START_SECONDS = 20.0
_FLUSH_MILLIS = 30_000
_numbers = itertools.count(1)


@contextmanager
def capture_events(
    *extensions: object,
    conf: Mapping[str, str] | None = None,
    application: bool = False,
    session: Session | None = None,
) -> Iterator[list[dict[str, Any]]]:
    """Collect the events of the queries that run inside the block; the list is filled when the block ends.

    The events come from a listener of the agent that is added to the current session for the duration of the block. It
    calls the given extensions through its gateway, as after ``headwater.register``. Other listeners of the session are
    not changed. ``conf`` holds ``spark.openlineage.*`` settings. With ``application``, the list includes the events of
    the application run; the last of them is sent after the extensions have disconnected.

    ::

        with capture_events(CostCenter) as events:
            session.sql("INSERT INTO totals SELECT sum(amount) FROM orders")
        assert events[-1]["run"]["facets"]["costCenter"]["code"] == "A-17"
    """
    where = session or current_session()
    checked = [hooks_of(each) for each in extensions]
    refuse_equal_names(extensions)
    events: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="headwater-events-") as folder:
        file = Path(folder) / "events.jsonl"
        try:
            with _attached(where, {**(conf or {}), **_file_transport(file)}, checked):
                yield events
        finally:
            events += [each for each in _read(file) if application or not _is_application(each)]


@contextmanager
def _attached(session: Session, conf: Mapping[str, str], checked: list[list[Hook]]) -> Iterator[None]:
    """Add a listener and the extensions to the session for the duration of the block.

    Raises :class:`~headwater.DryRunError` if the agent does not call extensions.
    """
    context = session.java.sparkContext()
    name = f"{context.applicationId()}-capture-{next(_numbers)}"
    listener = _listener(session, context, dict(conf))
    _drain(context)
    listener.onApplicationStart(_start(session, context, name))
    peer = None
    try:
        peer = _start_peer(session, name, checked)
        context.addSparkListener(listener)
        yield
    finally:
        _drain(context)
        if peer is not None:
            _close_peer(peer)
        listener.onApplicationEnd(_end(session))
        context.removeSparkListener(listener)


def _listener(session: Session, context: Any, settings: Mapping[str, str]) -> Any:  # noqa: ANN401  (Java objects)
    conf = context.getConf()
    # Extensions in the agent's host belong to the session, not to this test.
    for key in ("extensions", "discover"):
        conf.remove(f"spark.openlineage.python.{key}")
    for key, value in settings.items():
        conf.set(key, value)
    return session.java_class("io.openlineage.spark.agent.OpenLineageSparkListener")(conf)


def _file_transport(file: Path) -> dict[str, str]:
    prefix = "spark.openlineage.transport."
    return {prefix + "type": "file", prefix + "location": str(file)}


def _start(session: Session, context: Any, name: str) -> Any:  # noqa: ANN401  (Java objects)
    option = session.java_class("scala.Option")
    none = option.empty()
    event = session.java_class("org.apache.spark.scheduler.SparkListenerApplicationStart")
    return event(context.appName(), option.apply(name), _now(), context.sparkUser(), none, none, none)


def _end(session: Session) -> Any:  # noqa: ANN401  (a Java object)
    event = session.java_class("org.apache.spark.scheduler.SparkListenerApplicationEnd")
    if str(session.java.version()).startswith("3."):
        return event(_now())
    return event(_now(), session.java_class("scala.Option").empty())


def _start_peer(session: Session, name: str, checked: list[Any]) -> Peer | None:
    if not checked:
        return None
    from headwater._bridge.client import Client  # noqa: PLC0415  (py4j)
    from headwater._bridge.peer import Peer  # noqa: PLC0415  (the same)
    from headwater._bridge.registry import Registry  # noqa: PLC0415  (the same)

    registry = Registry()
    for hooks in checked:
        registry.add_hooks(hooks)
    access = _access(session, name)
    peer = Peer(Client(access["port"], access["token"]), registry, "attached")
    peer.hello()
    peer.start(at_end=lambda: None)
    return peer


def _read(file: Path) -> Iterator[dict[str, Any]]:
    if file.is_file():
        with file.open(encoding="utf-8", newline="\n") as lines:
            yield from map(json.loads, lines)


def _close_peer(peer: Peer) -> None:
    """Disconnect after the agent has sent its last request; do nothing if the agent has ended."""
    with contextlib.suppress(BridgeError):
        peer.client.flush(_FLUSH_MILLIS)
    peer.close()


def _access(session: Session, name: str) -> dict[str, Any]:
    """Return the port and token of the gateway; the agent opens it on another thread, after the start event."""
    attach = session.java_class("io.headwater.shell.extensions.python.Attach")
    until = time.monotonic() + _START_SECONDS
    while True:
        access: dict[str, Any] = json.loads(str(attach.open(name)))
        if "error" not in access:
            return access
        if time.monotonic() > until:
            raise DryRunError(f"the agent does not call extensions: {access['error']}")
        time.sleep(0.02)


def _drain(context: Any) -> None:  # noqa: ANN401  (a Java object)
    # If the session was stopped inside the block, its listeners have received all events.
    with contextlib.suppress(Exception):
        context.listenerBus().waitUntilEmpty(60_000)


def _now() -> int:
    return int(time.time() * 1000)


def _is_application(event: Mapping[str, Any]) -> bool:
    kind: object = event["job"].get("facets", {}).get("jobType", {}).get("jobType")
    return kind == "APPLICATION"
