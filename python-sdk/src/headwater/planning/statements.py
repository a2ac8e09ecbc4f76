"""Plans the statements of a SQL script one after the other, so that each one sees what those before it made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from headwater._pyspark import message_of
from headwater._sql_text import code_and_texts, short_sql, without_first_comments
from headwater.dry_run import lineage, plan
from headwater.errors import DryRunError
from headwater.planning.filesystems import FileSystems
from headwater.planning.formats import FILE_FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from headwater.dry_run import Session

__all__ = [
    "PlannedStatement",
    "may_be_real",
    "plan_script",
    "set_up",
    "why_not_file_system",
    "why_not_run",
    "why_not_statement",
]

_CHANGES_CATALOG = {"ALTER", "ANALYZE", "CACHE", "COMMENT", "CREATE", "DECLARE", "DROP", "REFRESH"}
_CHANGES_CATALOG |= {"REPLACE", "RESET", "SET", "UNCACHE", "USE"}
_SHOWS = {"DESC", "DESCRIBE", "EXPLAIN", "LIST", "SHOW"}
_SPACE = r"(?:\s|--[^\n]*\n|/\*.*?\*/)"
_FORMAT = re.compile(
    r"\b(?:(?:CREATE|REPLACE)\s+(?:OR|TEMP|TEMPORARY|GLOBAL|EXTERNAL|TABLE|VIEW)|DIRECTORY)\b"
    r"[^;]*?\bUSING\s*`?([\w.]+)",
    re.IGNORECASE,
)
_FILE_SYSTEM_SETTING = re.compile(
    r"\bfs`?\.`?(?:viewfs|AbstractFileSystem|defaultFS|default`?\.`?name|[\w-]+`?\.`?impl)\b(?:`?\.`?[\w-]+)*"
)
_CHANGES_NAMES = re.compile(
    rf"(?:ALTER|ANALYZE|COMMENT{_SPACE}+ON|CREATE|DROP|REPLACE){_SPACE}+"
    r"(?:COLUMN|DATABASE|INDEX|NAMESPACE|SCHEMA|TABLE)\b",
    re.IGNORECASE | re.DOTALL,
)
_CATALOGS = "spark.sql.catalog."
_END = "\n"
_CATALOG_SETTING = re.compile(r"spark\.sql\.catalog\.", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PlannedStatement:
    """A statement with its event, which is ``None`` if Spark cannot plan it, and what is wrong or missing."""

    sql: str
    event: Mapping[str, Any] | None
    problem: str = ""

    @property
    def has_datasets(self) -> bool:
        """Whether the statement reads or writes a dataset."""
        return self.event is not None and bool(self.event["inputs"] or self.event["outputs"])


def plan_script(
    statements: Iterable[str], files: FileSystems, session: Session, *extensions: object
) -> Iterator[PlannedStatement]:
    """Yield the lineage of each statement, then run it if it can reach nothing but temporary files.

    Queries are not run. The session must have been opened with the settings of ``files``.
    """
    for sql in statements:
        files.add_from(sql, session.java)
        if problem := why_not_file_system(sql):
            yield PlannedStatement(sql, None, problem)
            continue
        try:
            planned = plan(sql, session=session)
            event = lineage(planned, *extensions)
            problem = _run(sql, event, session) if planned.is_command else ""
        except DryRunError as error:
            yield PlannedStatement(sql, None, str(error))
            continue
        yield PlannedStatement(sql, event, problem)


def set_up(statements: Iterable[str], files: FileSystems, session: Session) -> Iterator[str]:
    """Run the statements of ``--setup`` as `plan_script` does, and yield the problem of each one that has some."""
    for each in plan_script(statements, files, session):
        if each.problem:
            yield f"--setup: {short_sql(each.sql)}: {each.problem.partition(_END)[0]}"


def _run(sql: str, event: Mapping[str, Any], session: Session) -> str:
    """Run a command; return why it was not run, or not successfully, or an empty text."""
    if problem := why_not_run(sql, event, session):
        return problem
    try:
        session.sql(sql)
    except Exception as error:  # noqa: BLE001  (Spark's, of Python or of Java)
        return f"Spark can't run this on empty tables: {message_of(error)}"
    return ""


def why_not_run(sql: str, event: Mapping[str, Any], session: Session) -> str:
    """Return why a command must not run, even on empty tables: because it would reach a real system; else nothing."""
    if problem := why_not_statement(sql):
        return problem
    outside = [f"{each['namespace']} {each['name']}" for each in event["outputs"] if not FileSystems.holds(each)]
    if outside:
        return f"not run: it writes {', '.join(outside)}, which is not a file; later statements do not see it"
    first = re.match(r"\w*", without_first_comments(sql))
    word = first.group().upper() if first else ""
    if not event["outputs"] and word not in _CHANGES_CATALOG | _SHOWS:
        return f"not run: it is not known what {word} would reach"
    changes = not event["outputs"] and _CHANGES_NAMES.match(without_first_comments(sql))
    if changes and (catalog := _other_catalog(sql, session)):
        return f"not run: {word} would change the catalog {catalog}, which may be a real system"
    return ""


def _other_catalog(sql: str, session: Session) -> str:
    """Return the catalog that a statement names, or else the current one, if it is not known to be made of files."""
    conf, current = session.java.conf(), session.java.sessionState().catalogManager().currentCatalog().name()
    names = (quoted or name for quoted, name in re.findall(r"`([^`]+)`|(\w+)", sql))
    named = [name for name in names if conf.contains(f"{_CATALOGS}{name}")]
    return next((name for name in named or [str(current)] if may_be_real(name, session)), "")


def may_be_real(catalog: str, session: Session) -> bool:
    """Return whether a catalog is one that settings name, and not known to be made of files."""
    key, conf = f"{_CATALOGS}{catalog}", session.java.conf()
    if catalog == "spark_catalog" or not conf.contains(key):
        return False
    return str(conf.get(f"{key}.type", "")).lower() != "hadoop"


def why_not_statement(sql: str) -> str:
    """Return what the text of a statement, which Spark may be unable to analyse, would reach; else nothing."""
    if problem := why_not_file_system(sql):
        return problem
    if _CATALOG_SETTING.search(sql):
        return "not run: it configures a catalog, which would connect to a real system"
    # A quoted text may be a statement that EXECUTE IMMEDIATE runs.
    formats = (found.group(1) for part in code_and_texts(sql) for found in _FORMAT.finditer(part))
    other = next((each for each in formats if each.lower().rpartition(".")[2] not in FILE_FORMATS), None)
    if other is None:
        return ""
    return f"not run: USING {other} would connect to a real system; later statements do not see it"


def why_not_file_system(sql: str) -> str:
    """Return the problem of a statement that chooses a file system, which even its analysis would use; else nothing."""
    found = _FILE_SYSTEM_SETTING.search(sql)
    return f"not run: {found.group().replace('`', '')} may reach a real file system" if found else ""
