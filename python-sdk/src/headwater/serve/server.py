"""Runs the server."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import JSONResponse
from starlette.routing import Route

from headwater.errors import UsageError
from headwater.serve.access import LOOPBACK_NAMES, AccessMiddleware
from headwater.serve.api import api_routes
from headwater.serve.commits import GroupCommit
from headwater.serve.connections import BoundedConnection, SeldomFilter
from headwater.serve.live import LiveLineage
from headwater.serve.receiver import EventReceiver
from headwater.serve.retention import Retention
from headwater.serve.store import EventStore
from headwater.serve.tools import tool_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
    from pathlib import Path
    from threading import Thread

    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response

    from headwater.serve.store import NewEvent

__all__ = ["ServerOptions", "run_server"]

_MAX_CONNECTIONS = 1000
_SECONDS_TO_END = 10
_SECONDS_OF_IDLE_CONNECTIONS = 65
"""Longer than senders usually keep an idle connection, so that it does not end just when they use it again."""
_BACKLOG = 2048
_log = logging.getLogger("headwater.serve")


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """What the command line says; ``token`` is never printed."""

    db: Path
    host: str
    port: int
    token: str = field(repr=False)
    allowed_hosts: tuple[str, ...]
    max_bytes: int
    keep_days: int | None = None

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on this machine reach the server."""
        return self.host in {"localhost", "127.0.0.1", "::1"}

    @property
    def known_hosts(self) -> frozenset[str]:
        """The names that ``Host`` may have; empty if it may have any, since a token protects the server."""
        names = frozenset(name.lower() for name in self.allowed_hosts)
        return names | LOOPBACK_NAMES if self.is_loopback or names else frozenset()


def run_server(options: ServerOptions) -> None:
    """Serve until a signal ends the process.

    Raises :class:`~headwater.UsageError` if the address or the database cannot be used.
    """
    _configure_log()
    os.umask(0o077)  # the database has what the token protects
    live = LiveLineage()
    with _listener(options) as listener, closing(EventStore(options.db)) as store:
        signal.signal(signal.SIGTERM, _end)
        _spare_the_collector()
        host, port = listener.getsockname()[:2]
        url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        print(f"headwater: {url}/ shows the lineage; events go to {url}/api/v1/lineage", flush=True)  # noqa: T201
        config = uvicorn.Config(
            _application(store, live, options),
            access_log=False,
            backlog=_BACKLOG,
            http=BoundedConnection,
            limit_concurrency=_MAX_CONNECTIONS,
            log_config=None,
            server_header=False,
            timeout_graceful_shutdown=_SECONDS_TO_END,
            timeout_keep_alive=_SECONDS_OF_IDLE_CONNECTIONS,
        )
        try:
            uvicorn.Server(config).run(sockets=[listener])
        finally:
            gc.unfreeze()


def _configure_log() -> None:
    logging.basicConfig(stream=sys.stderr, format="headwater: %(message)s", level=logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(SeldomFilter())


def _spare_the_collector() -> None:
    """Let the collector of cycles run less often: events are trees, and counting references frees them.

    With Python's own limits it takes half of the time that an event costs.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _end(*_signal: object) -> None:
    """End as an interrupt does: the database is closed. Uvicorn repeats the signal after the last request."""
    raise SystemExit(0)


def _listener(options: ServerOptions) -> socket.socket:
    listener = None
    try:
        found = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)  # with the protocol, asyncio sends each answer at once
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        if listener is not None:
            listener.close()
        raise UsageError(f"--host {options.host} --port {options.port}: {error.strerror or error}") from None
    return listener


def _application(store: EventStore, live: LiveLineage, options: ServerOptions) -> Starlette:
    commits = GroupCommit(partial(_write, store, live))
    retention = Retention(options.keep_days)
    receiver = EventReceiver(commits, options.max_bytes)
    tools = tool_server(lambda: live.snapshot().graph)
    # The middleware does what this setting would do, for all endpoints.
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    mcp = tools.streamable_http_app(json_response=True, stateless_http=True, transport_security=unchecked)

    @asynccontextmanager
    async def lifespan(_application: Starlette) -> AsyncIterator[None]:
        async with tools.session_manager.run():
            loading = live.load(store)  # before the first request, so that no event is read and taken, too
            deletion = asyncio.create_task(_delete_after(loading, partial(retention.run, store, commits)))
            yield
            deletion.cancel()
            live.stop_loading()
            await commits.close()
            loading.join()

    routes = [
        Route("/api/v1/lineage", receiver.post_event, methods=["POST"]),
        Route("/api/v1/lineage/batch", receiver.post_batch, methods=["POST"]),
        *api_routes(store, live, commits, retention),
        *mcp.routes,
    ]
    access = Middleware(AccessMiddleware, token=options.token, hosts=options.known_hosts)
    handlers: dict[Any, Any] = {404: _not_found, 405: _wrong_method, Exception: _failed}
    return Starlette(routes=routes, middleware=[access], exception_handlers=handlers, lifespan=lifespan)


async def _delete_after(loading: Thread, deletion: Callable[[], Awaitable[None]]) -> None:
    await asyncio.to_thread(loading.join)
    await deletion()


def _write(store: EventStore, live: LiveLineage, records: Sequence[NewEvent]) -> None:
    live.add([record.event for record in store.write(records)])


async def _not_found(request: Request, _error: Exception) -> Response:
    return JSONResponse({"error": f"there is no {request.url.path[:200]}; GET /openapi.json lists what there is"}, 404)


async def _wrong_method(request: Request, error: HTTPException) -> Response:
    text = f"{request.method} is not for {request.url.path[:200]}"
    return JSONResponse({"error": text}, 405, headers=error.headers)


async def _failed(_request: Request, _error: Exception) -> Response:
    return JSONResponse({"error": "the server could not answer; its log has the reason"}, 500)
