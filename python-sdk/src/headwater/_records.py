"""The format of the spool's files: records with a checksum, and acknowledgements."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from headwater._crc32c import crc32c

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["IN_HEADER", "Acknowledgement", "Digits", "private_file", "record", "rewritten", "scan"]

IN_HEADER = "headwater_spool"
"""The key of the version in a header, which no event has."""
_HEAD = re.compile(rb"([0-9a-f]{8}) ([0-9a-f]{8}) ")


def private_file(path: str, flags: int) -> int:
    """Open a file of a spool for its owner only, as the agent does; for ``opener`` of :func:`open`."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


def record(text: str) -> bytes:
    """Return the spool record (one line) for a JSON text."""
    body = text.encode()
    return b"%08x %08x %s\n" % (len(body), crc32c(body), body)


def scan(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield the JSON text and the end offset of each valid record; corrupt records are skipped."""
    at = 0
    while at < len(data):
        newline = data.find(b"\n", at)
        end = len(data) if newline < 0 else newline + 1
        if newline >= 0 and (head := _HEAD.match(data, at)):
            body = data[head.end() : newline]
            if len(body) == int(head.group(1), 16) and crc32c(body) == int(head.group(2), 16):
                yield body.decode("utf-8", "replace"), end
        at = end


class Digits(str):
    """A number with a fraction, as it is written; `rewritten` writes it so again."""

    __slots__ = ()


def rewritten(event: dict[str, Any]) -> str:
    """Return the text of an event that has been read from a segment."""

    def marked(value: Any) -> Any:  # noqa: ANN401  (JSON)
        if isinstance(value, Digits):
            return f"\0{value}\0"
        if isinstance(value, dict):
            return {key: marked(each) for key, each in value.items()}
        return [marked(each) for each in value] if isinstance(value, list) else value

    text = json.dumps(marked(event), separators=(",", ":"), ensure_ascii=False)
    return re.sub(r'"\\u0000([-+.eE0-9]+)\\u0000"', r"\1", text)


@dataclass(slots=True)
class Acknowledgement:
    """The content of an ``.ack`` file: the offset up to which all events are delivered but those in ``failing``.

    ``failing`` has the end of each such event, and how often it has failed while the backend has accepted others.
    """

    up_to: int = 0
    failing: dict[int, int] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Acknowledgement:
        """Read a file; one that cannot be read acknowledges nothing."""
        try:
            first, *rest = path.read_text().splitlines()
            return cls(int(first), {int(end): int(times) for end, times in map(str.split, rest)})
        except (OSError, ValueError):
            return cls()

    def is_waiting(self, end: int) -> bool:
        """Whether the event that ends at ``end`` has not been delivered."""
        return end > self.up_to or end in self.failing

    def write(self, path: Path) -> None:
        """Replace the file as a whole."""
        lines = [f"{self.up_to:010d}\n", *(f"{end:010d} {times}\n" for end, times in sorted(self.failing.items()))]
        following = path.with_name(f"{path.name}.next")
        with open(following, "w", encoding="ascii", newline="\n", opener=private_file) as file:
            file.write("".join(lines))
        following.replace(path)
