"""Processes that the driver's process forks: they have its sockets, and must not use them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from typing import TYPE_CHECKING, Any

import headwater
from headwater._bridge import attachment
from headwater.extensions import InputDataset, visitor

if TYPE_CHECKING:
    from collections.abc import Callable

    from fake_agent import FakeAgent
    from fake_session import FakeContext


@visitor("AcmeRelation")
def acme(node: Any, ctx: Any) -> InputDataset:
    return InputDataset("acme", node.args["table"])


def in_child(run: Callable[[], Any]) -> Any:
    """Return what `run` returns in a forked process."""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python warns of a fork of a process with threads
        child = os.fork()
    if child == 0:
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                result = run()
            os.write(writer, json.dumps([result, [str(each.message) for each in caught]]).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as stream:
        answer = stream.read()
    os.waitpid(child, 0)
    return json.loads(answer)


def calls(spark: FakeContext) -> list[Any]:
    return [spark.opened, spark.tags, spark.client.commands]


FORKED = "this process was forked from the driver's; only the driver's own process can call the agent"


def test_a_forked_process_loses_a_facet_with_a_warning(agent: FakeAgent, spark: FakeContext) -> None:
    headwater.emit_run_facet("before", {"x": 1})
    assert agent.calls.get(timeout=20)[0] == "emit"

    def run() -> list[Any]:
        headwater.emit_run_facet("quality", {"x": 1})
        return [calls(spark), headwater.is_terminating_event_sent()]

    (called, ended), messages = in_child(run)
    assert (called, ended) == (calls(spark), False)  # nothing was called in the child
    assert messages[0] == f"the facet 'quality' is lost: {FORKED} (later warnings of this kind are left out)"
    headwater.emit_run_facet("after", {"x": 1})
    assert agent.calls.get(timeout=20)[1][-1]["name"] == "after"


def test_a_forked_process_neither_names_a_job_nor_ends_one_of_its_parent(agent: FakeAgent, spark: FakeContext) -> None:
    def run() -> list[Any]:
        with headwater.job("of the child"):
            scope.__exit__(None, None, None)
            return calls(spark)

    scope = headwater.job("of the parent")
    with scope:
        called, messages = in_child(run)
        assert called == calls(spark)
    assert messages == [
        f"the job's name 'of the child' has no effect: {FORKED} (later warnings of this kind are left out)"
    ]


def test_the_extensions_of_the_parent_stay_registered(agent: FakeAgent, spark: FakeContext) -> None:
    registered = headwater.register(spark, acme)

    def run() -> list[Any]:
        active = registered.is_active
        registered.close()
        again = headwater.register(spark, acme)
        return [active, again.is_active, calls(spark)]

    (active, again, called), messages = in_child(run)
    assert (active, again, called) == (False, False, calls(spark))
    assert messages == [f"extensions are not called: {FORKED}"]
    assert registered.is_active
    request = {"nodes": [{"i": 1, "node": "AcmeRelation", "args": {"table": "orders"}, "hooks": [0]}]}
    assert agent.ask(request)["inputs"][0]["name"] == "orders"
    registered.close()


def test_a_process_that_is_forked_while_another_thread_attaches_does_not_wait(spark: FakeContext) -> None:
    with attachment._lock:
        free, _ = in_child(lambda: attachment._lock.acquire(timeout=5))
    assert free


def test_a_module_that_a_forked_process_imports_first_knows_it() -> None:
    program = """
import multiprocessing, sys, threading
from types import SimpleNamespace

class Server:
    def serve_forever(self): threading.Event().wait()

server = Server()
threading.Thread(target=server.serve_forever, daemon=True).start()
context = SimpleNamespace(_accumulatorServer=server)
sys.modules["pyspark.core.context"] = SimpleNamespace(SparkContext=SimpleNamespace(_active_spark_context=context))

def is_inherited(_):
    from headwater._pyspark import is_inherited
    return is_inherited(context)

with multiprocessing.get_context("fork").Pool(1) as pool:
    print(pool.map(is_inherited, [0])[0], is_inherited(0))
"""
    command = [sys.executable, "-W", "ignore", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["True", "False"]
