"""Replaces attributes of classes and modules for a time."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["replaced"]

_INHERITED = object()


@contextmanager
def replaced(owner: object, name: str, value: object) -> Iterator[None]:
    """Set an attribute for the duration of the block; an attribute that the owner inherits is inherited again after it.

    >>> import math
    >>> with replaced(math, "pi", 3):
    ...     math.pi
    3
    >>> round(math.pi, 2)
    3.14
    """
    before = vars(owner).get(name, _INHERITED)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if before is _INHERITED:
            delattr(owner, name)
        else:
            setattr(owner, name, before)
