"""Definition of a fault: how to cause it, and the expected delivery of events and log lines."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TypeVar

from tests.e2e.backend import Behaviour, Received, accepts, backend

T = TypeVar("T")
OPENLINEAGE = "spark.openlineage"
TRANSPORT = f"{OPENLINEAGE}.transport"
STOP = f"{OPENLINEAGE}.stopTimeoutMillis"
Conf = dict[str, str]
HERE = Path(__file__).resolve().parent


class Delivery(Enum):
    """Where a job's events are after the fault; no event is lost unless the value says so."""

    SENT = "sent, all of them"
    SENT_OR_SPOOLED = "sent, or wait on disk"
    SPOOLED = "wait on disk"
    ONE_RUN_SPOOLED = "sent, but for the run of the event: its events wait on disk"
    DEAD_LETTER = "kept in `dead-letter.jsonl`, with the reason"
    SENT_AND_SPOOLED = "sent to the one, wait on disk for the other"
    LOST_AND_COUNTED = "what neither disk nor memory can keep is lost, and counted in the log"
    NONE = "none: the agent is off"


@dataclass
class FaultSetup:
    """Resources of one fault; they are released when all jobs have run. `name` is the namespace of the job."""

    name: str
    folder: Path
    work: Path
    spool: Path
    stack: ExitStack
    received: list[Received] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def enter(self, context: AbstractContextManager[T]) -> T:
        return self.stack.enter_context(context)

    def backend(self, behave: Behaviour = accepts, tls: ssl.SSLContext | None = None) -> Conf:
        """Start a backend with this behaviour; return the settings that send events to it."""
        received = self.enter(backend(behave, tls=tls))
        self.received.append(received)
        return http(received.url)

    def add_file(self, name: str, text: str) -> None:
        """Put a file into the driver's working directory while the job runs."""
        self.files[str(self.work / name)] = text


def http(url: str) -> Conf:
    return {f"{TRANSPORT}.type": "http", f"{TRANSPORT}.url": url}


@dataclass(frozen=True)
class Fault:
    """A fault and its expectations.

    `prepare` causes the fault and returns the settings of the job. `agent_log` lists texts that the agent's warnings
    and errors must contain; if it is empty, no such line is allowed. `lines` is the maximum number of those lines.
    `max_stop_seconds` is the limit for `spark.stop()`. `extra_events` is the number of delivered events that belong to
    other applications.
    """

    name: str
    prepare: Callable[[FaultSetup], Conf]
    delivery: Delivery = Delivery.SENT
    agent_log: tuple[str, ...] = ()
    lines: int = 1
    job: str = "shop"
    max_stop_seconds: float = 2.0
    extra_events: int = 0

    @property
    def identifier(self) -> str:
        """The name as a namespace and a folder name."""
        return "".join(c if c.isalnum() else "-" for c in self.name)

    @property
    def log_summary(self) -> str:
        """The text of the column about the log in docs/faults.md."""
        if not self.agent_log:
            return "nothing"
        lines = "one line" if self.lines == 1 else f"{self.lines} lines at most"
        return f"{lines}: " + ", ".join(f"`{word}`" for word in self.agent_log)
