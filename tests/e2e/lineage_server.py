"""A process of `headwater serve`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.lines import ROOT


@dataclass(frozen=True)
class LineageServer:
    """The address of a server that listens on this machine, its token and its process."""

    url: str
    token: str
    pid: int

    def text(self, path: str) -> str:
        key = {"Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(self.url + path, headers=key)  # noqa: S310 - of this test
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            content: bytes = answer.read()
        return content.decode()

    def json(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text(path))
        return found


@contextmanager
def lineage_server(db: Path, token: str) -> Iterator[LineageServer]:
    """Start a server on a free port; end it as an init system does."""
    process = subprocess.Popen(
        [sys.executable, "-m", "headwater", "serve", "--db", str(db), "--port", "0"],
        env=os.environ
        | {"PYTHONPATH": str(ROOT / "python-sdk" / "src"), "HEADWATER_SERVE_TOKEN": token},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        banner = process.stdout.readline().split()
        assert banner, "headwater serve has ended at once"
        yield LineageServer(banner[1].removesuffix("/"), token, process.pid)
    finally:
        process.terminate()
        process.communicate(timeout=60)
