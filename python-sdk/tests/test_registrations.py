"""What `headwater.register` sets up, replaces and closes."""

from __future__ import annotations

import atexit
import sys
import time
from typing import TYPE_CHECKING, ClassVar

import pytest

import headwater
from fake_session import FakeContext, activate
from headwater._bridge.client import Client
from headwater.extensions import RunFacetBuilder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fake_agent import FakeAgent

Calls = list[tuple[int, object]]


class Keeps(RunFacetBuilder):
    """Keeps the calls of all instances, with the number of the instance."""

    calls: ClassVar[Calls] = []
    made: ClassVar[int] = 0

    def __init__(self) -> None:
        Keeps.made += 1
        self.number = Keeps.made

    def setup(self, options: dict[str, str]) -> None:
        self.calls.append((self.number, options))

    def build(self) -> None:
        """Add nothing."""

    def close(self) -> None:
        self.calls.append((self.number, "closed"))
        raise RuntimeError("logged")


class Other(RunFacetBuilder):
    """Can be registered."""

    def build(self) -> None:
        """Add nothing."""


class Fails(Other):
    """Cannot be registered."""

    def setup(self, options: dict[str, str]) -> None:
        raise ValueError("no database")


@pytest.fixture(autouse=True)
def calls() -> Iterator[Calls]:
    yield Keeps.calls
    Keeps.calls.clear()
    Keeps.made = 0


def test_a_stopped_session_is_named(agent: FakeAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    context = FakeContext(agent)
    monkeypatch.setattr(context, "_jsc", None, raising=False)
    with pytest.warns(headwater.HeadwaterWarning, match="this Spark session has been stopped; make a new one"):
        assert not headwater.register(context, Other).is_active
    assert context.opened == []


def test_a_registered_extension_is_set_up_and_closed(spark: FakeContext, calls: Calls) -> None:
    spark.conf = {"spark.openlineage.python.options.acme.db": "/x", "spark.app.name": "a"}
    registered = headwater.register(spark, Keeps)
    assert calls == [(1, {"acme.db": "/x"})]
    registered.close()
    registered.close()
    assert calls == [(1, {"acme.db": "/x"}), (1, "closed")]


def test_a_registration_that_the_agent_refuses_leaves_nothing(
    agent: FakeAgent, spark: FakeContext, calls: Calls
) -> None:
    agent.hello_answer["protocol"] = 99
    with pytest.warns(headwater.HeadwaterWarning, match="protocol 99"):
        assert not headwater.register(spark, Keeps).is_active
    assert calls == [(1, {}), (1, "closed")]
    agent.hello.get(timeout=20)
    agent.hello_answer["protocol"] = 1
    headwater.register(spark, Other)
    assert [each["extension"] for each in agent.hello.get(timeout=20)["hooks"]] == [f"{__name__}:Other"]


def test_what_is_registered_stays_if_the_agent_takes_no_more(
    spark: FakeContext, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise headwater.BridgeError("refused")

    first = headwater.register(spark, Keeps)
    monkeypatch.setattr(Client, "update", refuse)
    with pytest.warns(headwater.HeadwaterWarning, match="extensions are not called: refused"):
        assert not headwater.register(spark, Keeps).is_active
    assert first.is_active
    assert calls == [(1, {}), (2, {}), (2, "closed")]


def test_an_extension_is_closed_if_the_next_one_fails_in_setup(spark: FakeContext, calls: Calls) -> None:
    with pytest.raises(headwater.ExtensionError, match="ValueError in setup: no database"):
        headwater.register(spark, Keeps, Fails)
    assert calls == [(1, {}), (1, "closed")]


@pytest.mark.parametrize("place", ["__init__", "setup"])
def test_an_extension_that_exits_before_it_is_registered_is_refused(spark: FakeContext, place: str) -> None:
    extension = type("Exits", (Other,), {place: lambda *_: sys.exit(3)})
    with pytest.raises(headwater.ExtensionError, match=f"SystemExit in {place}: 3"):
        headwater.register(spark, extension)


def test_an_extension_that_exits_when_it_is_closed_does_not_end_the_program(spark: FakeContext) -> None:
    extension = type("Exits", (Other,), {"close": lambda _: sys.exit(3)})
    registered = headwater.register(spark, extension)
    registered.close()
    assert not registered.is_active


def test_an_extension_that_is_replaced_is_closed_once(spark: FakeContext, calls: Calls) -> None:
    first = headwater.register(spark, Keeps)
    second = headwater.register(spark, Keeps)
    assert calls == [(1, {}), (2, {}), (1, "closed")]
    assert (first.is_active, second.is_active) == (False, True)
    assert repr(first).endswith("not active>")
    first.close()
    assert calls == [(1, {}), (2, {}), (1, "closed")]
    second.close()
    assert calls[3:] == [(2, "closed")]


def test_a_registration_is_not_active_after_the_end_of_the_session(agent: FakeAgent, spark: FakeContext) -> None:
    registered = headwater.register(spark, Other)
    agent.close()
    end = time.monotonic() + 20
    while registered.is_active and time.monotonic() < end:
        time.sleep(0.01)
    assert repr(registered) == f"<headwater.Registration of {__name__}:Other: not active>"


def test_an_instance_that_is_registered_again_stays_open(spark: FakeContext, calls: Calls) -> None:
    instance = Keeps()
    first, second = headwater.register(spark, instance), headwater.register(spark, instance)
    first.close()
    assert calls == [(1, {}), (1, {})]
    second.close()
    assert calls == [(1, {}), (1, {}), (1, "closed")]


def test_a_registration_of_an_old_session_leaves_the_connection_of_the_new_one(
    agent: FakeAgent, spark: FakeContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = headwater.register(spark, Keeps)
    new = activate(FakeContext(agent), monkeypatch)
    headwater.register(new, Keeps)
    old.close()
    headwater.register(new, Other)
    assert new.opened == ["app-1"]


def test_a_closed_registration_leaves_nothing_for_the_end_of_the_process(
    spark: FakeContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_exit: list[object] = []
    monkeypatch.setattr(atexit, "register", at_exit.append)

    def unregister(gone: object) -> None:  # may be called twice
        at_exit[:] = [each for each in at_exit if each is not gone]

    monkeypatch.setattr(atexit, "unregister", unregister)
    for _ in range(2):
        with headwater.register(spark, Other):
            assert len(at_exit) == 1
        assert at_exit == []
