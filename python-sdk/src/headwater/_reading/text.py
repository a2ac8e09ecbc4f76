"""Parses one JSON text, within limits that protect the code that walks its value."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MAX_DEPTH", "STRING", "TOO_DEEP", "JsonError", "parse_json"]

MAX_DEPTH = 500
"""The greatest depth of objects and arrays; Python's own limit is 1000 calls, of which a walk needs its share."""

STRING = rb'"[^"\\]*(?:\\.[^"\\]*)*\\?(?:"|\Z)'
"""A pattern of one string, which may lack its end. It matches wherever a quote is, so a search never goes back."""

TOO_DEEP = f"objects and arrays are nested more than {MAX_DEPTH} deep"

_STRINGS = re.compile(STRING, re.DOTALL)
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_OTHER_BYTES = bytes(byte for byte in range(256) if byte not in _STEPS)
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")


class JsonError(ValueError):
    """A text is not JSON; ``line`` is the line of the text, counted from 0, where that shows."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(why)
        self.line = line


def parse_json(text: bytes, parse_float: Callable[[str], Any] = float, *, strict: bool = False) -> Any:  # noqa: ANN401 - JSON
    r"""Return the value of a JSON text; every string in it can be encoded as UTF-8.

    ``NaN`` and ``Infinity``, which Python writes though JSON has no such numbers, are read unless ``strict`` is true.
    Raises :class:`JsonError`, and no other error, whatever the bytes are.

    >>> parse_json(rb'["\ud83d\ude00", "\ud800"]')
    ['😀', '�']
    >>> parse_json(b"[" * 50_000 + b"]" * 50_000)
    Traceback (most recent call last):
    headwater._reading.text.JsonError: objects and arrays are nested more than 500 deep
    """
    if _is_deeper_than(text, MAX_DEPTH):
        raise JsonError(TOO_DEEP)
    try:
        value = json.loads(
            text.decode("utf-8", "replace"), parse_float=parse_float, parse_constant=_no_number if strict else float
        )
    except json.JSONDecodeError as error:
        raise JsonError(f"not JSON: {error.msg} (at its character {error.pos + 1})", error.lineno - 1) from None
    except ValueError as error:  # a number with more digits than Python reads
        raise JsonError(f"not JSON that can be read: {error}") from None
    except RecursionError:  # the caller has used up Python's limit
        raise JsonError(TOO_DEEP) from None
    return _encodable(value) if _SURROGATE_ESCAPE.search(text) else value


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number of JSON")


def _is_deeper_than(text: bytes, limit: int) -> bool:
    if sum(map(text.count, (b"[", b"{"))) <= limit:
        return False
    brackets = _STRINGS.sub(b"", text).translate(None, _OTHER_BYTES)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > limit


def _encodable(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Replace each surrogate without its other half, which UTF-8 cannot encode."""
    if type(value) is str:  # and not a number as it is written
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {_encodable(key): _encodable(item) for key, item in value.items()}
    return value
