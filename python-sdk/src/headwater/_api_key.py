"""The API key of a backend in the environment of the driver's JVM, where Spark shows it to nobody.

Spark's UI and event log show its properties, and ``ps`` shows those that a JVM is started with.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["VARIABLE", "are_apart", "key_for", "overriding", "without_key"]

VARIABLE = "OPENLINEAGE_API_KEY"
_ADDRESS = "OPENLINEAGE_URL"
_PORTS = {"http": 80, "https": 443}
_AUTH = "spark.openlineage.transport.auth."
_SHORT_KEY = "spark.openlineage.apiKey"
# A whole section as JSON; its options cannot be changed by other variables.
_SECTION = "OPENLINEAGE__TRANSPORT"


def without_key(conf: Mapping[str, str]) -> dict[str, str]:
    """Return the settings without the key and its kind."""
    return {key: value for key, value in conf.items() if not key.startswith(_AUTH)}


def overriding(existing: Iterable[str], url: str) -> str | None:
    """Return what makes the agent ignore the variable with the key: a Spark property or another variable, or ``None``.

    The agent gives precedence to a property over every variable, and to a long name of a variable over a short one. It
    does not mix the options of two types of transport, and sends a key to no other backend than ``OPENLINEAGE_URL``, if
    that is set.
    """
    properties = sorted(key for key in existing if key.startswith(_AUTH) or key == _SHORT_KEY)
    variables = sorted(name for name, value in os.environ.items() if value and _is_overriding(name.upper(), value, url))
    return next(iter([*properties, *(f"the variable {name}" for name in variables)]), None)


def key_for(url: str) -> str:
    """Return the key in the environment, which is for no other backend than ``OPENLINEAGE_URL``, if that is set."""
    return "" if are_apart(os.environ.get(_ADDRESS, ""), url) else os.environ.get(VARIABLE, "")


def are_apart(one: str, other: str) -> bool:
    """Return whether both are addresses, and of two backends."""
    return bool(one.strip() and other.strip()) and _backend(one) != _backend(other)


def _is_overriding(name: str, value: str, url: str) -> bool:
    if name == _ADDRESS:
        return are_apart(value, url)
    if name == f"{_SECTION}__TYPE":
        return value.strip().lower() != "http"
    return name in {_SECTION, "OPENLINEAGE__API_KEY"} or name.startswith(f"{_SECTION}__AUTH")


def _backend(url: str) -> tuple[str, str | None, int | None]:
    """Return scheme, host and port; the text, if it is no address."""
    try:
        parts = urlsplit(url.strip())
        return parts.scheme, parts.hostname, parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return url, None, None
