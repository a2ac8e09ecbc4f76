"""A small server that plays OpenMetadata's catalog: every table exists, and lineage is stored as the real one does, an edge at a time."""

from __future__ import annotations

import json
import re
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

NAME = re.compile(r"^[\w$-]+$")
SERVICE, DATABASE = "lake", "default"


def identifier(kind: str, name: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{kind} {name}"))


def entity(kind: str, name: str) -> dict[str, Any]:
    """An entity with what its class requires."""
    found: dict[str, Any] = {
        "id": identifier(kind, name),
        "name": name.rpartition(".")[2].strip('"'),
        "fullyQualifiedName": name,
    }
    service = {"id": identifier("service", SERVICE), "type": "databaseService"}
    if kind == "tables":
        return found | {"columns": []}
    if kind == "pipelines":
        return found | {"service": service | {"type": "pipelineService"}}
    return found | {"serviceType": "Spark" if "pipeline" in kind else "Hive"}


class Catalog:
    """The catalog's contents: tables that were asked for, and the lineage that was put."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.pipelines: set[str] = set()
        self.requests: list[dict[str, Any]] = []

    def by_name(self, kind: str, name: str) -> dict[str, Any] | None:
        if kind == "pipelines" and name not in self.pipelines:
            return None
        if kind == "tables" and not is_table(name):
            return None
        found = entity(kind, name)
        self.names[found["id"]] = name
        return found

    def search(self, wanted: str) -> list[dict[str, Any]]:
        """A table of that name, if the name could be one: each of its parts is a word."""
        found = self.by_name("tables", wanted.replace("*", DATABASE))
        return [found] if found else []

    def put_pipeline(self, request: dict[str, Any]) -> dict[str, Any]:
        name = f"{request['service']}.{quoted(request['name'])}"
        self.pipelines.add(name)
        return entity("pipelines", name)

    def put_lineage(self, request: dict[str, Any]) -> None:
        self.requests.append(request)


def is_table(name: str) -> bool:
    """Whether a service, a database, a schema and a table have such names; a path is none."""
    parts = name.split(".")
    return len(parts) == 4 and all(NAME.match(part) for part in parts)


def quoted(name: str) -> str:
    return f'"{name}"' if "." in name else name


class Handler(BaseHTTPRequestHandler):
    """The catalog's REST API, as much of it as the OpenLineage source uses."""

    catalog: Catalog
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        path = unquote(parts.path).removeprefix("/api/v1/")
        if path.startswith("search/"):
            hits = self.catalog.search(parse_qs(parts.query)["fieldValue"][0])
            self.answer(
                {"hits": {"total": {"value": len(hits)}, "hits": [{"_source": h} for h in hits]}}
            )
        elif "/name/" in path:
            kind, _, name = path.partition("/name/")
            self.answer(self.catalog.by_name(kind, name))
        elif path.startswith("lineage/"):
            self.answer({"upstreamEdges": [], "downstreamEdges": []})
        else:
            self.answer(None)

    def do_PUT(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.endswith("/lineage"):
            self.catalog.put_lineage(request)
            self.answer({})
        elif self.path.endswith("/pipelines"):
            self.answer(self.catalog.put_pipeline(request))
        else:
            self.answer(request | {"id": identifier(self.path, request["name"])})

    def answer(self, content: dict[str, Any] | None) -> None:
        body = json.dumps(
            {"code": 404, "message": "not found"} if content is None else content
        ).encode()
        self.send_response(404 if content is None else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """The log of each request is not needed."""


def serve(catalog: Catalog) -> str:
    """Start the server on a free port, and return its address."""
    handler = type("OfCatalog", (Handler,), {"catalog": catalog})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/api"
