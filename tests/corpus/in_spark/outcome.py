"""The outcome of a statement as text that two processes can compare: its schema and rows, or its error."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

# Ids of expressions, plans and objects, the time at which a table was created, and which task of which stage has failed.
CHANGING = re.compile(
    r"(?<=#)\d+|(?<=plan_id=)\d+|(?<=\$\$Lambda)[$/\w]+|(?<=@)[0-9a-f]{4,}|(?<=calling o)\d+"
    r"|Job aborted due to stage failure: .*?executor driver\)"
    r"|\w{3} \w{3} \d\d \d\d:\d\d:\d\d UTC \d{4}"
)
STACK = re.compile(r"\n\s*(at |JVM stacktrace)")
# Types whose values PySpark cannot read; the query casts them to text.
UNREADABLE = re.compile(r"\b(interval|void|time|variant|geometry|geography)\b")
KEPT_ROWS = 3


def of(run: Callable[[], Any], folder: Path | None = None) -> dict[str, Any]:
    """The outcome of a call: what it returns, or its error."""
    try:
        return run() or {}
    except Exception as error:
        text = normalised(STACK.split(str(error))[0], folder)
        condition = getattr(error, "getErrorClass", lambda: None)()
        return {"error": [type(error).__name__, condition, text[:400]]}


def rows(frame: Any, folder: Path) -> dict[str, Any]:  # noqa: ANN401 - PySpark is untyped here
    """The schema and the rows of a query, in any order; the rows as a hash and the first of them."""
    schema = frame._jdf.schema().catalogString()
    made = sorted(normalised(repr(row), folder) for row in readable(frame, schema).collect())
    text = "\n".join(made)
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return {"schema": schema, "rows": len(made), "digest": digest, "first": made[:KEPT_ROWS]}


def readable(frame: Any, schema: str) -> Any:  # noqa: ANN401
    """The frame, with text instead of types that PySpark cannot read or parquet cannot store."""
    if not UNREADABLE.search(schema):
        return frame
    names = [f"c{n}" for n in range(frame._jdf.schema().length())]
    jvm = frame._jdf.toDF(frame.sparkSession._jvm.PythonUtils.toSeq(names))
    return type(frame)(jvm, frame.sparkSession).selectExpr(*(f"CAST({n} AS STRING)" for n in names))


def normalised(text: str, folder: Path | None) -> str:
    """The text without what is new in every process: ids, times and the folder of the process."""
    return CHANGING.sub("x", text.replace(str(folder), "<folder>") if folder else text)
