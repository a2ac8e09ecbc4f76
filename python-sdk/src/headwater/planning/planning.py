"""The session in which a program is planned, and what the substituted methods find."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from headwater.planning.runs import as_own_run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from headwater.dry_run import Session
    from headwater.planning.report import Report
    from headwater.planning.sources import Sources

__all__ = ["Planning"]


@dataclass(slots=True)
class Planning:
    """The session in which a program is planned, and what has been found."""

    session: Session
    sources: Sources
    report: Report
    given_settings: Mapping[str, str]
    name: str
    unreached: list[dict[str, Any]] = field(default_factory=list)
    """The events of what was not done."""

    @property
    def spark(self) -> Any:  # noqa: ANN401  (PySpark is not a dependency)
        """The PySpark session."""
        return self.session.pyspark

    def add_event(self, event: Mapping[str, Any]) -> None:
        """Add the event of a write that is not done."""
        self.unreached.append(as_own_run(event, self.name))
