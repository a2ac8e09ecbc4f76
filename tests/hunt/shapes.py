"""The types of the hunt: their names in the grammar, their SQL, and their parts as the agent names them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

ELEMENT, KEY, VALUE = "_element", "key", "value"


@dataclass(frozen=True)
class Shape:
    """A type. `parts` has the named parts of a nested type: fields, the element of an array, key and value of a map."""

    sql: str
    parts: tuple[tuple[str, Shape], ...] = ()

    @property
    def kind(self) -> str:
        """`array`, `map`, `struct`, or the name of a plain type."""
        return self.sql.partition("<")[0].partition("(")[0]


def struct(**fields: Shape) -> Shape:
    inside = ",".join(f"{name}:{shape.sql}" for name, shape in fields.items())
    return Shape(f"struct<{inside}>", tuple(fields.items()))


def array(element: Shape) -> Shape:
    return Shape(f"array<{element.sql}>", ((ELEMENT, element),))


def map_of(key: Shape, value: Shape) -> Shape:
    return Shape(f"map<{key.sql},{value.sql}>", ((KEY, key), (VALUE, value)))


INT, STRING, DATE = Shape("int"), Shape("string"), Shape("date")
PAIR = struct(a=INT, b=STRING)

# By the names that the templates of the grammar use: {int}, {items} and so on.
SHAPES = {
    "int": INT,
    "dec": Shape("decimal(12,2)"),
    "dbl": Shape("double"),
    "str": STRING,
    "bool": Shape("boolean"),
    "date": DATE,
    "ts": Shape("timestamp"),
    "ints": array(INT),
    "strs": array(STRING),
    "pair": PAIR,
    "nest": struct(s=PAIR, d=DATE),
    "items": array(PAIR),
    "map": map_of(STRING, INT),
    "pairs": map_of(INT, PAIR),
    "variant": Shape("variant"),
}


def names(path: str, claim: str) -> bool:
    """Whether a claim of a path names another path: it is the same, or a part of it."""
    return path == claim or path.startswith(f"{claim}.")


def unnamed(shape: Shape, path: str, claims: frozenset[str]) -> Iterator[str]:
    """The largest parts below `path` that no claim names."""
    if any(names(path, claim) for claim in claims):
        return
    if not any(names(claim, path) for claim in claims):
        yield path
        return
    for name, part in shape.parts:
        yield from unnamed(part, f"{path}.{name}", claims)
