"""Lets a planned program read files that do not exist."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater.planning.databases import read_jdbc
from headwater.planning.formats import FILE_FORMATS, METHODS
from headwater.planning.remembered import FORMAT, options_of, remembering_format
from headwater.planning.report import PlanningError

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.planning.planning import Planning

__all__ = ["substitute_readers"]

_HAS_SCHEMA = "_headwater_has_schema"


def substitute_readers(planning: Planning, replace: Callable[..., None]) -> None:
    """Replace the methods of ``spark.read``."""
    reader = type(planning.spark.read)
    replace(reader, ("format",), remembering_format)
    replace(reader, ("schema",), _remembering_schema)
    replace(reader, METHODS, lambda name, original: _reading(planning, original, name))
    replace(reader, ("load",), lambda _, original: _reading(planning, original, None))
    replace(reader, ("jdbc",), lambda _, _original: _reading_jdbc(planning))


def _remembering_schema(_: str, original: Any) -> Any:  # noqa: ANN401  (PySpark's)
    def remember(self: Any, value: Any) -> Any:  # noqa: ANN401  (the same)
        setattr(self, _HAS_SCHEMA, value)
        return original(self, value)

    return remember


def _reading(planning: Planning, original: Any, format_name: str | None) -> Any:  # noqa: ANN401  (the same)
    def read(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        used = format_name or _format_of(self, args, kwargs)
        options = {**options_of(self), **kwargs}
        if used.lower() == "jdbc":
            return read_jdbc(planning, options)
        if used.lower() == "kafka":  # its schema is always the same
            return original(self, *args, **kwargs).where("false")
        if used.lower() not in FILE_FORMATS:
            text = f"a read of format {used} needs a connection, and cannot be planned"
            raise PlanningError(planning.report.problem(text))
        first = args if used in {"parquet", "orc"} and format_name else args[:1]
        given = kwargs.get("paths", kwargs.get("path", first)) or options.get("path")
        has_schema = getattr(self, _HAS_SCHEMA, None) is not None or kwargs.get("schema") is not None
        planning.sources.add_file_systems(given)
        for path in _paths(given):
            if used.lower() == "iceberg" and "/" not in path:  # the name of a table
                continue
            base = options.get("basePath")
            schema = planning.sources.prepare(path, used.lower(), has_schema=has_schema, base_path=base)
            if schema is not None and not has_schema:
                self.schema(schema)
                has_schema = True
        return original(self, *args, **kwargs)

    return read


def _reading_jdbc(planning: Planning) -> Any:  # noqa: ANN401  (the same)
    def read(self: Any, url: str, table: str, *_: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        return read_jdbc(
            planning, {**options_of(self), **(kwargs.get("properties") or {}), "url": url, "dbtable": table}
        )

    return read


def _format_of(reader: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:  # noqa: ANN401  (the same)
    """Return the format of ``load(path, format)``; Spark's default is Parquet."""
    named = kwargs.get("format", args[1] if len(args) > 1 else None)
    return str(named or getattr(reader, FORMAT, None) or "parquet")


def _paths(given: object) -> list[str]:
    if isinstance(given, (list, tuple)):
        return [path for each in given for path in _paths(each)]
    return [given] if isinstance(given, str) else []
