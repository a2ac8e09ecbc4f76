"""Remembers the format and the options that a program gives a reader or a writer of PySpark, which do not show them."""

from __future__ import annotations

from typing import Any

__all__ = ["FORMAT", "options_of", "remembering_format", "remembering_option", "remembering_options"]

FORMAT = "_headwater_format"
"""The attribute of a reader or a writer that holds the format it was given."""
_OPTIONS = "_headwater_options"


def options_of(owner: Any) -> dict[str, Any]:  # noqa: ANN401  (PySpark's)
    """Return the options of a reader or a writer."""
    return dict(getattr(owner, _OPTIONS, {}))


def remembering_format(_: str, original: Any) -> Any:  # noqa: ANN401  (the same)
    """Return the method ``format`` that also remembers it."""

    def remember(self: Any, source: str) -> Any:  # noqa: ANN401  (the same)
        setattr(self, FORMAT, source)
        return original(self, source)

    return remember


def remembering_option(_: str, original: Any) -> Any:  # noqa: ANN401  (the same)
    """Return the method ``option`` that also remembers it."""

    def remember(self: Any, key: str, value: Any) -> Any:  # noqa: ANN401  (the same)
        setattr(self, _OPTIONS, {**options_of(self), key: value})
        return original(self, key, value)

    return remember


def remembering_options(_: str, original: Any) -> Any:  # noqa: ANN401  (the same)
    """Return the method ``options`` that also remembers them."""

    def remember(self: Any, **options: Any) -> Any:  # noqa: ANN401  (the same)
        setattr(self, _OPTIONS, {**options_of(self), **options})
        return original(self, **options)

    return remember
