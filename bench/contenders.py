"""The three configurations that are compared: no agent, ours, the published one."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench.places import SPARK
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import LISTENER, file_transport


@dataclass(frozen=True)
class Contender:
    """An agent's jar, or None for a run without an agent."""

    name: str
    jar: Path | None

    @property
    def jars(self) -> list[Path]:
        return [self.jar] if self.jar else []

    def conf(self, events: Path) -> dict[str, str]:
        """Settings that write the agent's events to a file."""
        if self.jar is None:
            return {}
        own = {"spark.extraListeners": LISTENER, "spark.openlineage.namespace": "bench"}
        return own | file_transport(events)


NONE, OURS, PUBLISHED = "none", "ours", "published"
NAMES = (NONE, OURS, PUBLISHED)


def ours(jar: Path | None = None) -> Contender:
    """The agent in dist/, or another build of it."""
    jar = jar or ROOT / "dist" / SPARK.agent
    if not jar.is_file():
        message = f"bench: no agent jar at {jar}: `make jar`"
        raise SystemExit(message)
    return Contender(OURS, jar)


def published() -> Contender:
    """The published agent listed in scripts/jars.tsv."""
    command = [str(ROOT / "scripts" / "fetch-jar"), f"published-{SPARK.scala}"]
    jar = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return Contender(PUBLISHED, Path(jar))
