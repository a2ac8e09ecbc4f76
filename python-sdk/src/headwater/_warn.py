"""Issues each warning once."""

from __future__ import annotations

import warnings

from headwater.errors import HeadwaterWarning

__all__ = ["warn_once"]

_MAX_KINDS = 100  # a process that runs for weeks keeps no more texts

_emitted_warnings: set[str] = set()


def warn_once(text: str, stacklevel: int = 3, kind: str | None = None) -> None:
    """Issue a ``HeadwaterWarning``, unless one of the same kind was issued before.

    ``kind`` is the text without the names and values of one call; without it, the text itself is the kind. After
    a hundred kinds, nothing is issued any more. ``stacklevel`` is that of `warnings.warn`; 3 is the caller of the
    caller.
    """
    key = text if kind is None else kind
    if key in _emitted_warnings or len(_emitted_warnings) >= _MAX_KINDS:
        return
    _emitted_warnings.add(key)
    only = "" if kind is None else " (later warnings of this kind are left out)"
    warnings.warn(f"{text}{only}", HeadwaterWarning, stacklevel=stacklevel)
