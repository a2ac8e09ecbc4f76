"""Writes a query in one of three ways."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.corpus.in_spark.outcome import UNREADABLE

SCHEMA = "spark_catalog.default"  # a statement that follows may drop the current one
WAYS = ("ctas", "frame", "directory")
NAME = re.compile(r"[A-Za-z_]\w*")


def is_query(frame: Any) -> bool:  # noqa: ANN401 - PySpark is untyped here
    """Whether the frame is a query: a command has been executed, and its frame holds the result."""
    plan = frame._jdf.queryExecution().commandExecuted()
    return str(plan.getClass().getSimpleName()) != "CommandResult"


def write(session: Any, way: str, statement: dict[str, Any], frame: Any, folder: Path) -> None:  # noqa: ANN401
    """Write the query of a statement to the table or folder of the statement's name."""
    name = statement["name"]
    path = folder / name
    before, after = around(frame)
    text = f"{before}{statement['sql']}{after}"
    if way == "frame":
        session.sql(text).write.parquet(str(path))
    elif way == "ctas":
        session.sql(f"CREATE TABLE {SCHEMA}.{name} USING parquet AS\n{text}")
    else:
        session.sql(f"INSERT OVERWRITE DIRECTORY '{path}' USING parquet\n{text}")


def around(frame: Any) -> tuple[str, str]:  # noqa: ANN401
    """The text before and after a query, if its columns need names, or casts because parquet cannot store them."""
    fields = [frame._jdf.schema().apply(n) for n in range(frame._jdf.schema().length())]
    names = [field.name() for field in fields]
    types = [field.dataType().catalogString() for field in fields]
    unwritable = [bool(UNREADABLE.search(t)) and t != "variant" for t in types]
    single = len({n.lower() for n in names}) == len(names) and all(map(NAME.fullmatch, names))
    if single and not any(unwritable):
        return "", ""
    new = [f"c{n}" for n in range(len(names))]
    items = [f"CAST({n} AS STRING) AS {n}" if u else n for n, u in zip(new, unwritable)]  # noqa: B905
    return f"SELECT {', '.join(items)} FROM (\n", f"\n) AS renamed({', '.join(new)})"
