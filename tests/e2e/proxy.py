"""An HTTP proxy on this machine: requests for names that only it can resolve, and tunnels (CONNECT)."""

from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler
from urllib.parse import urlsplit, urlunsplit

from tests.e2e.backend import Server, respond, serving

HOP = ("proxy-authorization", "proxy-connection", "connection", "host", "content-length")


@dataclass
class Proxied:
    """What the proxy was asked for: the request lines, and the users that it was given.

    `hosts` has the address of each name that it knows; a proxy with a `user` (`name:password`) asks for it.
    """

    hosts: dict[str, str]
    user: str = ""
    port: int = 0
    lines: list[str] = field(default_factory=list)
    users: list[str] = field(default_factory=list)

    def allows(self, request: BaseHTTPRequestHandler) -> bool:
        """Note the request; ask for the user if it is missing."""
        self.lines.append(request.requestline)
        given = request.headers.get("Proxy-Authorization", "").removeprefix("Basic ")
        self.users.append(base64.b64decode(given).decode())
        if self.users[-1] == self.user:
            return True
        raw_body(request)
        respond(request, 407, Proxy_Authenticate='Basic realm="proxy"')
        return False


def raw_body(request: BaseHTTPRequestHandler) -> bytes:
    """The body as it is on the wire; a request without a length has none."""
    return request.rfile.read(int(request.headers.get("Content-Length", 0)))


def handler(proxied: Proxied) -> type[BaseHTTPRequestHandler]:
    """The class that forwards requests, and opens tunnels."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            if proxied.allows(self):
                forward(self, proxied)

        def do_CONNECT(self) -> None:
            if proxied.allows(self):
                tunnel(self, proxied.hosts[self.path])

        def log_message(self, *_: object) -> None:
            """Log nothing: the tests check what was received."""

    return Handler


def forward(request: BaseHTTPRequestHandler, proxied: Proxied) -> None:
    """Send the request to the backend, and its answer to the client."""
    to = urlsplit(request.path)
    target = urlunsplit(("", "", to.path, to.query, ""))
    headers = {name: value for name, value in request.headers.items() if name.lower() not in HOP}
    connection = HTTPConnection(proxied.hosts[to.netloc], timeout=10)
    connection.request("POST", target, raw_body(request), headers)
    answer = connection.getresponse()
    respond(request, answer.status, answer.read())
    connection.close()


def tunnel(request: BaseHTTPRequestHandler, address: str) -> None:
    """Copy bytes in both directions until one end closes."""
    host, _, port = address.partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as backend:
        backend.settimeout(None)
        request.send_response(200, "Connection established")
        request.end_headers()
        back = threading.Thread(target=copy, args=(backend, request.connection), daemon=True)
        back.start()
        copy(request.connection, backend)
        back.join()
    request.close_connection = True


def copy(source: socket.socket, to: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            to.sendall(data)
    with suppress(OSError):
        to.shutdown(socket.SHUT_WR)


@contextmanager
def proxy(hosts: dict[str, str], user: str = "") -> Iterator[Proxied]:
    """Serve until the block ends."""
    proxied = Proxied(hosts, user)
    server = Server(("127.0.0.1", 0), handler(proxied))
    proxied.port = server.server_port
    with serving(server):
        yield proxied
