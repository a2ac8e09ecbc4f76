"""Switches off an extension that keeps failing."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Breaker"]

_log = logging.getLogger("headwater")
_MAX_CONSECUTIVE_FAILURES = 5


class Breaker:
    """Counts, for each extension, the requests in a row in which it failed; five are enough."""

    def __init__(self) -> None:
        self._failures: dict[str, int] = {}

    def is_off(self, extension: str) -> bool:
        """Return whether this extension is not to be asked any more."""
        return self._failures.get(extension, 0) >= _MAX_CONSECUTIVE_FAILURES

    def record_request(self, extensions: Iterable[str], failed: dict[str, str]) -> list[str]:
        """Count a request's outcome, with a message for each that failed; return those that are off from now on."""
        off = []
        for extension in extensions:
            if extension not in failed:
                self._failures.pop(extension, None)
                continue
            self._failures[extension] = self._failures.get(extension, 0) + 1
            if self._failures[extension] == _MAX_CONSECUTIVE_FAILURES:
                off.append(extension)
                _log.warning(
                    "%s failed %d times in a row and is switched off until it is registered again; the last error: %s",
                    extension,
                    _MAX_CONSECUTIVE_FAILURES,
                    failed[extension],
                )
        return off

    def forget(self, extension: str) -> None:
        """Give an extension that was registered again another chance."""
        self._failures.pop(extension, None)
