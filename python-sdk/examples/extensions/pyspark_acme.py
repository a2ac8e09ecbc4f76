"""A data source written in Python, for Spark 4: Spark finds modules named ``pyspark_*`` by itself.

Reading it, other than planning, needs pyarrow where Spark runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql.types import StructType


class DefaultSource(DataSource):
    """``spark.read.format("acme").option("table", "orders").load()``."""

    @classmethod
    def name(cls) -> str:
        """Return the format's name."""
        return "acme"

    def schema(self) -> str:
        """Return the columns: every table of this demonstration has the same."""
        return "id int, amount double"

    def reader(self, schema: StructType) -> DataSourceReader:  # noqa: ARG002  (Spark hands over what `schema` returned)
        """Return what reads the rows."""
        return AcmeReader()


class AcmeReader(DataSourceReader):
    """Reads two rows."""

    def read(self, partition: object) -> Iterator[tuple[int, float]]:  # noqa: ARG002  (there is but one)
        """Return the rows."""
        yield from [(1, 10.0), (2, 20.0)]
