"""Issues each warning once."""

from __future__ import annotations

import warnings

from headwater.errors import HeadwaterWarning

__all__ = ["warn_once"]

_emitted_warnings: set[str] = set()


def warn_once(text: str, stacklevel: int = 3) -> None:
    """Issue a ``HeadwaterWarning``, unless the same text was issued before.

    ``stacklevel`` is that of `warnings.warn`; 3 is the caller of the caller.
    """
    if text not in _emitted_warnings:
        _emitted_warnings.add(text)
        warnings.warn(text, HeadwaterWarning, stacklevel=stacklevel)
