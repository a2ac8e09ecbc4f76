"""What every package of extensions can test: the host can load its extensions, and they fail on no ordinary query."""

from __future__ import annotations

import importlib
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from headwater.dry_run import capture_events, current_session
from headwater.errors import ExtensionError
from headwater.extensions._hooks import hooks_of, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from headwater.dry_run import Session

__all__ = ["STATEMENTS", "check", "problems"]

_DATABASE = "headwater_conformance"
STATEMENTS = (
    "CREATE TABLE {db}.orders (id INT, person INT, amount DOUBLE, tags ARRAY<STRING>, day DATE) USING parquet",
    "INSERT INTO {db}.orders VALUES (1, 1, 2.5, array('a'), DATE'2026-01-01'), (2, NULL, NULL, NULL, NULL)",
    "CREATE TABLE {db}.people USING json AS SELECT 1 AS id, 'Ann' AS name",
    "CREATE VIEW {db}.named AS SELECT o.id, p.name FROM {db}.orders o LEFT JOIN {db}.people p ON o.person = p.id",
    """CREATE TABLE {db}.sums USING parquet AS
        SELECT name, sum(o.amount) AS total, count(*) AS n FROM {db}.orders o JOIN {db}.named USING (id)
        WHERE o.id > 0 GROUP BY name HAVING count(*) > 0 ORDER BY total LIMIT 3""",
    "INSERT OVERWRITE {db}.people SELECT id, tag FROM {db}.orders LATERAL VIEW explode(tags) t AS tag",
    """CREATE TABLE {db}.ranked USING parquet PARTITIONED BY (day) AS
        SELECT id, amount - avg(amount) OVER (PARTITION BY person ORDER BY day) AS over, day
        FROM {db}.orders WHERE id IN (SELECT id FROM {db}.people) OR amount IS NULL""",
    """CREATE TABLE {db}.both USING parquet AS WITH c AS (SELECT id FROM {db}.orders)
        SELECT * FROM c UNION ALL SELECT DISTINCT id FROM {db}.people EXCEPT SELECT 7 AS id""",
    "ALTER TABLE {db}.people ADD COLUMNS (born DATE)",
    "DROP TABLE {db}.both",
)
"""The statements that are executed; ``{db}`` is a database for them."""


def check(*extensions: object, statements: Sequence[str] = STATEMENTS) -> None:
    """Fail with a list of all problems of these extensions; see `problems`.

    ::

        def test_the_package_conforms(headwater_session):
            conformance.check(acme.lineage.AcmeVisitor, acme.lineage.CostCenter)
    """
    found = problems(*extensions, statements=statements)
    assert not found, "\n".join(found)  # noqa: S101  (a test fails by it)


def problems(*extensions: object, statements: Sequence[str] = STATEMENTS) -> list[str]:
    """Return the problems of extensions, each as one line; no line if they conform.

    An extension must be one, the host must find it by its ``module:name``, and it must not fail when the statements are
    executed in the current session. ``statements`` may be your own, with the nodes that you know: ``{db}`` in them is
    the name of a new database.
    """
    found = [problem for each in extensions for problem in _loading(each)]
    return found or list(dict.fromkeys(_failures(current_session(), extensions, statements)))


def _loading(extension: object) -> Iterator[str]:
    """Yield why the host could not load an extension."""
    name = name_of(extension)
    try:
        hooks_of(extension)
    except ExtensionError as error:
        yield str(error)
        return
    module, _, path = name.partition(":")
    try:
        loaded: Any = attrgetter(path)(importlib.import_module(module))
    except (ImportError, AttributeError) as error:
        yield f"{name}: the host can't import it: {error}; define it at the top level of a module"
        return
    if loaded is not extension and not isinstance(extension, loaded if isinstance(loaded, type) else type(loaded)):
        yield f"{name}: the host would load {loaded!r:.60} by this name, which is another object"


def _failures(session: Session, extensions: Sequence[object], statements: Sequence[str]) -> Iterator[str]:
    session.sql(f"CREATE DATABASE {_DATABASE}")
    try:
        with capture_events(*extensions) as events:
            for statement in statements:
                session.sql(statement.replace("{db}", _DATABASE))
    finally:
        session.sql(f"DROP DATABASE {_DATABASE} CASCADE")
    for event in events:
        text = event["job"]["facets"].get("sql", {}).get("query", event["job"]["name"])
        for error in event["run"]["facets"].get("headwater_extensionErrors", {}).get("errors", ()):
            yield f"{error['extension']}: {error['stage']}: {error['message']}; in: {text}"
