"""Draws DuckDB literals by type and pool from a seeded generator."""

from __future__ import annotations

import datetime as dt
import decimal
from typing import TYPE_CHECKING

from .schema import split_top

if TYPE_CHECKING:
    from random import Random

WORDS = ("AA", "BB", "CC", "DD", "10133", "Ann", "x y")
DAYS = tuple(dt.date(1995, 1, 1) + dt.timedelta(days=97 * n) for n in range(12))
JSON = tuple(f'{{"a":{n},"b":{{"c":"{w}"}},"l":[{n},{n + 1}]}}' for n, w in enumerate(WORDS[:4]))
NULL = "NULL"


def value(rng: Random, kind: str, pool: list[object], top: int) -> str:
    """A literal of the type `kind`: from `pool` if it is not empty, otherwise a small value."""
    fitting = [v for v in pool if _fits(v, kind)]
    if fitting and rng.random() < 0.85:
        return literal(_to(kind, rng.choice(fitting)))
    match kind.partition("<")[0].partition("(")[0]:
        case "int" | "bigint" | "smallint" | "tinyint":
            return str(rng.randint(1, top))
        case "double" | "float" | "decimal":
            return f"{rng.randint(1, 40) * 2.5}"
        case "date":
            return literal(rng.choice(DAYS))
        case "boolean":
            return rng.choice(("true", "false"))
        case "timestamp":
            return literal(f"{rng.choice(DAYS)} {rng.randint(0, 23):02d}:15:00")
        case "string":
            return literal(rng.choice(WORDS))
        case "array":
            items = [value(rng, kind[6:-1], [], top) for _ in range(rng.randint(1, 3))]
            return f"[{', '.join(items)}]"
        case "map":
            key, _ = split_top(kind[4:-1])
            keys = rng.sample(("'k1'", "'k2'", "'k3'"), rng.randint(1, 3))
            if key != "string":
                raise ValueError(f"map key {key}")
            return f"MAP {{{', '.join(f'{k}: {rng.randint(1, top)}' for k in sorted(keys))}}}"
        case "struct":
            return _struct(rng, kind[7:-1], top)
    raise ValueError(f"no values for the type {kind}")


def _struct(rng: Random, inside: str, top: int) -> str:
    fields = [part.partition(":") for part in split_top(inside)]
    return "{" + ", ".join(f"'{n}': {value(rng, k, [], top)}" for n, _, k in fields) + "}"


def literal(plain: object) -> str:
    """A Python value as a SQL literal."""
    if plain is None:
        return NULL
    if isinstance(plain, (bool, int, float, decimal.Decimal)):
        return str(plain).lower()
    return "'" + str(plain).replace("'", "''") + "'"


def _fits(plain: object, kind: str) -> bool:
    if kind == "date":
        return isinstance(plain, dt.date)
    if kind == "string":
        return isinstance(plain, (str, int)) and not isinstance(plain, bool)
    number = kind.startswith(("int", "bigint", "double", "decimal", "float"))
    return number and not isinstance(plain, (str, dt.date, bool))


def _to(kind: str, plain: object) -> object:
    if kind in ("int", "bigint"):
        return round(float(str(plain)))
    return str(plain) if kind == "string" else plain
