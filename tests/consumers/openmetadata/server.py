"""A model of OpenMetadata's HTTP endpoint for events, by the rules of its documentation for 2.0 and 2.1: docs/backends.md."""

from __future__ import annotations

from collections.abc import Collection

from tests.consumers import facts
from tests.consumers.openmetadata.consumer import OpenMetadata, Result
from tests.e2e.events import Event

OK, BAD_REQUEST = 200, 400


class OpenMetadataServer(OpenMetadata):
    """The lineage that is stored. Tables are found as in the source; a refused edge is only logged."""

    def __init__(
        self,
        events: list[Event],
        made: dict[int, Result],
        event_type_filter: Collection[str] = ("COMPLETE",),
    ) -> None:
        super().__init__(events, made)
        self.event_type_filter = event_type_filter

    def take(self, event: Event) -> None:
        if self.is_read(event) and self.answer(event) == OK:
            super().take(event)

    def answer(self, event: Event) -> int:
        """The status for the event."""
        known = any(facts.key(dataset) in self.tables for dataset in facts.datasets(event))
        return BAD_REQUEST if self.is_read(event) and not known else OK

    def is_read(self, event: Event) -> bool:
        """An event of another type, or without inputs or outputs, is passed over."""
        return bool(
            event["eventType"] in self.event_type_filter and event["inputs"] and event["outputs"]
        )
