"""Keeps a planned program from changing a catalog of ``--conf`` that does not keep its tables in files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from headwater.dry_run import lineage, plan
from headwater.errors import DryRunError
from headwater.planning.statements import may_be_real, why_not_run

if TYPE_CHECKING:
    from headwater.planning.planning import Planning

__all__ = ["given_catalogs", "why_not_table", "why_not_unplanned_command", "why_not_write"]

_VIEW = "headwater_planned_write"
_COMMAND = re.compile(
    r"\b(?:ALTER|ANALYZE|CALL|COMMENT|COPY|CREATE|DELETE|DROP|EXECUTE|INSERT|LOAD|MERGE|OPTIMIZE|REPLACE|RESTORE|"
    r"TRUNCATE|UPDATE|VACUUM)\b",
    re.IGNORECASE,
)


def given_catalogs(planning: Planning) -> list[str]:
    """Return the names of the catalogs that the command line configures."""
    keys = (key.split(".") for key in planning.given_settings if key.startswith("spark.sql.catalog."))
    return list(dict.fromkeys(key[3] for key in keys if len(key) == 4))  # noqa: PLR2004  (spark.sql.catalog.NAME)


def why_not_unplanned_command(planning: Planning, text: str) -> str:
    """Return why a text must not run that cannot be planned: it may change a catalog; else nothing."""
    found = _COMMAND.search(text)
    if found is None or not given_catalogs(planning):
        return ""
    names = ", ".join(given_catalogs(planning))
    return f"not run: it is not known what {found.group().upper()} would reach in the catalogs of --conf, {names}"


def why_not_table(planning: Planning, table: str) -> str:
    """Return why a table must not be made: because it would be in a catalog of ``--conf``; else nothing."""
    catalog = _catalog_of(planning, table)
    if not may_be_real(catalog, planning.session):
        return ""
    return f"not run: {table} would be in the catalog {catalog}, which may be a real system"


def why_not_write(
    planning: Planning,
    frame: Any,  # noqa: ANN401  (PySpark's)
    table: str,
    provider: str | None,
    *,
    merges: bool = False,
) -> str:
    """Return why a frame must not be written into a table: because it is not in a file; else nothing.

    The event of such a write is added, if it only adds rows. It is that of the statement that does the same, which
    Spark only analyses.
    """
    if _catalog_of(planning, table) not in given_catalogs(planning):
        return ""
    frame.createOrReplaceTempView(_VIEW)
    try:
        text = _statement(planning, frame, table, provider)
        event = lineage(text, session=planning.session)
    except DryRunError as error:
        return f"not run: it is not known what {table} is: {str(error).partition(chr(10))[0]}"
    finally:
        planning.spark.catalog.dropTempView(_VIEW)
    problem = why_not_run(text, event, planning.session)
    if problem and not merges:
        event["job"]["facets"].pop("sql", None)
        planning.add_event(event)
    return problem


def _statement(planning: Planning, frame: Any, table: str, provider: str | None) -> str:  # noqa: ANN401  (PySpark's)
    columns = _columns(planning, table)
    if columns is None:
        using = f" USING {provider}" if provider else ""
        return f"CREATE TABLE {table}{using} AS SELECT * FROM {_VIEW}"  # noqa: S608  (the program's own name)
    names = {name.casefold(): f"`{name.replace('`', '``')}`" for name in frame.columns}
    by_name = [names[column.casefold()] for column in columns if column.casefold() in names]
    chosen = ", ".join(by_name) if len(by_name) == len(columns) else "*"
    return f"INSERT INTO {table} SELECT {chosen} FROM {_VIEW}"  # noqa: S608  (the same)


def _columns(planning: Planning, table: str) -> list[str] | None:
    """Return the columns of a table, or ``None`` if there is none of this name."""
    if not planning.spark.catalog.tableExists(table):
        return None
    schema = plan(f"SELECT * FROM {table}", session=planning.session).query.analyzed().schema()  # noqa: S608
    return [str(name) for name in schema.fieldNames()]


def _catalog_of(planning: Planning, table: str) -> str:
    """Return the catalog of a table's name, as Spark reads it: the first part, or else the current one."""
    state = planning.session.java.sessionState()
    parts = state.sqlParser().parseMultipartIdentifier(table)
    manager = state.catalogManager()
    if parts.size() > 1 and manager.isCatalogRegistered(parts.apply(0)):
        return str(parts.apply(0))
    return str(manager.currentCatalog().name())
