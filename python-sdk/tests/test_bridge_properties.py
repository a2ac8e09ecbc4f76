"""Whatever the agent sends: the host answers or ends with a reason, and the client raises BridgeError."""

from __future__ import annotations

import io
import json
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from py4j import protocol

from bridge_requests import CHILD, EVENT, NODE
from headwater import host
from headwater._bridge import client, exchange
from headwater._bridge.client import Client
from headwater._bridge.peer import Peer
from headwater._bridge.registry import Registry
from headwater.errors import BridgeError, NodeValueError
from headwater.extensions import Dataset, InputDataset, RunFacetBuilder, visitor
from headwater.extensions._hooks import hooks_of
from properties import JSON, repeatable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from headwater.extensions import Context, Event, Node


@visitor("AcmeRelation")
def acme(node: Node, ctx: Context) -> InputDataset:
    return InputDataset(str(ctx.event.run_id) or "acme", str(node.args["table"]))


class Rounds(RunFacetBuilder):
    def build(self, ctx: Context) -> dict[str, object]:
        return {"round": {"type": ctx.type, "inputs": len(ctx.inputs)}}


class Names:
    def rename(self, dataset: Dataset) -> Dataset:
        return Dataset(dataset.namespace, dataset.name.lower())


class Kept:
    def keep_event(self, event: Event) -> bool:
        return event.type != "RUNNING"


class Nowhere:
    def emit(self, event: dict[str, Any]) -> None:
        del event


REQUEST = {
    "id": 1,
    "kind": "event",
    "budgetMillis": 5000,
    "event": EVENT,
    "nodes": [NODE, CHILD],
    "subjects": [{"type": "JobEnd", "value": {"jobId": 3}, "hooks": [1]}],
    "always": [1],
    "hooks": [2, 3, 4],
    "tables": [{"namespace": "file", "name": "/data/a", "levels": ["a", "b"]}],
    "events": ["{}"],
}
ODD_TEXT = st.sampled_from(["", "{", "[" * 100_000, '{"a":' * 50_000, "1e999", '"\\ud800"', "NaN", '{"id": 1', "null"])


@st.composite
def distorted(draw: st.DrawFn) -> str:
    """A request of which some values, at any depth, have any type."""
    request = json.loads(json.dumps(REQUEST)) | {"kind": draw(st.sampled_from(["event", "review", "emit"]))}
    for _ in range(draw(st.integers(1, 3))):
        holder = request
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = draw(st.sampled_from(keys))
            if isinstance(holder[key], (dict, list)) and holder[key] and draw(st.booleans()):
                holder = holder[key]
                continue
            holder[key] = draw(JSON | st.sampled_from(["review", "emit", "event", 10**30, -1, "x" * 100_000]))
            break
    return json.dumps(request)


@pytest.fixture(scope="module")
def peer() -> Iterator[Peer]:
    registry = Registry()
    for extension in (acme, Rounds, Names, Kept, Nowhere):
        registry.add_hooks(hooks_of(extension))
    logging.getLogger("headwater").setLevel(logging.CRITICAL)
    peer = Peer(Client(1, "token"), registry, "host")
    yield peer
    peer.runner.close()
    logging.getLogger("headwater").setLevel(logging.NOTSET)


@repeatable
@given(text=distorted() | ODD_TEXT | st.text(st.characters(), max_size=40))
def test_every_request_has_an_answer_that_the_agent_can_read(peer: Peer, text: str) -> None:
    number, answer = exchange._answer(peer.runner, text)
    assert isinstance(json.loads(answer), dict)
    assert -(2**31) <= number < 2**31, "a number of the protocol is a Java int"
    answer.encode()


def sent_to_client(monkeypatch: pytest.MonkeyPatch, answer: str) -> Client:
    """A client whose gateway gives this answer to every command."""

    class Connection:
        def send_command(self, _: str) -> str:
            return answer

        def close(self, *, reset: bool = False) -> None: ...

    monkeypatch.setattr(Client, "_connection", lambda *_: Connection())
    return Client(1, "token")


ANSWERS = st.text(st.sampled_from('!yxsvinbLr{}[]":,\\\n0a\ud800'), max_size=30) | st.builds(
    lambda body: f"!ys{protocol.escape_new_line(body)}",
    st.one_of(
        ODD_TEXT,
        st.text(max_size=20),
        JSON.map(json.dumps),
        JSON.map(lambda value: json.dumps({"protocol": 1, "maxAnswerBytes": value, "session": value})),
    ),
)


@repeatable
@given(answer=ANSWERS)
def test_no_answer_of_the_gateway_raises_anything_but_a_bridge_error(
    monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    for call in ("hello", "exchange", "live", "update", "emit", "scope", "terminated", "flush"):
        one = sent_to_client(monkeypatch, answer)
        peer = Peer(one, Registry(), "host")
        calls: dict[str, Any] = {
            "hello": peer.hello,
            "exchange": lambda one=one: one.exchange(-1, "", 1),
            "live": lambda one=one: one.live(1, 2, "a"),
            "update": peer.update,
            "emit": lambda one=one: one.emit({}),
            "scope": lambda one=one: one.scope({}),
            "terminated": lambda one=one: one.terminated({}),
            "flush": lambda one=one: one.flush(1),
        }
        with suppress(BridgeError, NodeValueError):
            calls[call]()


@repeatable
@given(answer=ANSWERS)
def test_a_value_of_the_gateway_is_a_text_or_a_bridge_error(answer: str) -> None:
    with suppress(BridgeError):
        assert isinstance(client._value("x", answer), str)


INSTRUCTIONS = {"port": 1, "token": "Zq-token", "extensions": [], "disabled": [], "discover": False}


@st.composite
def first_lines(draw: st.DrawFn) -> bytes:
    changes = draw(st.dictionaries(st.sampled_from([*INSTRUCTIONS, "maxMemoryMegabytes", "x"]), JSON, max_size=3))
    line = json.dumps(INSTRUCTIONS | changes).encode()
    begin = draw(st.integers(0, len(line)))
    return draw(st.sampled_from([line, line[:begin], line[begin:], b"", b"[" * 100_000, b"\xff\xfe", b"5"])) + b"\n"


class Left(Exception):  # noqa: N818 - stands for the end of the process
    """The host has ended its process."""


@repeatable
@given(line=first_lines())
def test_any_instructions_are_used_or_end_the_host_with_one_line_without_the_token(
    monkeypatch: pytest.MonkeyPatch, line: bytes
) -> None:
    reasons = []

    def leave(code: int, message: str = "") -> None:
        reasons.append(message)
        raise Left(code)

    monkeypatch.setattr(host, "_leave", leave)
    with suppress(Left):
        read = host._first_line(io.BufferedReader(io.BytesIO(line)))
        assert 0 < read.port < 65536
        assert read.token
        assert all(isinstance(each, str) for each in [*read.extensions, *read.disabled])
        assert read.max_memory_megabytes >= 0
    assert all(reason and "\n" not in reason and "Zq-token" not in reason for reason in reasons)
