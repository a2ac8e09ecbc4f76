"""Text from events on a terminal: a name cannot move the cursor, begin a line, or turn the direction of writing."""

from __future__ import annotations

import re

__all__ = ["one_line", "printable"]

_CONTROLS = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def one_line(text: str) -> str:
    r"""Return the text with its control characters as escapes.

    >>> print(one_line("a\x1b[31m\nb"))
    a\x1b[31m\nb
    """
    return _CONTROLS.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def printable(text: str) -> str:
    """Return the text with control characters as escapes, but for the ends of its lines."""
    return "\n".join(map(one_line, text.split("\n")))
