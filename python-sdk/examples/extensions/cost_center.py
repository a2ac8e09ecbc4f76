"""A run facet that says who pays for a query, and for how long it ran."""

from __future__ import annotations

import os

from headwater.extensions import RunFacetBuilder, SQLExecutionEnd


class CostCenter(RunFacetBuilder):
    """Takes the cost centre from the environment of the driver, which the agent's host inherits."""

    def __init__(self) -> None:
        self.code = os.environ.get("COST_CENTER", "unassigned")

    def build(self, end: SQLExecutionEnd) -> dict[str, object]:
        """Return the facet; the type of `end` says that it is wanted when a query is over."""
        return {"acme_costCenter": {"code": self.code, "seconds": (end.duration_millis or 0) / 1000}}
