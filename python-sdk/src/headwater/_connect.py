"""Names jobs and emits facets in a client of Spark Connect. The agent runs in the server; tags tell it both."""

from __future__ import annotations

import json
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any
from unicodedata import category
from urllib.parse import quote
from weakref import WeakSet

from headwater._warn import warn_once
from headwater.errors import FacetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["check_facet_name", "emit_in_job", "is_in_job", "job_in"]

_JOB = "headwater-job:"
_FACET = "headwater-facet:"
_SAFE = " !\"#$&'()*+-./:;<=>?@[]^_`{|}~\\"  # neither a comma, which Spark refuses in tags, nor a percent sign
_MAX_CHARACTERS = 16384  # the agent's own bound: JobTagFacets
_MAX_NAME = 200
_RESERVED = "headwater_"
_MARK = "of_headwater"
"""The attribute of a method that sends the tags of a block, which a class gets once."""

_Key = tuple[str, ...]


@dataclass(frozen=True)
class _Block:
    """A block of ``headwater.job``: the session that was active at its start, and its tags by what they say."""

    session: Any
    tags: dict[_Key, str]


_block: ContextVar[_Block | None] = ContextVar("headwater_connect_block", default=None)
_with_agent: WeakSet[Any] = WeakSet()


@contextmanager
def job_in(session: Any, name: str) -> Iterator[None]:  # noqa: ANN401  (PySpark is not a dependency)
    """Name the jobs of all operations that are sent inside the block, from whichever session of a client.

    A tag must not contain a comma, therefore the name is percent-encoded.
    """
    _send_tags(type(session.client))
    outer = _block.get()
    tags = {} if outer is None else outer.tags
    token = _block.set(_Block(session, tags | {("job",): _JOB + quote(name, safe=" /:()[]")}))
    try:
        yield
    finally:
        _block.reset(token)


def _send_tags(client: type[Any]) -> None:
    """Let clients of this class send the tags of the current block, beside those that the user has added.

    PySpark keeps its tags for each thread and session. A block is a matter of the context: the operations of another
    ``asyncio`` task on the same thread are not in it, those of another session or of ``asyncio.to_thread`` are.
    """
    tags_of_user = client.get_tags
    if getattr(tags_of_user, _MARK, False):
        return

    @wraps(tags_of_user)
    def get_tags(self: Any) -> set[str]:  # noqa: ANN401  (PySpark is not a dependency)
        block = _block.get()
        tags: set[str] = tags_of_user(self)
        return tags if block is None else tags | set(block.tags.values())

    setattr(get_tags, _MARK, True)
    client.get_tags = get_tags


def is_in_job() -> bool:
    """Whether the caller is inside a block of ``headwater.job`` in a client of Spark Connect."""
    return _block.get() is not None


def emit_in_job(message: Mapping[str, Any], stacklevel: int) -> None:
    """Add a facet, as the bridge's message, to all operations that are sent until the innermost block ends.

    Without a block, or without an agent in the server, it warns. Raises :class:`~headwater.FacetError` if the agent
    would refuse the facet.
    """
    target, name = message["target"], message["name"]
    where = f"{target} facet {name!r}"
    block = _block.get()
    if block is None:
        warn_once(
            f"the facet {name!r} is lost: in a client of Spark Connect it needs a job; emit it inside "
            "`with headwater.job(...):`, before the operations that it is for",
            stacklevel,
            kind="a facet without a job",
        )
        return
    tag = _FACET + quote(json.dumps(message, separators=(",", ":")), safe=_SAFE)
    key = (target, name, message["namespace"] or "", message["dataset"] or "")
    _check_size(block, key, tag, where)
    if _server_lacks_agent(block.session):
        warn_once(
            f"the facet {name!r} is lost: the Spark Connect server has no agent, for its spark.extraListeners does not "
            "name Headwater's",
            stacklevel,
            kind="a facet for a server without an agent",
        )
        return
    _block.set(_Block(block.session, block.tags | {key: tag}))


def check_facet_name(target: str, name: str) -> None:
    """Raise :class:`~headwater.FacetError` for a name that the agent would refuse."""
    where = f"{target} facet {name!r}"
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
