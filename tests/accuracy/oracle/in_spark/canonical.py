"""A canonical text for each value, independent of the engine; the pytest process imports it, too."""

from __future__ import annotations

import datetime as dt
import decimal
import math
from typing import Any


def text(value: Any) -> str:
    """The value as text; numbers have nine significant digits, so that 1, 1.0 and Decimal('1.00') are equal."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int() | decimal.Decimal() | float():
            return _number(float(value))
        case dt.datetime():
            return value.replace(tzinfo=None).isoformat(" ").removesuffix(" 00:00:00")
        case dt.date() | str():
            return str(value)
        case bytes() | bytearray():
            return value.hex()
        case _:
            return _nested(value)


def _number(value: float) -> str:
    return f"{value + 0.0:.9g}" if math.isfinite(value) else str(value)


def _nested(value: Any) -> str:
    if hasattr(value, "asDict"):
        value = value.asDict()
    if isinstance(value, dict):
        return "{" + ",".join(sorted(f"{text(k)}:{text(v)}" for k, v in value.items())) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(text, value)) + "]"
    return str(value)


def columns(rows: list[Any], width: int) -> list[list[str]]:
    """The multiset of values of each column, as a sorted list."""
    return [sorted(text(row[at]) for row in rows) for at in range(width)]
