"""A Kafka topic as a destination of ``headwater replay``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from headwater._reading.fields import object_at
from headwater._reading.text import parse_json
from headwater.errors import RefusedError, SpoolError, UsageError

__all__ = ["Topic"]

_SEND_TIMEOUT_SECONDS = 30
"""Timeout in seconds for the acknowledgement of one event."""


@dataclass(slots=True)
class Topic:
    """A Kafka topic; each event is acknowledged before the next one is sent, so that their order is kept."""

    servers: str
    name: str
    _producer: Any = field(default=None, init=False)

    def send(self, text: str) -> None:
        """Write the event under the same key that the agent uses."""
        producer, errors = self._open()
        try:
            future = producer.send(self.name, key=key(parse_json(text.encode())).encode(), value=text.encode())
            future.get(_SEND_TIMEOUT_SECONDS)
        except errors.MessageSizeTooLargeError as error:
            raise RefusedError(str(error)) from None
        except errors.KafkaError as error:
            raise SpoolError(f"kafka {self.servers} {self.name}: {type(error).__name__}: {error}") from None

    def _open(self) -> tuple[Any, Any]:
        try:
            import kafka  # noqa: PLC0415 - only needed for a Kafka topic
            from kafka import errors  # noqa: PLC0415
        except ImportError:
            raise UsageError("events for Kafka need a client: pip install 'headwater[kafka]'") from None
        if self._producer is None:
            try:
                self._producer = kafka.KafkaProducer(bootstrap_servers=self.servers.split(","), acks="all")
            except errors.KafkaError as error:
                raise SpoolError(f"kafka {self.servers}: {type(error).__name__}: {error}") from None
        return self._producer, errors


def key(event: dict[str, Any]) -> str:
    """Return the name of the root job, so that related events are in one partition."""
    parent = object_at(event, "run", "facets", "parent")
    job = object_at(parent, "root", "job") or object_at(parent, "job") or object_at(event, "job")
    return f"run:{job.get('namespace')}/{job.get('name')}"
