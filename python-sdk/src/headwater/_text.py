"""Text from events on a terminal: a name cannot move the cursor, begin a line, or turn the direction of writing."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING
from urllib.parse import quote, quote_plus

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "first_line",
    "last_part",
    "one_line",
    "printable",
    "without_secret_words",
    "without_secrets",
    "without_values",
]

_SECRETS = re.compile(r"(?<=//)[^/?#]*@|\?.*", re.DOTALL)
_SECRET_FLAG = re.compile(r"(?i)-.*(secret|passw|pwd|passphrase|token|credential|auth|cookie|[._-]?key$)")
_REDACTED = "*********(redacted)"
_MIN_SECRET = 4
"""Shorter values would also match parts of words."""
_CONTROLS = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def one_line(text: str) -> str:
    r"""Return the text with its control characters as escapes.

    >>> print(one_line("a\x1b[31m\nb"))
    a\x1b[31m\nb
    """
    return _CONTROLS.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def first_line(error: BaseException) -> str:
    r"""Return the first line of an error's text, or the name of its type if it has none.

    >>> first_line(ValueError("no\nmore")), first_line(ValueError())
    ('no', 'ValueError')
    """
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def without_secrets(address: str) -> str:
    """Return an address without what may be secret in it: the user, the password and the parameters.

    >>> without_secrets("https://me:p@ss@h:1/a?token=x"), without_secrets("s3://bucket/a@b")
    ('https://h:1/a', 's3://bucket/a@b')
    """
    return _SECRETS.sub("", address)


def without_secret_words(words: Iterable[str]) -> list[str]:
    """Return the words of a command line without the values of options whose names are those of secrets.

    >>> without_secret_words(["--api-key", "a1", "--token=b2", "--key", "x", "--all", "c"])
    ['--api-key', '*********(redacted)', '--token=*********(redacted)', '--key', '*********(redacted)', '--all', 'c']
    """
    redacted: list[str] = []
    follows = False
    for word in words:
        name, equals, _ = word.partition("=")
        is_secret = _SECRET_FLAG.fullmatch(name) is not None
        if is_secret:
            redacted.append(f"{name}={_REDACTED}" if equals else word)
        else:
            redacted.append(_REDACTED if follows and not word.startswith("--") else word)
        follows = is_secret and not equals
    return redacted


def without_values(text: str, secrets: Iterable[str]) -> str:
    """Return a text without these values, in any case, as they are encoded in a URL and in base64.

    >>> without_values("key A%20BC of abc", ["a bc"])
    'key *********(redacted) of abc'
    """
    spellings = {
        spelling
        for value in secrets
        if len(value) >= _MIN_SECRET
        for spelling in (
            value,
            quote(value, safe=""),
            quote_plus(value),
            base64.b64encode(value.encode()).decode().rstrip("="),
        )
    }
    for spelling in sorted(spellings, key=len, reverse=True):
        text = re.sub(re.escape(spelling), _REDACTED, text, flags=re.IGNORECASE)
    return text


def last_part(name: str) -> str:
    """Return the last folder or file of a path, or else the last part of the name of a table.

    >>> last_part("/data/orders.csv/"), last_part("shop.sales.orders")
    ('orders.csv', 'orders')
    """
    path, _, last = name.rstrip("/").rpartition("/")
    return last if path or name.startswith("/") else last.rpartition(".")[2]


def printable(text: str) -> str:
    """Return the text with control characters as escapes, but for the ends of its lines."""
    return "\n".join(map(one_line, text.split("\n")))
