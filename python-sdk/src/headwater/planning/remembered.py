"""Remembers the format and the options that a program gives a reader or a writer of PySpark, which do not show them."""

from __future__ import annotations

from typing import Any

__all__ = ["FORMAT", "options_of", "remember_options", "remembering_format"]

FORMAT = "_headwater_format"
"""The attribute of a reader or a writer that holds the format it was given."""
_OPTIONS = "_headwater_options"


def options_of(owner: Any) -> dict[str, Any]:  # noqa: ANN401  (PySpark's)
    """Return the options of a reader or a writer."""
    return dict(getattr(owner, _OPTIONS, {}))


def remember_options(owner: Any, options: dict[str, Any]) -> None:  # noqa: ANN401  (the same)
    """Add options to those that `options_of` returns."""
    setattr(owner, _OPTIONS, {**options_of(owner), **options})


def remembering_format(_: str, original: Any) -> Any:  # noqa: ANN401  (the same)
    """Return the method ``format`` that also remembers it."""

    def remember(self: Any, source: str) -> Any:  # noqa: ANN401  (the same)
        setattr(self, FORMAT, source)
        return original(self, source)

    return remember
