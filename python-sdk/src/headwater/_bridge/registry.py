"""The registered extensions of a process, in the order of registration."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from headwater.extensions._hooks import Hook

__all__ = ["Registry"]


class Registry:
    """Hooks by id.

    An extension that is registered again under the same ``module:qualname`` replaces the previous one, so that a
    notebook cell can be run twice. The mapping `hooks` is replaced on each change, never modified.
    """

    def __init__(self) -> None:
        self.hooks: dict[int, Hook] = {}
        self._next = 0
        self._lock = threading.Lock()

    def add_hooks(self, found: Sequence[Hook]) -> list[int]:
        """Register the hooks of one extension, and return their ids."""
        with self._lock:
            others = {number: hook for number, hook in self.hooks.items() if hook.extension != found[0].extension}
            added = dict(enumerate(found, self._next))
            self._next += len(added)
            self.hooks = others | added
        return list(added)

    def remove(self, numbers: list[int]) -> None:
        """Remove hooks; ids that do not exist are ignored."""
        with self._lock:
            self.hooks = {number: hook for number, hook in self.hooks.items() if number not in numbers}

    @property
    def spooled(self) -> frozenset[str]:
        """The extensions that are transports with the spool."""
        return frozenset(each.extension for each in self.hooks.values() if each.selector.get("spool"))

    def to_json(self) -> list[dict[str, Any]]:
        """Return the hooks in the form of ``hello`` and ``update``."""
        return [hook.to_json(number) for number, hook in self.hooks.items()]
