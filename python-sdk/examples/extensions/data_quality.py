"""A data-quality facet of what a query read, from the metrics of an ``Observation``.

::

    orders.observe(Observation("quality"), count(lit(1)).alias("rowCount"), count_if("amount IS NULL")
                   .alias("amount.nullCount")).write.saveAsTable("clean")
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from headwater.extensions import InputDatasetFacetBuilder, SQLExecutionEnd

OBSERVATION = "quality"


class ObservedQuality(InputDatasetFacetBuilder):
    """Converts metrics named ``rowCount`` and ``column.metric`` to the standard facet ``dataQualityMetrics``."""

    def is_defined_at(self, subject: SQLExecutionEnd) -> bool:
        """Return whether the query has an observation with our name and has succeeded."""
        return subject.error_message is None and OBSERVATION in subject.observed_metrics

    def build(self, end: SQLExecutionEnd) -> dict[str, object]:
        """Return the facet with the fields of the spec; the SDK validates it and adds producer and schema."""
        columns: dict[str, dict[str, Any]] = defaultdict(dict)
        table: dict[str, Any] = {}
        for name, value in end.observed_metrics[OBSERVATION].items():
            column, dot, metric = name.rpartition(".")
            (columns[column] if dot else table)[metric] = value
        return {"dataQualityMetrics": {**table, "columnMetrics": dict(columns)}}
