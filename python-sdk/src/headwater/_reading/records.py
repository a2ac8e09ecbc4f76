"""Reads the events in a segment of the agent's spool, delivered or not; ``headwater._records`` has the format."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from headwater._reading.text import JsonError, parse_json
from headwater._reading.values import MAX_BYTES, Value
from headwater._records import IN_HEADER, scan

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["read_records"]


def read_records(file: BinaryIO) -> Iterator[Value]:
    """Yield the events of a segment, without its header, and an error for each record that is damaged or no JSON."""
    line = 0
    while text := file.readline(MAX_BYTES):
        line += 1
        found = next(scan(text), None)
        if found is None:
            yield Value(line, error="the record is damaged, cut off or larger than 64 MB")
            _skip_line(file, text)
            continue
        try:
            value = parse_json(found[0].encode())
        except JsonError as error:
            yield Value(line, error=str(error))
            continue
        if not (isinstance(value, dict) and IN_HEADER in value):
            yield Value(line, value)


def _skip_line(file: BinaryIO, text: bytes) -> None:
    while text and not text.endswith(b"\n"):
        text = file.readline(MAX_BYTES)
