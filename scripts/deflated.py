"""Zip files with the same bytes for the same contents, as small as deflate makes them.

Python's zipfile compresses with zlib, whose best level leaves an agent jar 139 KB larger than libdeflate's.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from pathlib import Path

import deflate

LEVEL = 12  # the smallest: three seconds for an agent jar
VERSION = 20  # of the format: the first with deflate
MADE_BY = (3 << 8) | VERSION  # Unix: names have slashes
UTF_8 = 0x800
DEFLATED = 8
MIDNIGHT, FIRST_DAY = 0, 0x21  # 1980-01-01, the earliest time that a zip file can have


def write(target: Path, entries: Iterable[tuple[str, bytes]]) -> None:
    """A zip file of the entries, name and contents, in this order. It is complete or not there."""
    part = target.with_suffix(".part")
    directory = []
    with part.open("wb") as out:
        for name, contents in entries:
            path, packed = name.encode(), deflate.deflate_compress(contents, LEVEL)
            shared = common(path, contents, len(packed))
            directory.append(
                b"PK\1\2"
                + struct.pack("<H", MADE_BY)
                + shared
                + struct.pack("<HHHLL", 0, 0, 0, 0, out.tell())
                + path
            )
            out.write(b"PK\3\4" + shared + path + packed)
        start = out.tell()
        out.writelines(directory)
        length, count = out.tell() - start, len(directory)
        out.write(b"PK\5\6" + struct.pack("<HHHHLLH", 0, 0, count, count, length, start, 0))
    part.replace(target)


def common(path: bytes, contents: bytes, packed: int) -> bytes:
    """What an entry and its line in the directory both say; struct fails on what the format cannot hold."""
    flags = 0 if path.isascii() else UTF_8
    return struct.pack(
        "<HHHHHLLLHH",
        *(VERSION, flags, DEFLATED, MIDNIGHT, FIRST_DAY),
        *(zlib.crc32(contents), packed, len(contents), len(path), 0),
    )
