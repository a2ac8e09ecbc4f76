"""Transports with the spool are called in threads of their own."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

import pytest

from headwater._bridge.client import Client
from headwater._bridge.peer import Peer
from headwater._bridge.registry import Registry
from headwater.extensions import Context, InputDataset, Node, transport, visitor
from headwater.extensions._hooks import hooks_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fake_agent import FakeAgent

DELIVERY = {"kind": "emit", "events": [json.dumps({"eventType": "START"})], "hooks": [0]}


@visitor("AcmeRelation")
def acme(node: Node, ctx: Context) -> InputDataset:
    return InputDataset("acme", "orders")


def visit(*hooks: int) -> dict[str, Any]:
    return {"nodes": [{"i": 0, "node": "AcmeRelation", "hooks": list(hooks)}]}


@pytest.fixture
def peer(agent: FakeAgent) -> Iterator[Peer]:
    peer = Peer(Client(agent.port, agent.token), Registry(), "attached")
    yield peer
    peer.close()


def start(peer: Peer) -> None:
    peer.hello()
    peer.start(at_end=lambda: None)


def test_a_transport_that_takes_long_delays_no_request_for_an_event(agent: FakeAgent, peer: Peer) -> None:
    entered, release = threading.Event(), threading.Event()

    @transport(spool=True)
    def slow(event: dict[str, Any]) -> None:
        entered.set()
        release.wait(20)

    peer.registry.add_hooks(hooks_of(slow, "m:slow"))
    peer.registry.add_hooks(hooks_of(acme, "m:acme"))
    start(peer)
    delivery = agent.send({**DELIVERY, "budgetMillis": 60_000}, "m:slow")
    assert entered.wait(20)
    assert agent.ask(visit(1))["inputs"][0]["name"] == "orders"
    assert delivery.empty(), "the transport has not answered yet"
    release.set()
    assert delivery.get(timeout=20)["sent"] == [0]


def test_an_extension_that_is_also_a_visitor_is_never_called_twice_at_a_time(agent: FakeAgent, peer: Peer) -> None:
    entered, release = threading.Event(), threading.Event()

    class Both:
        batch = 10
        nodes = ("AcmeRelation",)

        def emit_batch(self, events: list[dict[str, Any]]) -> None:
            self.busy = True
            entered.set()
            release.wait(20)
            self.busy = False

        def visit(self, node: Node, ctx: Context) -> InputDataset:
            return InputDataset("acme", f"busy: {self.busy}")

    visits, transports = sorted(
        peer.registry.add_hooks(hooks_of(Both, "m:both")), key=lambda n: "batch" in peer.registry.hooks[n].selector
    )
    start(peer)
    delivery = agent.send({**DELIVERY, "hooks": [transports], "budgetMillis": 60_000}, "m:both")
    assert entered.wait(20)
    late = agent.ask({**visit(visits), "budgetMillis": 300})
    assert [each["message"] for each in late["errors"]] == ["did not answer within 300 ms"]
    release.set()
    assert delivery.get(timeout=20)["sent"] == [transports]
    while (answer := agent.ask(visit(visits)))["errors"]:
        assert "it still runs" in answer["errors"][0]["message"]
    assert answer["inputs"][0]["name"] == "busy: False"


def test_a_transport_that_is_registered_later_is_called(agent: FakeAgent, peer: Peer) -> None:
    peer.registry.add_hooks(hooks_of(acme, "m:acme"))
    start(peer)

    @transport(spool=True)
    def later(event: dict[str, Any]) -> None: ...

    (number,) = peer.registry.add_hooks(hooks_of(later, "m:later"))
    peer.update()
    assert agent.send({**DELIVERY, "hooks": [number]}, "m:later").get(timeout=20)["sent"] == [number]
    peer.registry.remove([number])
    deadline = 200
    while any(each.name == "headwater-delivery" for each in threading.enumerate()) and deadline:
        threading.Event().wait(0.05)
        deadline -= 1
    assert deadline, "the thread ends when the transport is gone"
