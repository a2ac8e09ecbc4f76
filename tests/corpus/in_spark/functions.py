"""Functions in Python in place of those that Spark's suite registers in Scala and Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyspark.sql.functions import udtf


def register(session: Any) -> None:  # noqa: ANN401 - PySpark is untyped here
    """Register `udf`, `udtf` and the predicates of the PostgreSQL files.

    The workers cannot import this module, so the functions are local: PySpark sends local functions as a whole.
    """

    class Rows:
        """A table function with up to two rows."""

        def eval(self, a: int, b: int) -> Iterator[tuple[int, int]]:
            if a > 0:
                yield a, a - b
            if b > 0:
                yield b, b - a

    session.udf.register("udf", lambda value: None if value is None else str(value), "string")
    session.udf.register("boolne", lambda a, b: a != b, "boolean")
    session.udf.register("booleq", lambda a, b: a == b, "boolean")
    session.udf.register("vol", lambda text: text, "string")
    session.udtf.register("udtf", udtf(Rows, returnType="x: int, y: int"))
