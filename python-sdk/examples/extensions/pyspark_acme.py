"""A data source written in Python, for Spark 4, which finds modules named ``pyspark_*`` automatically.

Planning a query works without pyarrow; reading needs pyarrow on the workers.
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
        """Return the name of the format."""
        return "acme"

    def schema(self) -> str:
        """Return the columns; all tables of this example have the same ones."""
        return "id int, amount double"

    def reader(self, schema: StructType) -> DataSourceReader:  # noqa: ARG002  (Spark hands over what `schema` returned)
        """Return the reader."""
        return AcmeReader()


class AcmeReader(DataSourceReader):
    """Reads two rows."""

    def read(self, partition: object) -> Iterator[tuple[int, float]]:  # noqa: ARG002  (there is only one partition)
        """Return the rows."""
        yield from [(1, 10.0), (2, 20.0)]
