"""Which classes of a jar's private libraries nothing in the jar names.

A class is reached if a reached class, or a service file, names it in any constant: as a type, in a descriptor or a
generic type, or as a text, with which `Class.forName` would find it. A library whose names are private to the jar can
be named by nothing else. So what is not reached can go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from scripts import constant_pool

SUFFIX = ".class"
SERVICES = "META-INF/services/"
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
    texts: list[bytes] = []
    if entry.endswith(SUFFIX):
        pool, _ = constant_pool.read(contents)
        texts = [text for tag, text in pool.values() if tag == constant_pool.UTF8]
    elif entry.startswith(SERVICES):
        texts = [contents]
    for text in (each.decode(errors="replace") for each in texts):
        for name in NAME.findall(text):
            path = name.replace(".", "/")
            yield path
            yield path[path.find("L") + 1 :]  # of a descriptor: `ILcom/acme/A;`
