"""The lineage of a query that is not run, as objects for notebooks and programs."""

from __future__ import annotations

from headwater.queries.lineage import DatasetName, OutputColumn, QueryLineage, SourceColumn
from headwater.queries.of_spark import lineage_of, lineage_of_sql

__all__ = ["DatasetName", "OutputColumn", "QueryLineage", "SourceColumn", "lineage_of", "lineage_of_sql"]
