"""The parts of a PySpark session that an attached process uses, with a fake agent."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from headwater import _warn
from headwater._bridge import attachment

if TYPE_CHECKING:
    import pytest

    from fake_agent import FakeAgent


class GatewayClient:
    """The guarded method of py4j's client."""

    def __init__(self) -> None:
        self.commands: list[str] = []

    def send_command(self, command: str, retry: bool = True) -> str:  # noqa: FBT001, FBT002  (py4j's own signature)
        self.commands.append(command)
        return f"done {retry}"


class FakeContext:
    """A SparkContext of an application with or without the agent."""

    applicationId = "app-1"  # noqa: N815  (PySpark's own)

    def __init__(self, agent: FakeAgent | None, answer: str | None = None) -> None:
        if agent is not None:
            answer = json.dumps({"port": agent.port, "token": agent.token})
        self.client = GatewayClient()
        self._gateway = SimpleNamespace(_gateway_client=self.client)
        self.opened: list[str] = []
        self.tags: list[str] = []
        self.execution: str | None = None
        self.conf: dict[str, str] = {}

        def attach(application: str) -> str:
            self.opened.append(application)
            if answer is None:
                raise TypeError("'JavaPackage' object is not callable")
            return answer

        python = SimpleNamespace(Attach=SimpleNamespace(open=attach))
        shell = SimpleNamespace(extensions=SimpleNamespace(python=python))
        self._jvm = SimpleNamespace(io=SimpleNamespace(headwater=SimpleNamespace(shell=shell)))

    @property
    def sparkContext(self) -> FakeContext:  # noqa: N802  (PySpark's own)
        return self

    def getConf(self) -> SimpleNamespace:  # noqa: N802  (PySpark's own)
        return SimpleNamespace(getAll=lambda: list(self.conf.items()))

    def getLocalProperty(self, key: str) -> str | None:  # noqa: N802  (PySpark's own)
        return self.execution if key == "spark.sql.execution.id" else None

    def addJobTag(self, tag: str) -> None:  # noqa: N802  (PySpark's own)
        self.tags.append(tag)

    def removeJobTag(self, tag: str) -> None:  # noqa: N802  (PySpark's own)
        self.tags.remove(tag)


def activate(context: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make this context the active one of the process."""
    module = SimpleNamespace(SparkContext=SimpleNamespace(_active_spark_context=context))
    monkeypatch.setitem(sys.modules, "pyspark.core.context", module)
    return context


def forget_attachments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process attach itself, and warn, as if it was the first time."""
    monkeypatch.setattr(attachment, "_current", [])
    monkeypatch.setattr(_warn, "_emitted_warnings", set())
