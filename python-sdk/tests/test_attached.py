from __future__ import annotations

import json
import logging
import queue
import socket
import threading
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

import headwater
from fake_session import FakeContext, activate, forget_attachments
from headwater._bridge import attachment
from headwater._bridge.client import Client
from headwater.extensions import Dataset, InputDataset, visitor

if TYPE_CHECKING:
    from fake_agent import FakeAgent


@visitor("AcmeRelation")
def acme(node: Any, ctx: Any) -> InputDataset:
    return InputDataset("acme", node.args["table"])


def visit_request(number: int) -> dict[str, Any]:
    return {"nodes": [{"i": 1, "node": "AcmeRelation", "args": {"table": "orders"}, "hooks": [number]}]}


def test_a_registered_extension_is_called_until_it_is_closed(agent: FakeAgent, spark: FakeContext) -> None:
    with headwater.register(spark, acme) as registered:
        hello = agent.hello.get(timeout=20)
        assert (hello["kind"], hello["protocol"]) == ("attached", 1)
        assert [each["extension"] for each in hello["hooks"]] == [f"{__name__}:acme"]
        assert agent.ask(visit_request(0))["inputs"][0]["name"] == "orders"
        active = registered.is_active
    assert agent.calls.get(timeout=20) == ("goodbye", ["s-1"])
    assert (active, registered.is_active) == (True, False)
    assert spark.opened == ["app-1"]


def test_closing_waits_until_the_agent_has_called_the_extension_for_what_has_ended(
    agent: FakeAgent, spark: FakeContext
) -> None:
    answers: list[dict[str, Any]] = []
    with headwater.register(spark, acme):
        agent.on_flush = lambda: answers.append(agent.ask(visit_request(0)))
    assert [each["inputs"][0]["name"] for each in answers] == ["orders"]
    assert agent.calls.get(timeout=20)[0] == "goodbye"


def test_a_module_stands_for_its_extensions(agent: FakeAgent, spark: FakeContext) -> None:
    module = ModuleType("acme_lineage")
    source = """
from headwater.extensions import QueryPlanVisitor, InputDataset, keep_event, namer, visitor
prod = namer(lambda dataset: None)
class Acme(QueryPlanVisitor):
    nodes = ("AcmeRelation",)
    def visit(self, node, ctx): ...
class Other(Acme):
    def __init__(self, name): ...
other = Other("x")
_private = namer(lambda dataset: None)
"""
    exec(source, vars(module))  # noqa: S102
    registered = headwater.register(spark, module)
    hello = agent.hello.get(timeout=20)
    names = ["acme_lineage:prod", "acme_lineage:Acme", "acme_lineage:other"]
    assert [each["extension"] for each in hello["hooks"]] == names
    assert repr(registered) == f"<headwater.Registration of {', '.join(names)}: active>"
    registered.close()
    assert repr(registered).endswith("not active>")


def test_a_module_without_extensions_is_refused(spark: FakeContext) -> None:
    with pytest.raises(headwater.ExtensionError, match="the module json has no extensions: decorate functions"):
        headwater.register(spark, json)


def test_registering_again_replaces_the_extension_in_the_agent(agent: FakeAgent, spark: FakeContext) -> None:
    headwater.register(spark, acme)
    second = headwater.register(spark, acme, visitor("Other")(lambda node, ctx: None))
    method, (session, update) = agent.calls.get(timeout=20)
    assert (method, session) == ("update", "s-1")
    assert [each["id"] for each in update["hooks"]] == [1, 2]
    assert agent.ask(visit_request(1))["inputs"]
    second.close()
    assert agent.calls.get(timeout=20)[0] == "goodbye"


def test_an_extension_can_be_registered_again_after_the_last_was_closed(agent: FakeAgent, spark: FakeContext) -> None:
    headwater.register(spark, acme).close()
    agent.hello.get(timeout=20)
    assert headwater.register(spark, acme).is_active
    agent.hello.get(timeout=20)
    assert agent.ask(visit_request(0))["inputs"]


def test_spark_is_refused_inside_an_extension_and_as_before_after_it(agent: FakeAgent, spark: FakeContext) -> None:
    @visitor("AcmeRelation")
    def calls_spark(node: Any, ctx: Any) -> InputDataset:
        spark.client.send_command("m\nd\no1\ne\n")
        return InputDataset("acme", spark.client.send_command("c\n"))

    with headwater.register(spark, calls_spark):
        (error,) = agent.ask(visit_request(0))["errors"]
        assert "SparkCallError: an extension cannot call Spark while it handles a request" in error["message"]
        assert spark.client.send_command("c\n", retry=False) == "done False"
    assert "send_command" not in vars(spark.client)
    assert spark.client.commands == ["m\nd\no1\ne\n", "c\n"]


def test_a_facet_is_for_the_query_and_scope_that_it_is_emitted_in(agent: FakeAgent, spark: FakeContext) -> None:
    headwater.emit_run_facet("note", {"x": 1})
    spark.execution = "7"
    with headwater.job("daily orders"):
        headwater.emit_dataset_facet("note", {"x": 2}, Dataset("file", "/a"))
        (tag,) = spark.tags
    headwater.emit_job_facet("ownership", {"owners": [{"name": "team:data"}]})
    calls = [agent.calls.get(timeout=20) for _ in range(5)]
    assert [method for method, _ in calls] == ["emit", "scope", "emit", "scope", "emit"]
    first, opened, second, closed, third = [arguments[0] for _, arguments in calls]
    assert (first["scope"], first["executionId"], first["target"], first["name"]) == (None, None, "run", "note")
    assert first["facet"]["_schemaURL"].endswith("RunFacet")
    assert opened == {"tag": tag, "job": "daily orders", "open": True}
    assert (second["scope"], second["executionId"], second["dataset"]) == (tag, 7, "/a")
    assert closed == {"tag": tag, "job": "daily orders", "open": False}
    assert (third["scope"], third["target"]) == (None, "job")
    assert spark.tags == []


def test_a_job_that_this_spark_cannot_name_opens_no_scope(
    agent: FakeAgent, spark: FakeContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(FakeContext, "addJobTag")
    with pytest.warns(headwater.HeadwaterWarning, match=r"has no effect: it needs Spark 3\.5"), headwater.job("daily"):
        pass
    assert agent.calls.empty()


def test_a_named_job_ends_with_the_error_that_ends_it(agent: FakeAgent, spark: FakeContext) -> None:
    with pytest.raises(KeyError, match="mine"), headwater.job("daily"):
        raise KeyError("mine")
    assert spark.tags == []
    assert agent.calls.get(timeout=20)[1][0]["open"] is True
    assert agent.calls.get(timeout=20)[1][0]["open"] is False
    with pytest.raises(headwater.UsageError, match="needs a name"), headwater.job(" "):
        pass


def test_is_terminating_event_sent_reports_a_late_facet(agent: FakeAgent, spark: FakeContext) -> None:
    spark.execution = "7"
    assert headwater.is_terminating_event_sent() is True
    assert agent.calls.get(timeout=20) == ("terminated", [{"scope": None, "executionId": 7}])
    agent.answers_to["terminated"] = {"terminated": False}
    assert headwater.is_terminating_event_sent() is False


def test_after_the_session_has_stopped_every_facet_is_too_late(
    agent: FakeAgent, spark: FakeContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent.answers_to["terminated"] = {"terminated": False}
    assert headwater.is_terminating_event_sent() is False
    monkeypatch.setattr(attachment, "active_context", lambda: None)
    assert headwater.is_terminating_event_sent() is True


def test_a_facet_that_the_agent_does_not_take_is_a_warning_once(agent: FakeAgent, spark: FakeContext) -> None:
    agent.answers_to["emit"] = {"accepted": False, "reason": "the run has ended"}
    with pytest.warns(headwater.HeadwaterWarning, match="'note' is lost: the run has ended") as caught:  # noqa: PT031  (either of them)
        headwater.emit_run_facet("note", {"x": 1})
        headwater.emit_run_facet("note", {"x": 1})
    assert [each.filename for each in caught] == [__file__]


def test_an_invalid_facet_or_extension_raises_an_error(spark: FakeContext) -> None:
    with pytest.raises(headwater.FacetError, match="run facet 'note': a mapping"):
        headwater.emit_run_facet("note", 3)
    with pytest.raises(headwater.FacetError, match="names that begin with headwater_ are the agent's own"):
        headwater.emit_run_facet("headwater_note", {"x": 1})
    with pytest.raises(headwater.ExtensionError, match="none of the methods"):
        headwater.register(spark, object)
    assert spark.opened == []


def test_a_forgotten_session_and_a_wrong_dataset_are_named(spark: FakeContext) -> None:
    with pytest.raises(headwater.UsageError, match=r"the first argument is the SparkSession: register\(spark, …\)"):
        headwater.register(visitor("Acme")(lambda node, ctx: None))
    wrong: Any = ("file", "/a")
    with pytest.raises(
        headwater.UsageError, match=r"facet 'note': a dataset is Dataset\(\"namespace\", \"name\"\), not"
    ):
        headwater.emit_dataset_facet("note", {"x": 2}, wrong)


NO_AGENT: list[tuple[FakeContext | None, str]] = [
    (None, "no Spark session runs in this process"),
    (FakeContext(None), "agent is not in this session's JVM: start the session with headwater.configure"),
    (FakeContext(None, '{"error": "python is switched off"}'), "can't be reached: python is switched off"),
    (FakeContext(None, '{"port": 1, "token": "t"}'), "can't connect to the agent's gateway"),
]


@pytest.mark.parametrize(("context", "reason"), NO_AGENT)
def test_without_an_agent_the_job_continues_with_one_warning(
    context: FakeContext | None, reason: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    forget_attachments(monkeypatch)
    activate(context, monkeypatch)
    logging.getLogger("py4j").setLevel(logging.CRITICAL)
    with pytest.warns(headwater.HeadwaterWarning, match=reason) as caught:  # noqa: PT031  (one warning of several calls)
        registered = headwater.register(context, acme)
        assert not registered.is_active
        registered.close()
    assert [each.filename for each in caught] == [__file__]
    with pytest.warns(headwater.HeadwaterWarning, match=reason) as caught:  # noqa: PT031  (one warning of several calls)
        for _ in range(3):
            headwater.emit_run_facet("note", {"x": 1})
    assert [each.filename for each in caught] == [__file__]
    worked = False
    with pytest.warns(headwater.HeadwaterWarning, match="daily") as caught, headwater.job("daily"):
        worked = True
    assert worked
    assert [each.filename for each in caught] == [__file__]
    with pytest.warns(headwater.HeadwaterWarning, match="it is not known whether the run has ended") as caught:
        assert headwater.is_terminating_event_sent() is False
    assert [each.filename for each in caught] == [__file__]


def test_inside_an_extension_facets_are_emitted_with_its_context(agent: FakeAgent, spark: FakeContext) -> None:
    @visitor("AcmeRelation")
    def emits(node: Any, ctx: Any) -> None:
        headwater.emit_run_facet("note", {"x": 1})

    headwater.register(spark, emits)
    assert "ctx.emit_run_facet" in agent.ask(visit_request(0))["errors"][0]["message"]


def test_the_request_thread_ends_when_the_agent_ends(agent: FakeAgent, spark: FakeContext) -> None:
    headwater.register(spark, acme)
    (thread,) = [each for each in threading.enumerate() if each.name == "headwater-bridge"][-1:]
    logging.getLogger("py4j").setLevel(logging.CRITICAL)
    agent.close()
    thread.join(20)
    assert not thread.is_alive()
    assert "send_command" not in vars(spark.client)


def test_no_long_message_waits_for_an_acknowledgement(agent: FakeAgent) -> None:
    client = Client(agent.port, agent.token)
    client.hello({"note": "x" * 9000})
    assert agent.hello.get(timeout=20)["note"] == "x" * 9000
    (connection,) = client._idle_of_peer
    assert connection.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    client.close()


def test_a_process_without_free_file_descriptors_loses_a_facet_but_no_error_of_its_own(
    agent: FakeAgent, spark: FakeContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_socket(_: object) -> None:
        raise OSError(24, "Too many open files")

    def work() -> None:
        with headwater.job("daily"):
            attachment._current[0].client.close()
            monkeypatch.setattr("headwater._bridge.client.GatewayConnection", no_socket)
            headwater.emit_run_facet("note", {"x": 1})
            raise LookupError("of the job")

    with (
        pytest.warns(headwater.HeadwaterWarning, match="the facet 'note' is lost: .* Too many open files"),
        pytest.raises(LookupError, match="of the job"),
    ):
        work()


def test_the_token_is_in_no_log(agent: FakeAgent, caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("py4j").setLevel(logging.NOTSET)
    with caplog.at_level(logging.DEBUG):
        client = Client(agent.port, agent.token)
        client.hello({})
        client.close()
    assert "hello" in caplog.text
    assert agent.token not in caplog.text


def test_an_answer_that_is_not_a_string_is_rejected(agent: FakeAgent) -> None:
    client = Client(agent.port, agent.token)
    agent.answers_to["emit"] = ["a"]
    with pytest.raises(headwater.BridgeError, match="instead of a JSON object"):
        client.emit({})
    client.close()
    with pytest.raises(queue.Empty):
        agent.hello.get_nowait()
