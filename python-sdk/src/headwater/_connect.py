"""Names jobs and emits facets in a client of Spark Connect. The agent runs in the server; tags tell it both."""

from __future__ import annotations

import json
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unicodedata import category
from urllib.parse import quote
from weakref import WeakSet

from headwater._warn import warn_once
from headwater.errors import FacetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["emit_in_job", "is_in_job", "job_in"]

_JOB = "headwater-job:"
_FACET = "headwater-facet:"
_SAFE = " !\"#$&'()*+-./:;<=>?@[]^_`{|}~\\"  # neither a comma, which Spark refuses in tags, nor a percent sign
_MAX_CHARACTERS = 16384  # the agent's own bound: JobTagFacets
_MAX_NAME = 200
_RESERVED = "headwater_"

_Key = tuple[str, ...]


@dataclass(frozen=True)
class _Block:
    """A block of ``headwater.job`` on this thread: its session, and its tags by what they say."""

    session: Any
    tags: dict[_Key, str]


_block: ContextVar[_Block | None] = ContextVar("headwater_connect_block", default=None)
_with_agent: WeakSet[Any] = WeakSet()


@contextmanager
def job_in(session: Any, name: str) -> Iterator[None]:  # noqa: ANN401  (PySpark is not a dependency)
    """Name the jobs of all operations that this thread sends inside the block.

    Spark keeps no order of tags, so the tag of an outer block is removed until this block ends. A tag must not contain
    a comma, therefore the name is percent-encoded.
    """
    outer = _block.get()
    outer_tags = {} if outer is None or outer.session is not session else outer.tags
    block = _Block(session, dict(outer_tags))
    token = _block.set(block)
    _set(block, ("job",), _JOB + quote(name, safe=" /:()[]"))
    try:
        yield
    finally:
        _block.reset(token)
        for key, tag in block.tags.items():
            _replace(session, tag, outer_tags.get(key))


def is_in_job() -> bool:
    """Whether this thread is inside a block of ``headwater.job`` in a client of Spark Connect."""
    return _block.get() is not None


def emit_in_job(message: Mapping[str, Any], stacklevel: int) -> None:
    """Add a facet, as the bridge's message, to all operations that this thread sends until the innermost block ends.

    Without a block, or without an agent in the server, it warns. Raises :class:`~headwater.FacetError` if the agent
    would refuse the facet.
    """
    target, name = message["target"], message["name"]
    where = f"{target} facet {name!r}"
    _check_name(name, where)
    block = _block.get()
    if block is None:
        warn_once(
            f"the facet {name!r} is lost: in a client of Spark Connect it needs a job; emit it inside "
            "`with headwater.job(...):`, before the operations that it is for",
            stacklevel=stacklevel,
        )
        return
    tag = _FACET + quote(json.dumps(message, separators=(",", ":")), safe=_SAFE)
    key = (target, name, message["namespace"] or "", message["dataset"] or "")
    _check_size(block, key, tag, where)
    if _server_lacks_agent(block.session):
        warn_once(
            f"the facet {name!r} is lost: the Spark Connect server has no agent, for its spark.extraListeners does not "
            "name Headwater's",
            stacklevel=stacklevel,
        )
        return
    _set(block, key, tag)


def _check_name(name: str, where: str) -> None:
    if len(name) > _MAX_NAME:
        raise FacetError(f"{where}: the name has {len(name)} characters; use at most {_MAX_NAME}")
    if name.startswith(_RESERVED):
        raise FacetError(f"{where}: names that begin with {_RESERVED} are the agent's own; choose another name")
    if not name.strip() or any(category(character) == "Cc" for character in name):
        raise FacetError(f"{where}: the name is blank or has a control character; use letters and digits")


def _check_size(block: _Block, key: _Key, tag: str, where: str) -> None:
    others = sum(len(t) for k, t in block.tags.items() if t.startswith(_FACET) and k != key)
    if others + len(tag) > _MAX_CHARACTERS:
        raise FacetError(
            f"{where}: it needs {len(tag)} characters in a tag, and the other facets of this job have {others}; in a "
            f"client of Spark Connect they may have {_MAX_CHARACTERS} in all, because Spark copies tags to each task. "
            "Make the facet smaller, or return it from a facet builder on the server "
            "(spark.openlineage.python.extensions)"
        )


def _server_lacks_agent(session: Any) -> bool:  # noqa: ANN401  (PySpark is not a dependency)
    """Whether the server says that it has no agent. A session with an agent is looked up once."""
    from headwater._conf import LISTENER  # noqa: PLC0415  (which executors need not have)

    if session in _with_agent:
        return False
    try:
        listeners = session.conf.get("spark.extraListeners", "")
    except Exception:  # noqa: BLE001  (PySpark's errors have no common base; a server may forbid the question)
        listeners = LISTENER
    if LISTENER not in (listeners or ""):
        return True
    _with_agent.add(session)
    return False


def _set(block: _Block, key: _Key, tag: str) -> None:
    _replace(block.session, block.tags.get(key), tag)
    block.tags[key] = tag


def _replace(session: Any, old: str | None, new: str | None) -> None:  # noqa: ANN401  (PySpark is not a dependency)
    if old == new and old in session.getTags():
        return
    if old in session.getTags():
        session.removeTag(old)
    if new is not None:
        session.addTag(new)
