"""Memory and transactions that requests share."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from typing import TYPE_CHECKING, Any, cast

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from headwater._reading.text import parse_json
from headwater.events import event_of
from headwater.serve import receiver
from headwater.serve.body import MemoryBudget
from headwater.serve.commits import GroupCommit
from headwater.serve.receiver import EventReceiver
from headwater.serve.store import NewEvent
from serving import run_event

if TYPE_CHECKING:
    from collections.abc import Sequence


def test_an_error_without_a_text_is_answered_like_any_other() -> None:
    class Full:
        async def commit(self, _records: Sequence[NewEvent]) -> None:
            raise OSError

    app = Starlette(
        routes=[Route("/", EventReceiver(cast("GroupCommit", Full()), 1 << 20).post_event, methods=["POST"])]
    )
    answer = TestClient(app).post("/", json=run_event(1))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_large_body_is_read_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch, *, is_packed: bool) -> None:
    threads: list[int] = []

    def read(text: bytes, *, strict: bool) -> Any:
        threads.append(threading.get_ident())
        return parse_json(text, strict=strict)

    class Loop:
        async def commit(self, _records: Sequence[NewEvent]) -> None:
            threads.append(threading.get_ident())

    monkeypatch.setattr(receiver, "parse_json", read)
    app = Starlette(
        routes=[Route("/", EventReceiver(cast("GroupCommit", Loop()), 1 << 20).post_event, methods=["POST"])]
    )
    for size, is_beside in ((0, is_packed), (20_000, True)):
        body = json.dumps(run_event(1, numbers=list(range(size)))).encode()
        packed = {"content": gzip.compress(body), "headers": {"Content-Encoding": "gzip"}}
        answer = TestClient(app).post("/", **(packed if is_packed else {"content": body}))
        parser, loop = threads
        assert (answer.status_code, parser != loop) == (201, is_beside)
        threads.clear()


def test_requests_wait_in_order_for_memory_and_give_it_back() -> None:
    async def hold(budget: MemoryBudget, name: str, size: int, log: list[str], end: asyncio.Event) -> None:
        async with budget.take(size):
            log.append(name)
            await end.wait()

    async def check() -> list[str]:
        budget, log, end, first_end = MemoryBudget(10), list[str](), asyncio.Event(), asyncio.Event()
        first = asyncio.create_task(hold(budget, "first", 6, log, first_end))
        await asyncio.sleep(0)
        gone = asyncio.create_task(hold(budget, "gone", 10, log, end))
        large = asyncio.create_task(hold(budget, "more than all", 99, log, end))
        small = asyncio.create_task(hold(budget, "small", 1, log, end))
        await asyncio.sleep(0)
        gone.cancel()
        first_end.set()
        await first
        await asyncio.sleep(0)
        log.append("end")
        end.set()
        await asyncio.gather(large, small)
        return log

    assert asyncio.run(check()) == ["first", "more than all", "end", "small"]


def test_many_senders_share_a_transaction_and_its_error() -> None:
    groups: list[int] = []

    def write(records: Sequence[NewEvent]) -> None:
        groups.append(len(records))
        if len(groups) == 2:
            raise OSError("disk full")

    async def check() -> list[BaseException | None]:
        commits = GroupCommit(write)
        records = [NewEvent(event_of(raw), "") for raw in (run_event(1), run_event(2))]
        first = [asyncio.create_task(commits.commit(records)) for _ in range(50)]
        found = await asyncio.gather(*first, return_exceptions=True)
        found += await asyncio.gather(*(commits.commit(records) for _ in range(50)), return_exceptions=True)
        await commits.commit(records)
        await commits.close()
        return found

    found = asyncio.run(check())
    assert [str(each) for each in found] == ["None"] * 50 + ["disk full"] * 50
    assert groups == [100, 100, 2]


def test_a_request_that_was_cancelled_does_not_stop_the_others() -> None:
    async def check() -> None:
        commits = GroupCommit(lambda _: None)
        tasks = [asyncio.create_task(commits.commit([])) for _ in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(tasks[0], tasks[2])
        with pytest.raises(asyncio.CancelledError):
            await tasks[1]
        await commits.commit([])
        await commits.close()

    asyncio.run(check())
