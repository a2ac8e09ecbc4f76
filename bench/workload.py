"""TPC-H: eight tables of parquet at a small scale, and the 22 queries as CREATE TABLE AS SELECT."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from demo.inputs import data
from tests.accuracy.oracle import suites

SCALE = "0.001"


@dataclass(frozen=True)
class Workload:
    """Tables by name and folder; statements by the table that they create."""

    tables: dict[str, str]
    statements: dict[str, str]


def tpch() -> Workload:
    """The workload; generates the data if it does not exist."""
    folder = data(Path(sys.executable).parent, SCALE)
    suite = suites.load("tpch")
    return Workload(
        {name: str(folder / name) for name in sorted(suite.tables)},
        {query.created: query.ctas for query in suite.queries},
    )
