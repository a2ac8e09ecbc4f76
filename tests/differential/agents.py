"""The published agent and ours. Each runs in its own Spark process, because both define the same classes."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.e2e.lines import ROOT, Line

THEIRS, OURS = "published", "ours"
NAMES = (THEIRS, OURS)
LIBRARIES = ("avro", "delta", "delta-storage", "iceberg", "spark-kafka", "spark-kafka-token")
EVERYWHERE = ("sqlite", "postgresql", "kafka-clients", "commons-pool2")


def jar(agent: str, line: Line, jars: Path) -> Path:
    """The jar of an agent for a Spark line; ours must have been built."""
    if agent == THEIRS:
        return fetched(f"published-{line.scala}")[0]
    found = jars.resolve() / line.agent
    assert found.is_file(), f"{found} is missing: make jar"
    return found


def libraries(line: Line) -> list[Path]:
    """The jars that the scripts need besides Spark."""
    return fetched(*(f"{name}-{line.id}" for name in LIBRARIES), *EVERYWHERE)


def fetched(*names: str) -> list[Path]:
    command = [str(ROOT / "scripts" / "fetch-jar"), *names]
    found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [Path(row) for row in found.splitlines()]
