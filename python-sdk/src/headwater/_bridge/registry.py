"""The extensions of a process, in the order in which they came."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from headwater.extensions._hooks import hooks_of, name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from headwater.extensions._hooks import Hook

__all__ = ["Registry"]


class Registry:
    """Hooks by number. An extension that comes again, by its ``module:qualname``, takes the place of the one before.

    That is what running a notebook's cell twice needs. `hooks` is never changed, but replaced.
    """

    def __init__(self) -> None:
        self.hooks: dict[int, Hook] = {}
        self._next = 0
        self._lock = threading.Lock()

    def add(self, extension: object, name: str | None = None) -> list[int]:
        """Add an extension and return its hooks' numbers; an error says what is wrong with it."""
        return self.add_hooks(hooks_of(extension, name or name_of(extension)))

    def add_hooks(self, found: Sequence[Hook]) -> list[int]:
        """Add the hooks of one extension."""
        with self._lock:
            others = {number: hook for number, hook in self.hooks.items() if hook.extension != found[0].extension}
            added = dict(enumerate(found, self._next))
            self._next += len(added)
            self.hooks = others | added
        return list(added)

    def remove(self, numbers: list[int]) -> None:
        """Take hooks out; those that are not there any more are no error."""
        with self._lock:
            self.hooks = {number: hook for number, hook in self.hooks.items() if number not in numbers}

    def to_json(self) -> list[dict[str, Any]]:
        """Return the hooks as ``hello`` and ``update`` say them."""
        return [hook.to_json(number) for number, hook in self.hooks.items()]
