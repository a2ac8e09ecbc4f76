from __future__ import annotations

import asyncio
import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

import headwater
from headwater._conf import LISTENER
from headwater._pyspark import connect_session
from headwater._warn import _emitted_warnings
from headwater.extensions import Dataset

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class FakeClient:
    """A client's connection. As in PySpark, a session's tags are those of its thread."""

    def __init__(self) -> None:
        self.of_thread = threading.local()

    def get_tags(self) -> set[str]:
        tags: set[str] = self.of_thread.__dict__.setdefault("tags", set())
        return tags


class FakeSession:
    """A session of a Connect client, whose operations have the tags that its connection gives them."""

    def __init__(self, client: FakeClient) -> None:
        self.client = client
        self.listeners: object = f"acme.Listener,{LISTENER}"
        self.conf = self

    @property
    def tags(self) -> set[str]:
        """The tags of an operation that is sent now."""
        return self.client.get_tags()

    def get(self, key: str, default: str) -> object:
        """Answer as the server's configuration does."""
        assert (key, default) == ("spark.extraListeners", "")
        if isinstance(self.listeners, Exception):
            raise self.listeners
        return self.listeners

    def facets(self) -> list[Any]:
        """Return the messages in the tags, as the agent reads them."""
        tags = (tag.removeprefix("headwater-facet:") for tag in self.tags if tag.startswith("headwater-facet:"))
        return sorted((json.loads(unquote(tag)) for tag in tags), key=lambda message: str(message["facet"]))


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> FakeSession:
    session = FakeSession(type("Client", (FakeClient,), {})())
    kind = SimpleNamespace(getActiveSession=lambda: None, _default_session=session)
    monkeypatch.setitem(sys.modules, "pyspark.sql.connect.session", SimpleNamespace(SparkSession=kind))
    monkeypatch.delitem(sys.modules, "pyspark.core.context", raising=False)
    monkeypatch.delitem(sys.modules, "pyspark.context", raising=False)
    return session


def test_a_job_of_a_connect_client_is_a_tag(session: FakeSession) -> None:
    session.tags.add("nightly")
    with headwater.job("daily, orders"):
        assert session.tags == {"nightly", "headwater-job:daily%2C orders"}
    assert session.tags == {"nightly"}


@pytest.mark.parametrize("local", [True, False])
def test_a_server_in_this_process_is_no_driver_of_the_program(
    session: FakeSession, monkeypatch: pytest.MonkeyPatch, *, local: bool
) -> None:
    driver = SimpleNamespace(SparkContext=SimpleNamespace(_active_spark_context=object()))
    monkeypatch.setitem(sys.modules, "pyspark.core.context", driver)
    monkeypatch.delenv("SPARK_LOCAL_REMOTE", raising=False)
    if local:  # as PySpark sets it for remote("local") and spark.api.mode=connect
        monkeypatch.setenv("SPARK_LOCAL_REMOTE", "1")
    assert connect_session() is (session if local else None)


def test_the_inner_one_of_two_jobs_is_the_tag(session: FakeSession) -> None:
    with headwater.job("daily"):
        with headwater.job("a/b [1]"):
            assert session.tags == {"headwater-job:a/b [1]"}
        assert session.tags == {"headwater-job:daily"}
    assert session.tags == set()


def test_a_job_ends_with_its_error(session: FakeSession) -> None:
    with pytest.raises(KeyError, match="mine"), headwater.job("daily"):
        raise KeyError("mine")
    assert session.tags == set()


def test_a_job_holds_for_the_operations_of_every_session(session: FakeSession) -> None:
    other = FakeSession(type(session.client)())
    other.tags.add("nightly")
    with headwater.job("daily"):
        assert session.tags == {"headwater-job:daily"}
        assert other.tags == {"nightly", "headwater-job:daily"}
    assert other.tags == {"nightly"}


def test_tasks_on_one_thread_do_not_share_a_job(session: FakeSession) -> None:
    async def task(number: int) -> list[set[str]]:
        seen = []
        with headwater.job(f"task {number}"):
            for _ in range(2):
                seen.append(session.tags)
                await asyncio.sleep(0)
        return [*seen, session.tags]

    async def main() -> list[list[set[str]]]:
        return list(await asyncio.gather(task(1), task(2)))

    assert asyncio.run(main()) == [[{f"headwater-job:task {n}"}] * 2 + [set()] for n in (1, 2)]


def test_what_a_task_calls_in_another_thread_is_in_its_job(session: FakeSession) -> None:
    async def task() -> set[str]:
        with headwater.job("daily"):
            return await asyncio.to_thread(lambda: session.tags)

    assert asyncio.run(task()) == {"headwater-job:daily"}


def test_a_decorated_function_runs_in_a_job(session: FakeSession) -> None:
    @headwater.job("daily")
    def tags(depth: int) -> list[set[str]]:
        """The tags of this call and of those inside."""
        return [session.tags, *(tags(depth - 1) if depth else [])]

    assert tags(1) == [{"headwater-job:daily"}] * 2
    assert (tags.__name__, tags.__doc__) == ("tags", "The tags of this call and of those inside.")
    assert session.tags == set()


def test_a_decorated_coroutine_runs_in_a_job(session: FakeSession) -> None:
    @headwater.job("daily")
    async def tags(depth: int) -> list[set[str]]:
        await asyncio.sleep(0)
        return [session.tags, *(await tags(depth - 1) if depth else [])]

    async def main() -> tuple[list[list[set[str]]], set[str]]:
        return list(await asyncio.gather(tags(1), tags(0))), session.tags

    assert asyncio.run(main()) == ([[{"headwater-job:daily"}] * 2, [{"headwater-job:daily"}]], set())


def test_a_generator_is_no_job() -> None:
    async def batches() -> AsyncIterator[int]:
        yield 1

    with pytest.raises(
        headwater.UsageError, match=r"decorates the generator function .*batches, .*; use `with headwater"
    ):
        headwater.job("daily")(batches)


def test_tasks_in_one_job_do_not_share_facets(session: FakeSession) -> None:
    async def task(number: int) -> list[Any]:
        headwater.emit_run_facet("acme_note", {"number": number})
        await asyncio.sleep(0)
        return [f["facet"]["number"] for f in session.facets()]

    async def main() -> list[list[Any]]:
        with headwater.job("daily"):
            headwater.emit_run_facet("acme_note", {"number": 0})
            return list(await asyncio.gather(task(1), task(2)))

    assert asyncio.run(main()) == [[1], [2]]


def test_a_thread_without_a_job_has_no_tag_of_another(session: FakeSession) -> None:
    with headwater.job("daily"), ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: session.tags).result() == set()


def test_a_process_with_a_driver_is_not_a_client(session: FakeSession, monkeypatch: pytest.MonkeyPatch) -> None:
    assert connect_session() is session
    context = SimpleNamespace(SparkContext=SimpleNamespace(_active_spark_context=object()))
    monkeypatch.setitem(sys.modules, "pyspark.core.context", context)
    assert connect_session() is None


def test_a_facet_of_a_connect_client_is_a_tag_until_the_job_ends(session: FakeSession) -> None:
    with headwater.job("daily"):
        headwater.emit_run_facet("acme_note", {"text": "a, 100% \u00e9"})
        headwater.emit_dataset_facet("acme_tier", {"name": "gold"}, Dataset("file", "/t"))
        dataset, run = session.facets()
        assert (run["target"], run["name"], run["facet"]["text"]) == ("run", "acme_note", "a, 100% \u00e9")
        assert (dataset["target"], dataset["namespace"], dataset["dataset"]) == ("dataset", "file", "/t")
        assert not headwater.is_terminating_event_sent()
    assert session.tags == set()


def test_the_later_of_two_facets_replaces_the_earlier_one(session: FakeSession) -> None:
    with headwater.job("daily"):
        headwater.emit_run_facet("acme_note", {"text": "first"})
        headwater.emit_run_facet("acme_note", {"text": "second"})
        assert [f["facet"]["text"] for f in session.facets()] == ["second"]
        with headwater.job("hourly"):
            headwater.emit_job_facet("acme_note", {"text": "of the job"})
            headwater.emit_run_facet("acme_note", {"text": "third"})
            assert [f["facet"]["text"] for f in session.facets()] == ["of the job", "third"]
        assert [f["facet"]["text"] for f in session.facets()] == ["second"]
        assert "headwater-job:daily" in session.tags
    assert session.tags == set()


def test_a_facet_without_a_job_is_lost_with_a_warning(session: FakeSession) -> None:
    _emitted_warnings.clear()
    with pytest.warns(headwater.HeadwaterWarning, match=r"'acme_note' is lost: .* inside `with headwater.job\(...\):`"):
        headwater.emit_run_facet("acme_note", {"text": "x"})
    assert session.tags == set()


def test_a_facet_for_a_server_without_an_agent_is_lost_with_a_warning(session: FakeSession) -> None:
    _emitted_warnings.clear()
    session.listeners = None
    with (
        headwater.job("daily"),
        pytest.warns(headwater.HeadwaterWarning, match="the Spark Connect server has no agent"),
    ):
        headwater.emit_run_facet("acme_note", {"text": "x"})
    session.listeners = RuntimeError("not allowed")  # so nothing is known
    with headwater.job("daily"):
        headwater.emit_run_facet("acme_note", {"text": "x"})
        assert len(session.facets()) == 1


@pytest.mark.parametrize(
    ("name", "facet", "reason"),
    [
        (
            "acme_note",
            {"text": "x" * 17000},
            r"run facet 'acme_note': it needs 17\d\d\d characters .* Make the facet smaller",
        ),
        ("x" * 201, {}, "the name has 201 characters; use at most 200"),
        ("headwater_note", {}, "names that begin with headwater_ are the agent's own"),
        ("a\x07b", {}, "the name is blank or has a control character"),
        (" ", {}, "the name is blank or has a control character"),
        ("acme_note", {"text": object()}, "this is not JSON"),
    ],
)
def test_a_facet_that_the_agent_would_refuse_is_an_error(
    session: FakeSession, name: str, facet: dict[str, object], reason: str
) -> None:
    with headwater.job("daily"):
        with pytest.raises(headwater.FacetError, match=reason):
            headwater.emit_run_facet(name, facet)
        assert session.facets() == []


def test_the_facets_of_a_job_have_one_bound(session: FakeSession) -> None:
    with headwater.job("daily"):
        headwater.emit_run_facet("acme_a", {"text": "x" * 9000})
        headwater.emit_run_facet("acme_a", {"text": "y" * 9000})  # replaces it
        with pytest.raises(headwater.FacetError, match=r"the other facets of this job have 9\d\d\d"):
            headwater.emit_run_facet("acme_b", {"text": "x" * 9000})
