"""The tables that Spark's suite gives to every file."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

UNIQUE = (
    "unique1 INT, unique2 INT, two INT, four INT, ten INT, twenty INT, hundred INT, thousand INT"
)
TENK = f"{UNIQUE}, twothousand INT, fivethous INT, tenthous INT, odd INT, even INT, stringu1 STRING, stringu2 STRING, string4 STRING"
# From the files of Spark's test jar.
FILES = {
    "onek": ("onek.data", TENK),
    "tenk1": ("tenk.data", TENK),
    "aggtest": ("agg.data", "a INT, b FLOAT"),
}
SALES = "(2015, '1Q', 1), (2015, '2Q', 4), (2015, '3Q', 2), (2015, '4Q', 2), (2016, '1Q', 10), (2016, '2Q', 7), (2016, '3Q', 2), (2016, '4Q', 5)"
QUERIES = {
    "testdata": "SELECT CAST(id AS INT) AS key, CAST(id AS STRING) AS value FROM range(1, 101)",
    "arraydata": "SELECT array(n, n + 1, n + 2) AS arraycol, array(array(n, n + 1, n + 2)) AS nestedarraycol FROM VALUES (1), (2) AS v(n)",
    "mapdata": "SELECT map_from_entries(transform(sequence(1, n), i -> struct(i, concat(chr(96 + i), 6 - n)))) AS mapcol FROM VALUES (5), (4), (3), (2), (1) AS v(n)",
    "salesdata": f"SELECT * FROM VALUES {SALES} AS v(year, quarter, sales)",
}


def reset(session: Any, folder: Path) -> None:  # noqa: ANN401 - PySpark is untyped here
    """Empty the catalog, and the warehouse below it."""
    session._jsparkSession.sessionState().catalog().reset()
    shutil.rmtree(folder / "warehouse", ignore_errors=True)


def create(session: Any, data: Path, file: dict[str, Any]) -> None:  # noqa: ANN401
    """Create the tables that a file mentions, over files that all processes read."""
    text = "\n".join(statement["sql"] for statement in file["statements"]).lower()
    for name in [*FILES, *QUERIES]:
        if re.search(rf"\b{name}\b", text):
            path = data / "tables" / name
            if not path.exists():
                store(frame(session, data, name), path)
            session.sql(f"CREATE TABLE {name} USING parquet LOCATION '{path}'")


def store(rows: Any, path: Path) -> None:  # noqa: ANN401
    """Write a table for all processes: the first one that has written it puts it in its place as a whole."""
    own = path.with_name(f"{path.name}-{os.getpid()}")
    rows.coalesce(1).write.parquet(str(own))
    try:
        own.rename(path)
    except OSError:  # another process has been faster
        shutil.rmtree(own)


def frame(session: Any, data: Path, name: str) -> Any:  # noqa: ANN401
    if name in QUERIES:
        return session.sql(QUERIES[name])
    file, schema = FILES[name]
    return session.read.schema(schema).option("sep", "\t").csv(str(data / file))
