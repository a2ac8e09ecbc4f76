"""Writes a query in one of three ways."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.corpus.in_spark.outcome import UNREADABLE

WAYS = ("ctas", "frame", "directory")
NAME = re.compile(r"[A-Za-z_]\w*")


def is_query(frame: Any) -> bool:  # noqa: ANN401 - PySpark is untyped here
    """Whether the frame is a query: a command has been executed, and its frame holds the result."""
    plan = frame._jdf.queryExecution().commandExecuted()
    return str(plan.getClass().getSimpleName()) != "CommandResult"


def write(session: Any, way: str, statement: dict[str, Any], frame: Any, folder: Path) -> None:  # noqa: ANN401
    """Write the query of a statement to the table or folder of the statement's name."""
    name, sql = statement["name"], statement["sql"]
    path = folder / name
    changed = selection(frame)
    if way == "frame":
        made = (
            session.sql(sql) if changed is None else session.sql(f"{changed[0]}{sql}{changed[1]}")
        )
        made.write.parquet(str(path))
        return
    text = sql if changed is None else f"{changed[0]}{sql}{changed[1]}"
    target = f"INSERT OVERWRITE DIRECTORY '{path}' USING parquet"
    session.sql(
        f"CREATE TABLE {name} USING parquet AS\n{text}" if way == "ctas" else f"{target}\n{text}"
    )


def selection(frame: Any) -> tuple[str, str] | None:  # noqa: ANN401
    """The text around a query that names its columns, and casts what parquet cannot store; nothing if it can stay."""
    fields = [frame._jdf.schema().apply(n) for n in range(frame._jdf.schema().length())]
    names = [field.name() for field in fields]
    types = [field.dataType().catalogString() for field in fields]
    unwritable = [bool(UNREADABLE.search(t)) and t != "variant" for t in types]
    single = len({n.lower() for n in names}) == len(names) and all(map(NAME.fullmatch, names))
    if single and not any(unwritable):
        return None
    new = [f"c{n}" for n in range(len(names))]
    items = [f"CAST({n} AS STRING) AS {n}" if u else n for n, u in zip(new, unwritable)]  # noqa: B905
    return f"SELECT {', '.join(items)} FROM (\n", f"\n) AS renamed({', '.join(new)})"
