"""Which classes of a jar's private libraries nothing in the jar names.

A class is reached if a reached class, or a service file, names it in any constant: as a type, in a descriptor or a
generic type, or as a text, with which `Class.forName` would find it. A library whose names are private to the jar can
be named by nothing else. So what is not reached can go.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping

SUFFIX = ".class"
SERVICES = "META-INF/services/"
TEXT, LONG, DOUBLE = 1, 5, 6
# Bytes of a constant without its tag, by tag (chapter 4.4 of the JVM's specification).
SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4}
SIZES |= {19: 2, 20: 2}
NAME = re.compile(r"[\w$/.-]+")


def unreached(entries: Mapping[str, bytes], private: tuple[str, ...]) -> set[str]:
    """Entries below the `private` paths that nothing else in the jar reaches."""
    classes = {name.removesuffix(SUFFIX) for name in entries if name.endswith(SUFFIX)}
    waiting = [name for name in entries if not name.startswith(private)]
    seen = set(waiting)
    while waiting:
        name = waiting.pop()
        found = {c + SUFFIX for c in named(name, entries[name]) if c in classes} - seen
        seen |= found
        waiting += found
    return {name for name in entries if name.endswith(SUFFIX)} - seen


def named(entry: str, contents: bytes) -> Iterator[str]:
    """All that may be the path of a class in a class file or a service file."""
    if entry.endswith(SUFFIX):
        texts = constants(contents)
    else:
        texts = iter([contents.decode()] if entry.startswith(SERVICES) else [])
    for text in texts:
        for name in NAME.findall(text):
            path = name.replace(".", "/")
            yield path
            yield path[path.find("L") + 1 :]  # of a descriptor: `ILcom/acme/A;`


def constants(code: bytes) -> Iterator[str]:
    """The texts of a class file's constants."""
    (count,) = struct.unpack_from(">H", code, 8)
    at, index = 10, 1
    while index < count:
        tag = code[at]
        if tag == TEXT:
            (length,) = struct.unpack_from(">H", code, at + 1)
            yield code[at + 3 : at + 3 + length].decode(errors="replace")
            at += 3 + length
        else:
            at += 1 + SIZES[tag]
        index += 2 if tag in (LONG, DOUBLE) else 1
