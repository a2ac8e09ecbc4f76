"""Who may use the server: the token, the names of this host, and no other site in a browser."""

from __future__ import annotations

import base64
import binascii
import hmac
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["LOOPBACK_NAMES", "AccessMiddleware", "host_of"]

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_READING = {"GET", "HEAD", "OPTIONS"}
_HEALTH = "/health"
"""For a check of liveness, such as that of Kubernetes, which has no token and knows the address of the pod only."""


class AccessMiddleware:
    """Refuses a request before its body is read."""

    def __init__(self, app: ASGIApp, token: str, hosts: Collection[str]) -> None:
        """Check ``token`` if it is not empty, and the header ``Host`` against ``hosts`` if there are any."""
        self._app = app
        self._token = token.encode()
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, or pass it on."""
        refusal = (
            self._refusal(scope["method"], scope["path"], Headers(scope=scope)) if scope["type"] == "http" else None
        )
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, method: str, path: str, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        if path == _HEALTH and method in _READING:
            return None
        if self._hosts and host_of(host) not in self._hosts:
            why = f"this server is not named {host_of(host)[:80]!r}; if it is, start it with --allow-host NAME"
            return _refused(421, why)
        if method not in _READING and _is_cross_origin(headers, host):
            return _refused(403, "a page of another site sent this request")
        if self._token and not self._has_token(headers.get("authorization", "")):
            why = "the token is missing or wrong; send it as `Authorization: Bearer TOKEN`"
            return _refused(401, why, {"WWW-Authenticate": 'Basic realm="headwater", charset="UTF-8"'})
        return None

    def _has_token(self, header: str) -> bool:
        scheme, _, value = header.partition(" ")
        given = value.strip().encode()
        if scheme.lower() == "basic":  # a browser asks for a name and a password; the password is the token
            try:
                given = base64.b64decode(given, validate=True).partition(b":")[2]
            except (binascii.Error, ValueError):
                return False
        elif scheme.lower() != "bearer":
            return False
        return hmac.compare_digest(given, self._token)


def host_of(host: str) -> str:
    """Return the name in a header ``Host``, without the port.

    >>> host_of("LocalHost:8765"), host_of("[::1]:8765"), host_of("a.b")
    ('localhost', '[::1]', 'a.b')
    """
    name = host.lower()
    if name.startswith("["):
        return name[: name.find("]") + 1]
    return name.partition(":")[0]


def _is_cross_origin(headers: Headers, host: str) -> bool:
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2].lower() != host.lower():
        return True
    return headers.get("sec-fetch-site", "none") in {"cross-site", "same-site"}


def _refused(status: int, why: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"error": why}, status, headers)
