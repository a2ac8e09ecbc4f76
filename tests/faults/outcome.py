"""The outcome of a job with a fault."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.backend import Received
from tests.e2e.events import Event, read
from tests.e2e.spark_submit import JobResult

FAILED = re.compile(r"; (\d+) failed")


@dataclass(frozen=True)
class Outcome:
    """Where the job's events are: `accepted` by a backend, a file or the console, `spooled_events` on disk,
    `dead_letters`, and `lost`, as counted by the agent.
    """

    answer: JobResult
    baseline: JobResult
    accepted: list[Event]
    spooled_events: list[Event]
    dead_letters: list[Event]
    received: list[Received]

    @property
    def agent_log(self) -> list[str]:
        """The warnings and errors of the agent in the job's log."""
        return self.answer.agent_warnings

    @property
    def all_events(self) -> list[Event]:
        return self.accepted + self.spooled_events + self.dead_letters

    @property
    def lost(self) -> int:
        found = [int(n) for row in self.agent_log for n in FAILED.findall(row)]
        return found[-1] if found else 0

    @property
    def same_result(self) -> bool:
        """Whether the job has the same result as without the agent."""
        return (self.answer.error, self.answer.value) == (None, self.baseline.value)

    @property
    def delay(self) -> float:
        """Additional seconds of the job compared with a run without the agent."""
        return self.answer.seconds - self.baseline.seconds

    @property
    def stop(self) -> float:
        return self.answer.stop - self.baseline.stop


def of_namespace(events: list[Event], namespace: str) -> list[Event]:
    return [e for e in events if e["job"]["namespace"] == namespace]


def files(*folders: Path) -> list[Event]:
    """The events in all event files below the folders."""
    found = [file for folder in folders for file in folder.rglob("*.jsonl")]
    return [e for file in found if file.name != "dead-letter.jsonl" for e in read(file)]


def letters(spool: Path) -> list[dict[str, Any]]:
    """The dead letters in a spool."""
    rows = [
        row for file in spool.glob("*/dead-letter.jsonl") for row in file.read_text().splitlines()
    ]
    return [json.loads(row) for row in rows]


def console(log: list[str]) -> list[Event]:
    """The events that were written to the log."""
    return [json.loads(row[row.index("{") :]) for row in log if '"eventType":' in row]


def distinct(events: list[Event]) -> list[Event]:
    """The events without duplicates from retries."""
    return list({key(e): e for e in events}.values())


def key(event: Event) -> tuple[str, int]:
    """The identity of an event: the run id and the sequence number in the run."""
    run = event["run"]
    return run["runId"], run["facets"]["headwater_sequence"]["sequence"]
