from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest

import headwater
from headwater._conf import LISTENER
from headwater._pyspark import connect_session
from headwater._warn import _emitted_warnings
from headwater.extensions import Dataset


class FakeSession:
    """The tags of a Connect client's session; like PySpark 3.5, it refuses to remove a tag that is not there."""

    def __init__(self) -> None:
        self.tags: set[str] = set()
        self.listeners: object = f"acme.Listener,{LISTENER}"
        self.conf = self

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

    def getTags(self) -> set[str]:  # noqa: N802  (PySpark's own)
        return set(self.tags)

    def addTag(self, tag: str) -> None:  # noqa: N802  (PySpark's own)
        assert "," not in tag
        self.tags.add(tag)

    def removeTag(self, tag: str) -> None:  # noqa: N802  (PySpark's own)
        self.tags.remove(tag)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> FakeSession:
    session = FakeSession()
    kind = SimpleNamespace(getActiveSession=lambda: None, _default_session=session)
    monkeypatch.setitem(sys.modules, "pyspark.sql.connect.session", SimpleNamespace(SparkSession=kind))
    monkeypatch.delitem(sys.modules, "pyspark.core.context", raising=False)
    monkeypatch.delitem(sys.modules, "pyspark.context", raising=False)
    return session


def test_a_job_of_a_connect_client_is_a_tag(session: FakeSession) -> None:
    session.addTag("nightly")
    with headwater.job("daily, orders"):
        assert session.tags == {"nightly", "headwater-job:daily%2C orders"}
    assert session.tags == {"nightly"}


def test_the_inner_one_of_two_jobs_is_the_tag(session: FakeSession) -> None:
    with headwater.job("daily"):
        with headwater.job("a/b [1]"):
            assert session.tags == {"headwater-job:a/b [1]"}
        assert session.tags == {"headwater-job:daily"}
    assert session.tags == set()


def test_a_job_ends_with_its_error_and_after_the_tags_are_cleared(session: FakeSession) -> None:
    with pytest.raises(KeyError, match="mine"), headwater.job("daily"):
        raise KeyError("mine")
    assert session.tags == set()
    with headwater.job("daily"):
        session.tags.clear()
    assert session.tags == set()


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
