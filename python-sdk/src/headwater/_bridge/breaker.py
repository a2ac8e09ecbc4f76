"""Disable extensions that fail repeatedly."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Breaker", "switched_off"]

_log = logging.getLogger("headwater")
_MAX_CONSECUTIVE_FAILURES = 5


def switched_off() -> str:
    """Return what happens to an extension that fails repeatedly, as text for logs and events."""
    return (
        f"failed {_MAX_CONSECUTIVE_FAILURES} times in a row: switched off until it is registered again or its process "
        "restarts"
    )


class Breaker:
    """Counts consecutive failed requests for each extension; after the fifth the extension is disabled."""

    def __init__(self) -> None:
        self._failures: dict[str, int] = {}

    def is_off(self, extension: str) -> bool:
        """Return whether this extension is disabled."""
        return self._failures.get(extension, 0) >= _MAX_CONSECUTIVE_FAILURES

    def record_request(self, extensions: Iterable[str], failed: dict[str, str]) -> list[str]:
        """Record the outcome of a request; return the extensions that it disables.

        ``failed`` maps an extension to its error message.
        """
        off = []
        for extension in extensions:
            if extension not in failed:
                self._failures.pop(extension, None)
                continue
            self._failures[extension] = self._failures.get(extension, 0) + 1
            if self._failures[extension] == _MAX_CONSECUTIVE_FAILURES:
                off.append(extension)
                _log.warning("%s %s; the last error: %s", extension, switched_off(), failed[extension])
        return off

    def forget(self, extension: str) -> None:
        """Reset the failure count of an extension that was registered again."""
        self._failures.pop(extension, None)
