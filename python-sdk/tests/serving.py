"""A real process of `headwater serve`, and requests to it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SHOP = Path(__file__).parent / "data" / "shop.jsonl"
Json = dict[str, Any]
EVENTS = "/api/v1/lineage"
BATCH = "/api/v1/lineage/batch"
_TYPE = {"Content-Type": "application/json"}


@dataclass
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        return str(self.json["error"])


class Server:
    """A server on a free port of this machine."""

    def __init__(self, db: Path, *options: str) -> None:
        self.db = db
        command = [sys.executable, "-m", "headwater", "serve", "--db", str(db), "--port", "0", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.banner = self.process.stdout.readline()
        if not self.banner:
            raise AssertionError(self.stop())
        self.url = self.banner.split()[1].removesuffix("/")
        self.port = int(self.url.rpartition(":")[2])

    def ask(
        self, method: str, path: str, body: bytes | Iterator[bytes] | None = None, headers: Mapping[str, str] = _TYPE
    ) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, dict(headers))
            found = connection.getresponse()
            return Answer(found.status, dict(found.getheaders()), found.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers=headers)

    def post(self, value: object, path: str = EVENTS, **headers: str) -> Answer:
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.ask("POST", path, body, {**_TYPE, **headers})

    def events(self, filters: str = "") -> list[Json]:
        return [json.loads(line) for line in self.get(f"/api/v1/events{filters}").body.splitlines()]

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stop(self) -> str:
        """End the server as an init system does; return what it wrote to the standard error."""
        self.process.terminate()
        return self.process.communicate(timeout=60)[1]


def run_event(number: int, type_: str = "COMPLETE", job: str = "etl.job", **more: Any) -> Json:
    """An event of a run with a number."""
    return {
        "eventTime": f"2026-05-01T10:00:00.{number:06}Z",
        "eventType": type_,
        "producer": "https://example.org/p",
        "run": {"runId": f"00000000-0000-4000-8000-{number:012}"},
        "job": {"namespace": "shop", "name": job},
        **more,
    }
