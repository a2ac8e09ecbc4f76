"""Draws values of a shape, changes chosen parts of them, and writes them as JSON for Spark.

A plain value is its SQL literal, a struct a dictionary, an array a list, a map a list of pairs, and null is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.hunt.shapes import KEY, VALUE, Shape

# By kind: the SQL of each value, and how it is written in JSON.
POOLS: dict[str, dict[str, object]] = {
    "int": {str(n): n for n in (0, 1, 2, 3, 4, 7, -1)},
    "decimal": {
        f"CAST('{n}' AS DECIMAL(12,2))": n for n in ("0.50", "1.00", "2.25", "3.00", "10.10")
    },
    "double": {f"{n}D": n for n in (0.5, 1.0, 2.0, -1.5, 4.0)},
    "string": {f"'{s}'": s for s in ("a", "b", "ab", "B c", "12", "2020-01-03")},
    "boolean": {"true": True, "false": False},
    "date": {
        f"DATE'{d}'": d
        for d in ("2020-01-01", "2020-01-03", "2020-02-29", "2021-12-31", "2021-06-30")
    },
    "timestamp": {
        f"TIMESTAMP'{t}'": t.replace(" ", "T")
        for t in ("2020-01-01 00:00:00", "2020-01-03 10:30:00", "2021-06-30 23:59:59")
    },
    "variant": {
        f"parse_json('{text}')": text
        for text in ('{"a":1,"b":"x"}', '{"a":2,"c":[1,2]}', '{"b":"y"}', "3")
    },
}
PLAIN = {kind: tuple(pool) for kind, pool in POOLS.items()}
NULLS = 0.12
MODES = ("all", "some", "null")


def draw(shape: Shape, rng: Random, *, nullable: bool = True) -> Any:
    """A value of the shape."""
    if nullable and rng.random() < NULLS:
        return None
    match shape.kind:
        case "struct":
            return {name: draw(part, rng) for name, part in shape.parts}
        case "array":
            return [draw(shape.parts[0][1], rng) for _ in range(rng.randint(0, 3))]
        case "map":
            return [
                (key, draw(shape.parts[1][1], rng)) for key in keys(shape, rng, rng.randint(0, 3))
            ]
        case kind:
            return rng.choice(PLAIN[kind])


def keys(shape: Shape, rng: Random, count: int) -> list[Any]:
    """Different keys of a map."""
    return rng.sample(PLAIN[shape.parts[0][1].kind][:5], count)


def changed(shape: Shape, value: Any, path: str, rngs: Mapping[str, Random], mode: str) -> Any:
    """The value with new values in the parts that have a generator of their own; all else is the same.

    A part is a path like `items._element.a`. Inside an array or a map it changes without the number of elements.
    """
    if path in rngs:
        if mode == "some" and rngs[path].random() < 0.6:
            return value
        return None if mode == "null" else draw(shape, rngs[path])
    if value is None or not any(part.startswith(f"{path}.") for part in rngs):
        return value
    if shape.kind == "struct":
        return {
            name: changed(part, value[name], f"{path}.{name}", rngs, mode)
            for name, part in shape.parts
        }
    if shape.kind == "array":
        name, part = shape.parts[0]
        return [changed(part, element, f"{path}.{name}", rngs, mode) for element in value]
    return changed_map(shape, value, path, rngs, mode)


def changed_map(shape: Shape, value: Any, path: str, rngs: Mapping[str, Random], mode: str) -> Any:
    """A map with other keys, or other values for the same keys; a key is never null."""
    old = [key for key, _ in value]
    of_keys = rngs.get(f"{path}.{KEY}")
    new = keys(shape, of_keys, len(value)) if of_keys else old
    inside = shape.parts[1][1]
    return [
        (key, changed(inside, entry, f"{path}.{VALUE}", rngs, mode))
        for key, (_, entry) in zip(new, value, strict=True)
    ]


def as_json(shape: Shape, value: Any) -> Any:
    """The value in JSON, as `json_type` reads it."""
    if value is None:
        return None
    match shape.kind:
        case "struct":
            return {name: as_json(part, value[name]) for name, part in shape.parts}
        case "array":
            return [as_json(shape.parts[0][1], element) for element in value]
        case "map":
            (_, key), (_, entry) = shape.parts
            return [{"key": as_json(key, k), "value": as_json(entry, v)} for k, v in value]
        case kind:
            return POOLS[kind][value]


def json_type(shape: Shape) -> str:
    """The type of a column in JSON: a map is its entries, because its keys may be numbers, a variant its text."""
    match shape.kind:
        case "map":
            (_, key), (_, entry) = shape.parts
            return f"array<struct<key:{key.sql},value:{entry.sql}>>"
        case "variant":
            return "string"
        case _:
            return shape.sql


def from_json_type(shape: Shape, column: str) -> str:
    """The column in SQL, from its `json_type`."""
    match shape.kind:
        case "map":
            return f"map_from_entries({column}) AS {column}"
        case "variant":
            return f"parse_json({column}) AS {column}"
        case _:
            return column
