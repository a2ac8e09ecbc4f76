"""Options, and the driver of a test session."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import events, options
from tests.e2e.events import TERMINAL, Event
from tests.e2e.lines import Line
from tests.e2e.spark_submit import Driver


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)


def closed_runs(file: Path) -> list[list[Event]]:
    """The events of each run, the application's first. Each run has ended."""
    groups = list(events.runs(events.read(file)).values())
    assert [
        group[-1]["eventType"] for group in groups if group[-1]["eventType"] not in TERMINAL
    ] == []
    return sorted(groups, key=lambda group: not events.is_application(group[0]))


def columns(event: Event) -> dict[str, list[str]]:
    """The columns that each column of the only output takes its value from."""
    (output,) = event["outputs"]
    fields = output["facets"]["columnLineage"]["fields"]
    return {
        column: sorted(
            f"{Path(i['name']).name}.{i['field']}"
            for i in field["inputFields"]
            if any(t["type"] == "DIRECT" for t in i["transformations"])
        )
        for column, field in fields.items()
    }


@dataclass(frozen=True)
class Modes:
    """The Spark line, the agent's jar and the work folder of a test session."""

    line: Line
    agent: Path
    work: Path

    def driver(self, name: str, *jars: Path, env: dict[str, str] | None = None) -> Driver:
        """A driver whose `--jars` are these jars, the agent's last."""
        return Driver(self.line, [*jars, self.agent], self.work / name, env or {})


@pytest.fixture(scope="session")
def modes(request: pytest.FixtureRequest) -> Modes:
    spark_line = options.spark_line(request.config)
    agent = options.agent(request.config, spark_line)
    return Modes(spark_line, agent, options.new_folder("modes", spark_line.name))
