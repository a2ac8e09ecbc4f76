"""Lets a planned program write to temporary files, and to nothing else."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from headwater.planning.catalogs import given_catalogs, why_not_table, why_not_write
from headwater.planning.formats import FILE_FORMATS, METHODS
from headwater.planning.remembered import FORMAT, options_of, remembering_format
from headwater.planning.report import PlanningError
from headwater.planning.unreachable import event_of_write

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.planning.planning import Planning

__all__ = ["substitute_writers"]

_TABLE = "_headwater_table"
"""The attribute of a writer that holds the frame and the name of the table that it was given."""
_ACTIONS_OF_TABLES = ("append", "create", "createOrReplace", "overwrite", "overwritePartitions", "replace")
_CREATE_TABLE = ("createExternalTable", "createTable")


def substitute_writers(planning: Planning, replace: Callable[..., None]) -> None:
    """Replace the methods of ``df.write`` and ``df.writeTo``."""
    frame = planning.spark.range(1)
    writer = type(frame.write)
    replace(writer, ("format",), remembering_format)
    replace(writer, METHODS, lambda name, original: _writing(planning, original, name))
    replace(writer, ("save",), lambda _, original: _writing(planning, original, None))
    replace(writer, ("saveAsTable",), lambda _, original: _writing_table(planning, original, None))
    replace(writer, ("insertInto",), lambda _, original: _writing_table(planning, original, "parquet"))
    replace(writer, ("jdbc",), lambda _, _original: _writing_jdbc(planning))
    to_table = type(frame.writeTo("headwater"))
    replace(type(frame), ("writeTo", "mergeInto"), _remembering_table)
    replace(to_table, ("using",), lambda _, original: _using(planning, original))
    replace(to_table, _ACTIONS_OF_TABLES, lambda _, original: _checking_table(planning, original))
    if hasattr(frame, "mergeInto"):  # from Spark 4 on
        merging = importlib.import_module("pyspark.sql.merge").MergeIntoWriter
        replace(merging, ("merge",), lambda _, original: _checking_table(planning, original, merges=True))
    replace(type(planning.spark.catalog), _CREATE_TABLE, lambda _, original: _creating_table(planning, original))


def _writing(planning: Planning, original: Any, format_name: str | None) -> Any:  # noqa: ANN401  (the same)
    def write(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        named = format_name or kwargs.get("format") or (args[1] if len(args) > 1 else None)
        used = str(named or getattr(self, FORMAT, None) or "parquet")
        options = {**options_of(self), **kwargs}
        if used.lower() not in FILE_FORMATS:
            return _skip(planning, self, used, options)
        planning.sources.add_file_systems(*args, *options.values())
        path = kwargs.get("path", args[0] if args else options.get("path"))
        if isinstance(path, str) and original.__name__ not in {"saveAsTable", "insertInto"}:
            planning.sources.wrote(path, self._df.schema)
        return original(self, *args, **kwargs)

    return write


def _writing_table(planning: Planning, original: Any, format_name: str | None) -> Any:  # noqa: ANN401  (the same)
    write = _writing(planning, original, format_name)

    def write_table(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        table = str(args[0] if args else kwargs.get("name", kwargs.get("tableName")))
        provider = kwargs.get("format") or (args[1] if len(args) > 1 and format_name is None else None)
        named = format_name is None and (provider or getattr(self, FORMAT, None))
        if _is_done(planning, self._df, table, named or None):
            return write(self, *args, **kwargs)
        return None

    return write_table


def _remembering_table(_: str, original: Any) -> Any:  # noqa: ANN401  (the same)
    def remember(self: Any, table: str, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        writer = original(self, table, *args, **kwargs)
        setattr(writer, _TABLE, (self, table))
        return writer

    return remember


def _checking_table(planning: Planning, original: Any, *, merges: bool = False) -> Any:  # noqa: ANN401  (the same)
    def write(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        frame, table = getattr(self, _TABLE)
        if _is_done(planning, frame, table, getattr(self, FORMAT, None), merges=merges):
            return original(self, *args, **kwargs)
        return None

    return write


def _is_done(planning: Planning, frame: Any, table: str, provider: str | None, *, merges: bool = False) -> bool:  # noqa: ANN401
    """Return whether a frame may be written into a table; else it is a problem."""
    problem = why_not_write(planning, frame, table, provider, merges=merges)
    if problem:
        planning.report.problem(f"{problem}: a write to {table}{', whose lineage is missing' if merges else ''}")
    return not problem


def _writing_jdbc(planning: Planning) -> Any:  # noqa: ANN401  (the same)
    def write(
        self: Any,  # noqa: ANN401  (the same)
        url: str,
        table: str,
        mode: str | None = None,  # noqa: ARG001  (as PySpark has it)
        properties: dict[str, str] | None = None,
    ) -> None:
        options = {**options_of(self), **(properties or {}), "url": url, "dbtable": table}
        _skip(planning, self, "jdbc", options)

    return write


def _skip(planning: Planning, writer: Any, format_name: str, options: dict[str, Any]) -> None:  # noqa: ANN401
    """Add the event of a write that is not done; a later read of what it writes cannot be planned."""
    texts = {key: str(value) for key, value in options.items() if value is not None}
    try:
        event = event_of_write(writer._df, format_name, texts, planning.session)  # noqa: SLF001  (the writer's frame)
    except Exception as error:  # noqa: BLE001  (Spark's)
        reason = str(getattr(error, "java_exception", error)).strip().partition("\n")[0]
        planning.report.problem(f"the lineage of this write to {format_name} is missing: {reason}")
        return
    planning.add_event(event)
    planning.report.note(f"this write to {format_name} is not done; its lineage is in the events")


def _using(planning: Planning, original: Any) -> Any:  # noqa: ANN401  (PySpark's)
    def use(self: Any, provider: str) -> Any:  # noqa: ANN401  (the same)
        if not given_catalogs(planning):
            _check_format(planning, provider)
        setattr(self, FORMAT, provider)
        return original(self, provider)

    return use


def _creating_table(planning: Planning, original: Any) -> Any:  # noqa: ANN401  (the same)
    def create(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        _check_format(planning, kwargs.get("source", args[2] if len(args) > 2 else None))  # noqa: PLR2004
        name = args[0] if args else kwargs["tableName"]
        if problem := why_not_table(planning, name):
            raise PlanningError(planning.report.problem(problem))
        planning.sources.add_file_systems(*args, *kwargs.values())
        return original(self, *args, **kwargs)

    return create


def _check_format(planning: Planning, name: str | None) -> None:
    if name is not None and name.lower() not in FILE_FORMATS:
        text = f"a table of {name} needs its catalog: give its settings with --conf, and its jar with --jars"
        raise PlanningError(planning.report.problem(text))
