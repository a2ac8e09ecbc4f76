"""Puts temporary views over literals into parquet files, so that queries have something to read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

VIEW = re.compile(
    r"\s*CREATE\s+(?:OR\s+REPLACE\s+)?TEMP(?:ORARY)?\s+VIEW\s+(?:IF\s+NOT\s+EXISTS\s+)?`?(\w+)`?",
    re.IGNORECASE,
)
LITERAL = ("LocalRelation", "OneRowRelation", "ResolvedInlineTable", "Range")


def to_parquet(session: Any, sql: str, folder: Path) -> None:  # noqa: ANN401 - PySpark is untyped here
    """Replace the view that the statement has created by one over files, if it reads nothing and files can hold it."""
    created = VIEW.match(sql)
    if not created:
        return
    name = created.group(1)
    try:
        frame = session.table(name)
        if not reads_nothing(frame):
            return
        path = free(folder, name.lower())
        frame.write.parquet(str(path))
        session.read.schema(frame.schema).parquet(str(path)).createOrReplaceTempView(name)
    except Exception as error:
        print(f"{name} stays a view over literals: {str(error).splitlines()[0][:120]}", flush=True)


def reads_nothing(frame: Any) -> bool:  # noqa: ANN401
    leaves = frame._jdf.queryExecution().analyzed().collectLeaves()
    names = [leaves.apply(n).getClass().getSimpleName() for n in range(leaves.size())]
    return all(name in LITERAL for name in names)


def free(folder: Path, name: str) -> Path:
    """A path that ends in the name of the view and is not there: a file may replace its view."""
    at = 0
    while (path := folder / str(at) / name).exists():
        at += 1
    return path
