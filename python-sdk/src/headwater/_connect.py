"""Names jobs in a client of Spark Connect. The agent runs in the server; a tag tells it the name."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["job_in"]

_PREFIX = "headwater-job:"
_tag: ContextVar[str | None] = ContextVar("headwater_connect_tag", default=None)


@contextmanager
def job_in(session: Any, name: str) -> Iterator[None]:  # noqa: ANN401  (PySpark is not a dependency)
    """Name the jobs of all operations that this thread sends inside the block.

    Spark keeps no order of tags, so the tag of an outer block is removed until this block ends. A tag must not contain
    a comma, therefore the name is percent-encoded.
    """
    tag = _PREFIX + quote(name, safe=" /:()[]")
    outer = _tag.get()
    _replace(session, outer, tag)
    token = _tag.set(tag)
    try:
        yield
    finally:
        _tag.reset(token)
        _replace(session, tag, outer)


def _replace(session: Any, old: str | None, new: str | None) -> None:  # noqa: ANN401  (PySpark is not a dependency)
    if old in session.getTags():
        session.removeTag(old)
    if new is not None:
        session.addTag(new)
