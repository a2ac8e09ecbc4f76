"""What a fault is: how it is made, and what is declared to become of events and log."""

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
    """What becomes of a job's events; nothing is lost but where it says so."""

    SENT = "sent, all of them"
    SENT_OR_SPOOLED = "sent, or wait on disk"
    SPOOLED = "wait on disk"
    DEAD_LETTER = "kept in `dead-letter.jsonl`, with the reason"
    SENT_AND_SPOOLED = "sent to the one, wait on disk for the other"
    LOST_AND_COUNTED = "what neither disk nor memory can keep is lost, and counted in the log"
    NONE = "none: the agent is off"


@dataclass
class FaultSetup:
    """Where a fault is made: what it opens is closed when all jobs have run. `name` is the jobs' namespace."""

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
        """The settings that send events to a backend of that behaviour."""
        received = self.enter(backend(behave, tls=tls))
        self.received.append(received)
        return http(received.url)

    def add_file(self, name: str, text: str) -> None:
        """A file of the driver's working directory while the job runs."""
        self.files[str(self.work / name)] = text


def http(url: str) -> Conf:
    return {f"{TRANSPORT}.type": "http", f"{TRANSPORT}.url": url}


@dataclass(frozen=True)
class Fault:
    """`prepare` gives the settings under which the job meets the fault. `agent_log`: what the agent's lines of the log must
    hold, of which there are `lines` at most; without words they are none. `max_stop_seconds`: seconds for `spark.stop()`.
    `extra_events`: events that are delivered though they are of other applications.
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
        """The name as a namespace and a folder."""
        return "".join(c if c.isalnum() else "-" for c in self.name)

    @property
    def log_summary(self) -> str:
        """What docs/faults.md says of the log."""
        if not self.agent_log:
            return "nothing"
        lines = "one line" if self.lines == 1 else f"{self.lines} lines at most"
        return f"{lines}: " + ", ".join(f"`{word}`" for word in self.agent_log)
