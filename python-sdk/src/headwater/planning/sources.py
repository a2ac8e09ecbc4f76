"""Makes the files that a planned program reads: empty, with the schema that the program or a table gives."""

from __future__ import annotations

import importlib
import json
import re
from typing import TYPE_CHECKING, Any

from headwater.planning.formats import TABLE_FORMATS, WITH_OWN_SCHEMA
from headwater.planning.report import PlanningError

if TYPE_CHECKING:
    from headwater.dry_run import Session
    from headwater.planning.filesystems import FileSystems
    from headwater.planning.report import Report

__all__ = ["Sources", "has_wildcards", "matching_names"]

_WILDCARD = re.compile(r"[*?\[{]")
_FILE_PATTERN = re.compile(r"[*?][^/]*\.\w+$")
_PARTITION = re.compile(r"(?:^|/)([^/=]+)=")
_ALTERNATIVES = re.compile(r"\{([^{}]*)\}")
_SET = re.compile(r"\[([^^!\]])[^\]]*\]")


def has_wildcards(path: str) -> bool:
    """Return whether Hadoop reads a path as a pattern."""
    return _WILDCARD.search(path) is not None


def matching_names(path: str) -> list[str]:
    """Return names that a pattern matches: one for each alternative; ``*`` and ``?`` match themselves.

    >>> matching_names("lake/{a,b}/day=*/part-[0-9].csv")
    ['lake/a/day=*/part-0.csv', 'lake/b/day=*/part-0.csv']
    """
    found = _ALTERNATIVES.search(path)
    if found is None:
        return [_SET.sub(r"\1", path)]
    start, end = path[: found.start()], path[found.end() :]
    return [name for each in found.group(1).split(",") for name in matching_names(f"{start}{each}{end}")]


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

    def prepare(self, path: str, format_name: str, *, has_schema: bool, base_path: str | None = None) -> Any | None:  # noqa: ANN401
        """Make a path that does not exist; return the schema to read it with, or ``None`` if none must be set.

        Raises :class:`~headwater.planning.report.PlanningError` if nothing tells the schema.
        """
        takes_schema = not has_schema and format_name not in WITH_OWN_SCHEMA
        exists = self._exists(path)
        # Also for Parquet: a partitioned write without rows makes no file.
        known = self._schema_of_read(path, base_path) if takes_schema else None
        if exists:
            return known
        if (known is None and takes_schema) or format_name in TABLE_FORMATS:
            what = f"a table USING {format_name}" if format_name in TABLE_FORMATS else "a table"
            text = f"nothing tells the schema of {path}: add {what} with this LOCATION to --setup"
            raise PlanningError(self._report.problem(text))
        self._make(path)
        return known

    def _exists(self, path: str) -> bool:
        system = self._file_system(path)
        if not has_wildcards(path):
            return bool(system.exists(self._path(path)))
        found = system.globStatus(self._path(path))
        return found is not None and len(found) > 0

    def _make(self, path: str) -> None:
        """Make a folder, or what wildcards match: of ``*`` and ``?``, what has the name of the pattern."""
        system = self._file_system(path)
        if has_wildcards(path):
            self._report.note(
                f"the files that {path} matches are not known; in the events, wildcards may be in its name"
            )
        for each in matching_names(path):
            if _FILE_PATTERN.search(each):
                system.create(self._path(each)).close()
            else:
                system.mkdirs(self._path(each))

    def _schema_of_read(self, path: str, base_path: str | None) -> Any | None:  # noqa: ANN401  (the same)
        if not has_wildcards(path):
            return self._schema(self._qualified(path))
        folders = path.split("/")
        first = next(at for at, folder in enumerate(folders) if has_wildcards(folder))
        for name in (*matching_names(path), "/".join(folders[:first])):
            schema = self._schema(self._qualified(name)) if name else None
            if schema is not None:
                # Spark finds the columns of partitions below the base path only.
                partitions = set() if base_path else {found.lower() for found in _PARTITION.findall(path)}
                types = importlib.import_module("pyspark.sql.types")
                return types.StructType([field for field in schema.fields if field.name.lower() not in partitions])
        return None

    def _schema(self, name: str) -> Any | None:  # noqa: ANN401  (the same)
        if name in self._written:
            return self._written[name]
        catalog = self._session.java.sessionState().catalog().externalCatalog()
        databases = _items(catalog.listDatabases())
        for table in (catalog.getTable(base, each) for base in databases for each in _items(catalog.listTables(base))):
            place = table.storage().locationUri()
            if place.isDefined() and name == self._qualified(self._path(place.get()).toString()):
                types = importlib.import_module("pyspark.sql.types")
                return types.StructType.fromJson(json.loads(table.schema().json()))
        return None

    def _qualified(self, path: str) -> str:
        """Return the whole address, with one scheme for the three of Hadoop for the same buckets."""
        address = str(self._file_system(path).makeQualified(self._path(path)).toString()).rstrip("/")
        return re.sub(r"^s3[an]:", "s3:", address)

    def _path(self, path: Any) -> Any:  # noqa: ANN401  (a Java object of a text, or of Java's URI)
        return self._session.java_class("org.apache.hadoop.fs.Path")(path)

    def _file_system(self, path: str) -> Any:  # noqa: ANN401  (a Java object)
        return self._path(path).getFileSystem(self._session.java.sparkContext().hadoopConfiguration())


def _items(sequence: Any) -> list[Any]:  # noqa: ANN401  (a Scala sequence)
    return [sequence.apply(number) for number in range(sequence.size())]
