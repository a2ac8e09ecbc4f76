"""Makes the files that a planned program reads: empty, with the schema that the program or a table gives."""

from __future__ import annotations

import importlib
import json
import re
from typing import TYPE_CHECKING, Any

from headwater.planning.report import PlanningError

if TYPE_CHECKING:
    from headwater.planning.filesystems import FileSystems
    from headwater.planning.report import Report
    from headwater.testing import Session

__all__ = ["Sources"]


class Sources:
    """The paths of a session: which exist, and which schema was written to them."""

    def __init__(self, session: Session, files: FileSystems, report: Report) -> None:
        self._session = session
        self._files = files
        self._report = report
        self._written: dict[str, Any] = {}

    def add_file_systems(self, *values: object) -> None:
        """Add the file systems of addresses in texts; other values are ignored."""
        for value in values:
            if isinstance(value, (list, tuple)):
                self.add_file_systems(*value)
            elif isinstance(value, str):
                self._files.add_from(value, self._session.java)

    def wrote(self, path: str, schema: Any) -> None:  # noqa: ANN401  (PySpark's StructType)
        """Remember the schema of a path that the program writes."""
        self._written[self._qualified(path)] = schema

    def prepare(self, path: str, format_name: str, *, has_schema: bool) -> Any | None:  # noqa: ANN401  (the same)
        """Make a path that does not exist; return the schema to read it with, or ``None`` if none must be set.

        Raises :class:`~headwater.planning.report.PlanningError` if nothing tells the schema.
        """
        name = self._qualified(path)
        exists = self._file_system(path).exists(self._path(path))
        # Also for Parquet: a partitioned write without rows makes no file.
        known = None if has_schema or format_name == "text" else self._schema(name)
        if exists:
            return known
        if known is None and not has_schema and format_name != "text":
            text = f"nothing tells the schema of {path}: add a table with this LOCATION to --setup"
            raise PlanningError(self._report.problem(text))
        self._file_system(path).mkdirs(self._path(path))
        return known

    def _schema(self, name: str) -> Any | None:  # noqa: ANN401  (the same)
        if name in self._written:
            return self._written[name]
        catalog = self._session.java.sessionState().catalog().externalCatalog()
        databases = _items(catalog.listDatabases())
        for table in (catalog.getTable(base, each) for base in databases for each in _items(catalog.listTables(base))):
            place = table.storage().locationUri()
            if place.isDefined() and name == self._qualified(place.get().toString()):
                types = importlib.import_module("pyspark.sql.types")
                return types.StructType.fromJson(json.loads(table.schema().json()))
        return None

    def _qualified(self, path: str) -> str:
        """Return the whole address, with one scheme for the three of Hadoop for the same buckets."""
        address = str(self._file_system(path).makeQualified(self._path(path)).toString()).rstrip("/")
        return re.sub(r"^s3[an]:", "s3:", address)

    def _path(self, path: str) -> Any:  # noqa: ANN401  (a Java object)
        return self._session.java_class("org.apache.hadoop.fs.Path")(path)

    def _file_system(self, path: str) -> Any:  # noqa: ANN401  (a Java object)
        return self._path(path).getFileSystem(self._session.java.sparkContext().hadoopConfiguration())


def _items(sequence: Any) -> list[Any]:  # noqa: ANN401  (a Scala sequence)
    return [sequence.apply(number) for number in range(sequence.size())]
