from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

import headwater
from headwater._pyspark import connect_session


class FakeSession:
    """The tags of a Connect client's session; like PySpark 3.5, it refuses to remove a tag that is not there."""

    def __init__(self) -> None:
        self.tags: set[str] = set()

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
