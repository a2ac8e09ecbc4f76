"""What a signal handler raises in the main thread while it waits for the agent: Ctrl-C in a notebook, a time limit."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, Any

import pytest

import headwater
from headwater._bridge import attachment
from headwater.extensions import InputDataset, visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fake_agent import FakeAgent
    from fake_session import FakeContext


class Gate:
    """Keeps the extension running until the main thread has called the agent."""

    def __init__(self) -> None:
        self.entered, self.left = threading.Event(), threading.Event()


def flush_often() -> None:
    """Call the agent until the handler runs: Python calls it in the main thread, a little later."""
    for _ in range(1000):
        attachment._current[0].client.flush(0)


@pytest.fixture
def _ctrl_c() -> Iterator[None]:
    """Python's own handler: a shell starts a program in the background with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c")
def test_an_extension_is_called_after_an_interrupted_call(agent: FakeAgent, spark: FakeContext) -> None:
    gate = Gate()

    @visitor("AcmeRelation")
    def acme(node: Any, ctx: Any) -> InputDataset:
        gate.entered.set()
        assert gate.left.wait(20)
        return InputDataset("acme", node.args["table"])

    request = {"nodes": [{"i": 1, "node": "AcmeRelation", "args": {"table": "orders"}, "hooks": [0]}]}
    with headwater.register(spark, acme) as registered:
        answer = agent.send(request)
        assert gate.entered.wait(20)
        agent.on_flush = lambda: signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            flush_often()
        agent.on_flush = lambda: None
        gate.left.set()
        assert answer.get(timeout=20)["inputs"][0]["name"] == "orders"
        assert agent.ask(request)["inputs"][0]["name"] == "orders"
        assert registered.is_active


@pytest.mark.parametrize("method", ["addJobTag", "removeJobTag"])
def test_no_later_query_has_the_name_of_an_interrupted_job(
    agent: FakeAgent, spark: FakeContext, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    original = getattr(spark, method)

    def interrupted(tag: str) -> None:
        monkeypatch.setattr(spark, method, original)
        if method == "addJobTag":
            original(tag)  # Python runs the handler when the JVM has answered
        raise KeyboardInterrupt

    monkeypatch.setattr(spark, method, interrupted)
    with pytest.raises(KeyboardInterrupt), headwater.job("daily"):
        pass
    assert spark.tags == []
