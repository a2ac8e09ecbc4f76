"""Finds where each JSON value of a file begins and ends, and parses it.

A file may hold one value per line, values over several lines, and arrays of values. Only one value is in memory. What
is not JSON is an error with its line, and reading goes on after it: on the next line or, in a value over several lines,
at the next line that begins a value as far to the left as the broken one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

from headwater._reading.fields import NO_EVENT
from headwater._reading.text import MAX_DEPTH, STRING, TOO_DEEP, JsonError, parse_json

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MAX_BYTES", "Value", "read_values"]

MAX_BYTES = 64 << 20
"""The greatest size of one value."""

_PIECE_BYTES = 1 << 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_SPACE = b" \t\r\n"
_OPENING = frozenset(b"[{")
_QUOTE = ord('"')
_TOKEN = re.compile(STRING + rb"|[\[\]{}]", re.DOTALL)
_REST_OF_STRING = re.compile(rb'[^"\\]*(?:\\.[^"\\]*)*\\?(?:"|\Z)', re.DOTALL)
_BETWEEN = (re.compile(rb"[ \t\r\n]*"), re.compile(rb"[ \t\r\n,]*"))
"""What is between values: outside of an array, and in one."""
_RESUME = re.compile(rb"([ \t]*)(?:\}[ \t]*,?[ \t]*)?(?=[\[{\]])")
"""The start of a line that begins a value, perhaps after the end of the one before."""


@dataclass(frozen=True, slots=True)
class Value:
    """A JSON value, or the reason why there is none, with its line in the file, counted from 1."""

    line: int
    value: Any = None
    error: str = ""


def read_values(file: BinaryIO, max_bytes: int = MAX_BYTES) -> Iterator[Value]:
    """Yield the values of a file, and an error for each part that is not a value."""
    reader = _Reader(max_bytes)
    while piece := file.readline(_PIECE_BYTES):
        yield from reader.read(piece)
    yield from reader.end()


@dataclass(slots=True)
class _Open:
    """A value whose end has not been read yet."""

    line: int
    indent: int
    """How far to the right the line begins in which the value begins."""
    parts: list[bytes] = field(default_factory=list)
    size: int = 0
    depth: int = 0
    in_string: bool = False
    in_escape: bool = False
    excess: str = ""
    """Why the value is beyond the limits, if it is."""
    indents: bool | None = None
    """Whether its second line is further to the right than its first one; `None` before there is a second line."""


@dataclass(slots=True)
class _Reader:
    """Reads pieces of a file; a line feed is only at the end of a piece."""

    max_bytes: int
    line: int = 0
    indent: int = 0
    at_line_start: bool = True
    array_line: int = 0
    """The line in which an array of values began; 0 outside of one."""
    open: _Open | None = None
    skips_line: bool = False
    skips_to_indent: int | None = None

    def read(self, piece: bytes) -> Iterator[Value]:
        at, starts_line = 0, self.at_line_start
        self.at_line_start = piece.endswith(b"\n")
        if starts_line:
            self.line, self.skips_line = self.line + 1, False
            if self.line == 1:
                piece = piece.removeprefix(_BYTE_ORDER_MARK)
            self.indent = len(piece) - len(piece.lstrip(b" \t"))
            if self.skips_to_indent is not None:
                at = self._resume(piece)
            elif self.open:
                yield from self._check_restart(self.open, piece)
            if not self.open and len(piece) < _PIECE_BYTES and (whole := self._whole_line(piece[at:])):
                yield whole
                return
        while at < len(piece) and not self.skips_line:
            at, found = self._step(piece, at)
            if found:
                yield found

    def end(self) -> Iterator[Value]:
        """Report what the end of the file has cut off."""
        if self.open:
            yield Value(self.open.line, error=_NO_END)
        elif self.array_line:
            yield Value(self.array_line, error="the array of events that begins here has no end")

    def _whole_line(self, line: bytes) -> Value | None:
        """Return the value of a line that is one object, as nearly every line is."""
        text = line.strip(_SPACE)
        text = text.removesuffix(b",") if self.array_line else text
        if not (text.startswith(b"{") and text.endswith(b"}")) or len(text) > self.max_bytes:
            return None
        try:
            return Value(self.line, parse_json(text))
        except JsonError:
            return None

    def _resume(self, piece: bytes) -> int:
        """Return where reading goes on after a broken value; the line is skipped if it does not begin a value."""
        found = _RESUME.match(piece)
        if found and len(found.group(1)) <= (self.skips_to_indent or 0):
            self.skips_to_indent = None
            return found.end()
        self.skips_line = True
        return 0

    def _check_restart(self, value: _Open, line: bytes) -> Iterator[Value]:
        """Give up a value that lacks its end, if the line can only begin another one."""
        if value.indents is None and line.strip(_SPACE):
            value.indents = self.indent > value.indent
        if self.indent > value.indent or not line.startswith(b"{", self.indent):
            return
        if value.indents or _is_event(self._whole_line(line)):
            self.open = None
            yield Value(value.line, error=_NO_END)

    def _step(self, piece: bytes, at: int) -> tuple[int, Value | None]:
        """Read up to the end of a value, or a character between values; return the position after it."""
        if self.open:
            return self._inside(self.open, piece, at)
        if (between := _BETWEEN[bool(self.array_line)].match(piece, at)) and between.end() > at:
            return between.end(), None
        char = piece[at]
        if char in _OPENING and (self.array_line or char != ord("[")):
            self.open = _Open(self.line, self.indent)
            return self._inside(self.open, piece, at)
        if char == ord("["):
            self.array_line = self.line
        elif char == ord("]") and self.array_line:
            self.array_line = 0
        else:
            found = _SCALAR.match(piece, at) if self.array_line else None
            return at, self._broken(self.line, _described(found.group() if found else piece[at:]))
        return at + 1, None

    def _inside(self, value: _Open, piece: bytes, start: int) -> tuple[int, Value | None]:
        at = self._string_end(value, piece, start) if value.in_string else start
        if not value.in_string:
            for token in _TOKEN.finditer(piece, at):
                at = token.end()
                if piece[token.start()] == _QUOTE:
                    self._note_string(value, token.group()[1:])
                elif piece[token.start()] in _OPENING:
                    value.depth += 1
                else:
                    value.depth -= 1
                    if not value.depth:
                        return at, self._complete(value, piece[start:at])
        if value.in_string and piece.endswith(b"\n"):
            return at, self._broken(value.line, "not JSON: a string has no end on its line")
        return len(piece), self._keep(value, piece[start:])

    def _string_end(self, value: _Open, piece: bytes, at: int) -> int:
        """Return the end of the string in which the piece begins."""
        skipped = 1 if value.in_escape else 0
        found = _REST_OF_STRING.match(piece, at + skipped)
        rest = found.group() if found else b""
        self._note_string(value, rest)
        return at + skipped + len(rest)

    @staticmethod
    def _note_string(value: _Open, text: bytes) -> None:
        """Note whether a string, given without its first quote, ends in this piece."""
        before_end = text.removesuffix(b'"')
        escapes = (len(before_end) - len(before_end.rstrip(b"\\"))) % 2 == 1
        value.in_string = escapes or before_end == text
        value.in_escape = escapes and before_end == text

    def _keep(self, value: _Open, part: bytes) -> Value | None:
        """Keep a part of the value; of a value beyond the limits, find only the end."""
        value.size += len(part)
        if not (why := self._excess(value)):
            value.parts.append(part)
        elif value.line < self.line or not self.array_line:
            return self._broken(value.line, why)
        else:
            value.parts, value.excess = [], why
        return None

    def _excess(self, value: _Open) -> str:
        if value.size > self.max_bytes:
            return f"it is larger than {self.max_bytes >> 20} MB"
        return value.excess or (TOO_DEEP if value.depth > MAX_DEPTH else "")

    def _complete(self, value: _Open, part: bytes) -> Value:
        self.open = None
        value.size += len(part)
        if why := self._excess(value):
            return Value(value.line, error=why)
        try:
            return Value(value.line, parse_json(b"".join((*value.parts, part))))
        except JsonError as error:
            return Value(value.line + error.line, error=str(error))

    def _broken(self, line: int, why: str) -> Value:
        """Leave out the rest of the line and, of a value over several lines, the lines up to the next value."""
        if self.open and self.open.line < self.line:
            self.skips_to_indent = self.open.indent
        self.open, self.skips_line = None, True
        return Value(line, error=why)


_SCALAR = re.compile(rb'(?:"(?:\\.|[^"\\])*"|-?[0-9][0-9.eE+-]*|true|false|null)(?=[\s,\]]|\Z)')
"""A value of an array that is no object."""

_NO_END = "not JSON: an object or array has no end; the file is cut off, or a bracket is missing"


def _is_event(line: Value | None) -> bool:
    return line is not None and "eventTime" in line.value


def _described(rest: bytes) -> str:
    """Say what is wrong with text that begins no object."""
    try:
        parse_json(rest)
    except JsonError as error:
        return str(error)
    return f"{NO_EVENT}: not an object"
