"""The endpoints that answer: the page, the questions, the stored events, and the description of the API."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from headwater._reading.fields import time_of
from headwater.analysis import summarize
from headwater.errors import EventError, UsageError
from headwater.serve._columns import micros
from headwater.serve.openapi import EVENT_FILTERS, openapi_document
from headwater.serve.questions import QUESTIONS, Question, answer
from headwater.serve.store import EventFilter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from starlette.requests import Request

    from headwater.serve.commits import GroupCommit
    from headwater.serve.live import LiveLineage
    from headwater.serve.retention import Retention
    from headwater.serve.store import EventStore

__all__ = ["api_routes"]

_PAGE_HEADERS = {"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY"}
_PORTION_BYTES = 1 << 18
_LIMIT = re.compile("[1-9][0-9]{0,17}")


def api_routes(store: EventStore, live: LiveLineage, commits: GroupCommit, retention: Retention) -> list[Route]:
    """Return the routes."""
    questions = [
        Route(f"/api/v1/{question.name}", partial(_question, live=live, question=question)) for question in QUESTIONS
    ]
    return [
        Route("/", partial(_page, live=live)),
        Route("/health", partial(_health, commits=commits)),
        Route("/openapi.json", _openapi),
        Route("/api/v1/events", partial(_events, store=store)),
        Route("/api/v1/summary", partial(_summary, store=store, live=live, retention=retention)),
        *questions,
    ]


async def _health(_request: Request, commits: GroupCommit) -> Response:
    """Answer 503 if the last events could not be stored; the reason is in the log, since this needs no token."""
    return JSONResponse({"status": "failing"}, 503) if commits.error else JSONResponse({"status": "ok"})


async def _openapi(_request: Request) -> Response:
    return JSONResponse(openapi_document())


async def _page(request: Request, live: LiveLineage) -> Response:
    page, tag = await anyio.to_thread.run_sync(_rendered, live)
    headers = {"ETag": f'"{tag}"', "Cache-Control": "no-cache", **_PAGE_HEADERS}
    # The header may list several tags, and a proxy that compresses puts W/ before this one.
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(page, media_type="text/html", headers=headers)


def _rendered(live: LiveLineage) -> tuple[bytes, str]:
    snapshot = live.snapshot()
    return snapshot.page(), snapshot.tag


async def _question(request: Request, live: LiveLineage, question: Question) -> Response:
    def content() -> bytes:
        found = answer(question, live.snapshot().graph, dict(request.query_params))
        return json.dumps(found).encode()

    try:
        return Response(await anyio.to_thread.run_sync(content), media_type="application/json")
    except UsageError as error:
        return JSONResponse({"error": str(error)}, 400)


async def _summary(_request: Request, store: EventStore, live: LiveLineage, retention: Retention) -> Response:
    def content() -> dict[str, Any]:
        counts = summarize(live.snapshot().graph.lineage)
        # Read before the stored events are counted, so that no event is in both numbers.
        deleted = retention.deleted
        # The graph has the latest runs of each job only; those that are stored are counted.
        stored = store.count()
        first = {"events": stored["events"], "deleted_events": deleted, "left_out_of_graph": live.left_out}
        return first | counts | stored

    return JSONResponse(await anyio.to_thread.run_sync(content))


async def _events(request: Request, store: EventStore) -> Response:
    try:
        chosen, limit = _filter(request.query_params)
    except UsageError as error:
        return JSONResponse({"error": str(error)}, 400)
    return StreamingResponse(_portions(store.select(chosen, limit)), media_type="application/x-ndjson")


def _portions(texts: Iterator[str]) -> Iterator[bytes]:
    """Yield lines, many at a time, since each step is one of another thread."""
    portion, size = [], 0
    for text in texts:
        portion.append(_one_line(text))
        size += len(portion[-1])
        if size >= _PORTION_BYTES:
            yield b"".join(portion)
            portion, size = [], 0
    yield b"".join(portion)


def _one_line(text: str) -> bytes:
    """Return an event as a line; JSON has line ends only between its tokens."""
    return text.replace("\r", " ").replace("\n", " ").encode("utf-8", "replace") + b"\n"


def _filter(given: Mapping[str, str]) -> tuple[EventFilter, int | None]:
    if unknown := given.keys() - EVENT_FILTERS.keys():
        raise UsageError(f"unknown parameter: {', '.join(sorted(unknown))[:80]}; there are {', '.join(EVENT_FILTERS)}")
    limit = given.get("limit")
    if limit is not None and not _LIMIT.fullmatch(limit):
        raise UsageError(f"limit: {limit[:80]!r} is not a number of events; give 1 or more")
    times = {name: _time(name, given[name]) for name in ("since", "until") if name in given}
    texts = {name: given[name] for name in ("job", "run") if name in given}
    chosen = EventFilter(
        **texts, type=given.get("type", "").upper(), since=times.get("since"), until=times.get("until")
    )
    return chosen, None if limit is None else int(limit)


def _time(name: str, text: str) -> int:
    try:
        return micros(time_of(text))
    except EventError:
        raise UsageError(f"{name}: {text[:80]!r} is not a time; write it as 2026-05-01T10:00:00Z") from None
