"""What a class file declares, and which members of other classes its code names."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

from scripts import constant_pool

INTERFACE = 0x0200
CLASS = 7
MEMBERS = {9: "field", 10: "method", 11: "interface method"}


class Member(NamedTuple):
    """A field, a method, or a method of an interface."""

    kind: str
    owner: str
    name: str
    descriptor: str


@dataclass(frozen=True)
class ClassFile:
    name: str
    is_interface: bool
    parents: tuple[str, ...]
    declared: frozenset[tuple[str, str]]
    classes: frozenset[str]
    members: frozenset[Member]


class _Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def u2(self) -> int:
        self.at += 2
        return int.from_bytes(self.data[self.at - 2 : self.at], "big")

    def skip_attributes(self) -> None:
        for _ in range(self.u2()):
            self.at += 2
            (length,) = struct.unpack_from(">I", self.data, self.at)
            self.at += 4 + length

    def declared(self, text: dict[int, str]) -> set[tuple[str, str]]:
        """Fields or methods."""
        found = set()
        for _ in range(self.u2()):
            self.u2()
            found.add((text[self.u2()], text[self.u2()]))
            self.skip_attributes()
        return found


def read(data: bytes) -> ClassFile:
    pool, end = constant_pool.read(data)
    reader = _Reader(data, end)
    text = {
        n: b.decode("utf-8", "replace") for n, (tag, b) in pool.items() if tag == constant_pool.UTF8
    }
    names = {n: text[int.from_bytes(b, "big")] for n, (tag, b) in pool.items() if tag == CLASS}
    flags, this, parent = reader.u2(), reader.u2(), reader.u2()
    parents = [names[parent]] if parent else []
    parents += [names[reader.u2()] for _ in range(reader.u2())]
    declared = reader.declared(text) | reader.declared(text)
    return ClassFile(
        names[this],
        bool(flags & INTERFACE),
        tuple(parents),
        frozenset(declared),
        frozenset(_element(name) for name in names.values()),
        frozenset(_members(pool, text, names)),
    )


def _members(
    pool: dict[int, tuple[int, bytes]], text: dict[int, str], names: dict[int, str]
) -> set[Member]:
    found = set()
    for tag, entry in pool.values():
        if tag in MEMBERS:
            owner, both = struct.unpack(">HH", entry)
            name, descriptor = struct.unpack(">HH", pool[both][1])
            found.add(Member(MEMBERS[tag], names[owner], text[name], text[descriptor]))
    return found


def _element(name: str) -> str:
    """The class of the elements of an array, or the class itself."""
    return name.lstrip("[").removeprefix("L").removesuffix(";") if name.startswith("[") else name
