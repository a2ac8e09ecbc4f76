"""A run facet with the cost centre and the duration of a query."""

from __future__ import annotations

import os

from headwater.extensions import RunFacetBuilder, SQLExecutionEnd


class CostCenter(RunFacetBuilder):
    """Reads the cost centre from the environment of the driver, which the agent's host inherits."""

    def __init__(self) -> None:
        self.code = os.environ.get("COST_CENTER", "unassigned")

    def build(self, end: SQLExecutionEnd) -> dict[str, object]:
        """Return the facet; the type of `end` selects the end of a query as the subject."""
        return {"acme_costCenter": {"code": self.code, "seconds": (end.duration_millis or 0) / 1000}}
