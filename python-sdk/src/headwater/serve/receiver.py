"""Takes events: ``POST /api/v1/lineage`` and ``POST /api/v1/lineage/batch``."""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import partial
from typing import TYPE_CHECKING, Any

from anyio import CapacityLimiter, to_thread
from starlette.responses import JSONResponse, Response

from headwater._reading.text import JsonError, parse_json
from headwater._text import first_line
from headwater.errors import EventError
from headwater.events import event_of
from headwater.serve.body import SMALL_BYTES, BodyError, BodyReader, MemoryBudget
from headwater.serve.store import NewEvent

if TYPE_CHECKING:
    from starlette.requests import Request

    from headwater.events import Event
    from headwater.serve.commits import GroupCommit

__all__ = ["EventReceiver"]

_BUDGET_BYTES = 128 << 20
_THREADS = 2
"""The number of bodies that are read beside the event loop at once; questions, which may take long, have others."""
_FIRST = datetime(1970, 1, 1, tzinfo=timezone.utc)
_LAST = datetime(2970, 1, 1, tzinfo=timezone.utc)
_MAX_REFUSED = 100
_log = logging.getLogger("headwater.serve")


@dataclass(frozen=True, slots=True)
class _Parsed:
    records: list[NewEvent] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)


class EventReceiver:
    """The endpoints that take events; an event is answered when it is on the disk."""

    def __init__(self, commits: GroupCommit, max_bytes: int) -> None:
        self._commits = commits
        self._reader = BodyReader(max_bytes)
        self._budget = MemoryBudget(max(_BUDGET_BYTES, max_bytes))
        self._threads = CapacityLimiter(_THREADS)

    async def post_event(self, request: Request) -> Response:
        """Take one event, or an array of events: 201."""
        return await self._post(request, is_batch=False)

    async def post_batch(self, request: Request) -> Response:
        """Take an array of events: 200 and a summary, as OpenLineage's API description says."""
        return await self._post(request, is_batch=True)

    async def _post(self, request: Request, *, is_batch: bool) -> Response:
        content_type = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
        if content_type != "application/json":
            return _error(415, f"Content-Type: {content_type[:80]!r} is not taken; send application/json")
        size = self._reader.reserved(request)
        async with self._budget.take(size):
            try:
                body = await self._reader.read(request)
                parse = partial(self._parsed, request, body, needs_array=is_batch)
                # A large body is read in a thread, and the event loop answers others meanwhile.
                parsed = parse() if size <= SMALL_BYTES else await to_thread.run_sync(parse, limiter=self._threads)
            except BodyError as error:
                return _error(error.status, str(error))
            except (JsonError, EventError) as error:
                return _error(400, str(error))
            return await self._stored(parsed, is_batch=is_batch)

    def _parsed(self, request: Request, body: bytes, *, needs_array: bool) -> _Parsed:
        key = request.headers.get("idempotency-key", "")
        return _parse(self._reader.unpacked(request, body), key, needs_array=needs_array)

    async def _stored(self, parsed: _Parsed, *, is_batch: bool) -> Response:
        if parsed.refused and not parsed.records:
            first = parsed.refused[0]
            return _error(400, f"event {first['index']}: {first['error']}", refused=parsed.refused[:_MAX_REFUSED])
        try:
            if parsed.records:
                await self._commits.commit(parsed.records)
        except Exception as error:  # noqa: BLE001 - whatever it is, the sender keeps the event
            _log.error("events cannot be stored: %s", first_line(error))
            return _error(503, "the event cannot be stored now; send it again later", retry=True)
        content: dict[str, Any] = {"accepted": len(parsed.records)}
        if parsed.refused:
            content |= {"refused_count": len(parsed.refused), "refused": parsed.refused[:_MAX_REFUSED]}
        return JSONResponse(_summary(parsed) | content, 200) if is_batch else JSONResponse(content, 201)


def _parse(body: bytes, key: str, *, needs_array: bool) -> _Parsed:
    value = parse_json(body, strict=True)
    if not isinstance(value, list):
        if needs_array:
            raise EventError("a batch is an array of events; send one event to /api/v1/lineage")
        # With the event, so that a sender that uses a key twice loses nothing.
        whole_key = hashlib.blake2b(key.encode() + b"\n" + body, digest_size=16).hexdigest() if key else ""
        return _Parsed([NewEvent(_checked(value), body.decode("utf-8", "replace"), whole_key)])
    parsed = _Parsed()
    for index, raw in enumerate(value):
        try:
            parsed.records.append(NewEvent(_checked(raw), json.dumps(raw, ensure_ascii=False)))
        except EventError as error:  # noqa: PERF203 - each event has its own
            parsed.refused.append({"index": index, "error": str(error)})
    return parsed


def _summary(parsed: _Parsed) -> dict[str, Any]:
    """Return what OpenLineage's API answers to a batch; what is no event is none when it is sent again."""
    stored, failed = len(parsed.records), len(parsed.refused)
    counts = {"received": stored + failed, "successful": stored, "failed": failed}
    summary = {**counts, "retriable": 0, "non_retriable": failed}
    if not failed:
        return {"status": "success", "summary": summary}
    events = [{"index": e["index"], "reason": e["error"], "retriable": False} for e in parsed.refused[:_MAX_REFUSED]]
    return {"status": "partial_success", "summary": summary, "failed_events": events}


def _checked(raw: Any) -> Event:  # noqa: ANN401 - JSON
    """Return the event; a time far from now would be an error in each later answer."""
    event = event_of(raw)
    if not _FIRST <= event.time < _LAST:
        raise EventError(f"'eventTime' is {event.time.isoformat()}; it must be between 1970 and {_LAST.year - 1}")
    return event


def _error(status: int, why: str, *, retry: bool = False, **more: object) -> Response:
    # The rest of a refused body is read and dropped: many senders see no answer if the connection ends before.
    return JSONResponse({"error": why, **more}, status, {"Retry-After": "5"} if retry else {})
