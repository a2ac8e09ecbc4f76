from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from conftest import LINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from fake_agent import FakeAgent

ACME = """
import os, sys, time
from headwater.extensions import *

print("hello from acme")

@visitor("AcmeRelation", needs="relation.options")
def acme(node, ctx):
    print("visiting", node.name)
    return InputDataset("acme", node.args["table"])

@visitor("Live")
def live(node, ctx):
    return InputDataset("acme", node.live("relation.uri"))

@visitor("Exits")
def exits(node, ctx):
    sys.exit(3)

@visitor("Dies")
def dies(node, ctx):
    os._exit(5)

@visitor("Hangs")
def hangs(node, ctx):
    time.sleep(node.args["seconds"])
    return InputDataset("acme", "late")

@visitor("Devours")
def devours(node, ctx):
    hoard = []
    while True:
        hoard.append(b"x" * 10_000_000)

@visitor("Drives")
def drives(node, ctx):
    sys.path.insert(0, node.args["packages"])
    from pyspark.sql import SparkSession
    return InputDataset("acme", SparkSession.builder.master("local[1]").getOrCreate().version)

class Keeps(RunFacetBuilder):
    def setup(self, options):
        self.db = options["acme.db"]

    def build(self):
        return {"kept": {"in": self.db}}

    def close(self):
        print("closed", self.db)

@visitor("Forks")
def forks(node, ctx):
    import multiprocessing, subprocess
    child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(600,))
    child.start()
    other = subprocess.Popen(["sleep", "600"])
    child.terminate()
    other.terminate()
    child.join(20)
    return InputDataset("acme", f"{child.exitcode} {other.wait(20)}")

@visitor("Reads")
def reads(node, ctx):
    return InputDataset("acme", repr(sys.stdin.read()))
"""

RESERVES = """
import mmap
from acme import acme
kept = mmap.mmap(-1, 500 << 20, flags=mmap.MAP_PRIVATE)  # as OpenBLAS does for each core
"""


@pytest.fixture
def start(agent: FakeAgent, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    (tmp_path / "acme.py").write_text(ACME, encoding="utf-8")
    (tmp_path / "reserves.py").write_text(RESERVES, encoding="utf-8")
    (tmp_path / "leaves.py").write_text("import sys; sys.exit('not today')", encoding="utf-8")
    started: list[Any] = []

    def run(*extensions: str, **order: Any) -> subprocess.Popen[str]:
        host = subprocess.Popen(
            [sys.executable, "-m", "headwater.host"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=tmp_path,
        )
        started.append(host)
        assert host.stdin is not None
        line = {"port": agent.port, "token": agent.token, "extensions": extensions, "discover": False, **order}
        host.stdin.write(json.dumps(line) + "\n")
        host.stdin.flush()
        return host

    yield run
    for host in started:
        host.kill()
        host.wait()
        for stream in (host.stdin, host.stdout):
            stream.close()


def ask(agent: FakeAgent, node: str, hook: int, **more: Any) -> dict[str, Any]:
    budget = more.pop("budget", 5000)
    return agent.ask({"budgetMillis": budget, "nodes": [{"i": 1, "node": node, "args": more, "hooks": [hook]}]})


def test_the_host_reports_loaded_and_failed_extensions(agent: FakeAgent, start: Callable[..., Any]) -> None:
    start("acme:acme", "acme:nope", "leaves:x", "gone:x", "acme:acme", "acme:exits", disabled=["acme:exits"])
    hello = agent.hello.get(timeout=20)
    assert hello["kind"] == "host"
    assert hello["hooks"] == [
        {
            "id": 0,
            "extension": "acme:acme",
            "kind": "visitor",
            "nodes": ["AcmeRelation"],
            "extends": [],
            "holds": [],
            "needs": ["relation.options"],
        }
    ]
    problems = {each["extension"]: each["message"] for each in hello["problems"]}
    assert list(problems) == ["acme:nope", "leaves:x", "gone:x"]
    assert "no 'nope'" in problems["acme:nope"]
    assert problems["leaves:x"] == "SystemExit: not today"
    assert problems["gone:x"] == "No module named 'gone'"


def test_a_request_is_answered_and_output_goes_to_the_log(agent: FakeAgent, start: Callable[..., Any]) -> None:
    host = start("acme:acme")
    assert ask(agent, "AcmeRelation", 0, table="orders")["inputs"] == [
        {"hook": 0, "node": 1, "namespace": "acme", "name": "orders"}
    ]
    host.stdin.close()
    out = host.stdout.read()
    assert out.splitlines() == ["hello from acme", "visiting AcmeRelation"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to RLIMIT_DATA")
def test_an_extension_above_the_memory_limit_fails_and_the_host_continues(
    agent: FakeAgent, start: Callable[..., Any]
) -> None:
    start("acme:devours", "reserves:acme", maxMemoryMegabytes=300)
    assert agent.hello.get(timeout=20)["problems"] == []
    (error,) = ask(agent, "Devours", 0, budget=30_000)["errors"]
    assert "MemoryError" in error["message"]
    assert ask(agent, "AcmeRelation", 1, table="orders")["inputs"]


def test_the_end_of_standard_input_ends_the_host_even_while_an_extension_runs(
    agent: FakeAgent, start: Callable[..., Any]
) -> None:
    host = start("acme:hangs")
    assert ask(agent, "Hangs", 0, seconds=600, budget=50)["errors"]
    host.stdin.close()
    assert host.wait(timeout=20) == 0


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_for_the_driver_does_not_end_the_host_before_it(
    agent: FakeAgent, start: Callable[..., Any], name: str
) -> None:
    host = start("acme:acme")
    agent.hello.get(timeout=20)
    host.send_signal(signal.Signals[name])
    assert ask(agent, "AcmeRelation", 0, table="orders")["inputs"]
    host.stdin.close()
    assert host.wait(timeout=20) == 0


def test_processes_that_an_extension_starts_end_by_a_signal(agent: FakeAgent, start: Callable[..., Any]) -> None:
    start("acme:forks")
    assert ask(agent, "Forks", 0, budget=30_000)["inputs"][0]["name"] == "-15 -15"


def test_an_extension_is_set_up_with_options_and_closed_at_the_end(agent: FakeAgent, start: Callable[..., Any]) -> None:
    host = start("acme:Keeps", options={"acme.db": "/x"})
    (facet,) = agent.ask({"event": {"type": "START"}, "always": [0]})["facets"]
    assert facet["facet"]["in"] == "/x"
    host.stdin.close()
    assert host.wait(timeout=20) == 0
    assert "closed /x" in host.stdout.read()


def test_an_extension_that_cannot_be_set_up_is_reported(agent: FakeAgent, start: Callable[..., Any]) -> None:
    start("acme:Keeps")
    (problem,) = agent.hello.get(timeout=20)["problems"]
    assert problem["message"] == (
        "acme:Keeps: KeyError in setup: 'acme.db'; it gets the settings spark.openlineage.python.options.*"
    )


def test_an_extension_that_exits_loses_only_its_own_answer(agent: FakeAgent, start: Callable[..., Any]) -> None:
    start("acme:exits", "acme:acme")
    assert ask(agent, "Exits", 0)["errors"] == [
        {"extension": "acme:exits", "stage": "visit Exits", "message": "SystemExit: 3 (acme.py:18 in exits)"}
    ]
    assert ask(agent, "AcmeRelation", 1, table="orders")["inputs"]


def test_an_extension_cannot_start_a_driver_in_the_host(agent: FakeAgent, start: Callable[..., Any]) -> None:
    start("acme:drives")
    packages = next(LINES.glob("4.0/lib/python3.*/site-packages"))
    (error,) = ask(agent, "Drives", 0, packages=str(packages))["errors"]
    assert error["message"].startswith("SparkCallError: an extension runs in the agent's host")


def test_a_value_is_read_on_the_jvm_while_a_node_is_visited(agent: FakeAgent, start: Callable[..., Any]) -> None:
    agent.values["relation.uri"] = "line\nbreak \\ ü"
    start("acme:live")
    assert ask(agent, "Live", 0)["inputs"][0]["name"] == "line\nbreak \\ ü"
    del agent.values["relation.uri"]
    assert "no such path: relation.uri" in ask(agent, "Live", 0)["errors"][0]["message"]


def test_an_extension_finds_standard_input_empty(agent: FakeAgent, start: Callable[..., Any]) -> None:
    start("acme:reads")
    assert ask(agent, "Reads", 0)["inputs"][0]["name"] == "''"


def test_the_agent_notices_at_once_that_the_process_is_gone(agent: FakeAgent, start: Callable[..., Any]) -> None:
    host = start("acme:dies")
    agent.hello.get(timeout=20)
    with pytest.raises(queue.Empty):  # no answer comes
        agent.ask({"nodes": [{"i": 1, "node": "Dies", "hooks": [0]}]}, timeout=0.5)
    assert host.wait(timeout=20) == 5
    assert agent.lost.wait(20)


def test_nothing_that_only_other_parts_need_is_imported_before_the_extensions(
    agent: FakeAgent, start: Callable[..., Any], tmp_path: Path
) -> None:
    code = "import json, sys, pathlib; pathlib.Path('before.json').write_text(json.dumps(sorted(sys.modules)))"
    (tmp_path / "first.py").write_text(code, encoding="utf-8")
    start("first:x")
    agent.hello.get(timeout=20)
    before = set(json.loads((tmp_path / "before.json").read_text(encoding="utf-8")))
    assert "headwater._bridge.peer" in before
    others = ("asyncio", "attr", "http", "openlineage", "pyspark", "ssl", "urllib.request")
    own = (f"headwater.{name}" for name in ("cli", "events", "planning", "queries", "serve", "testing", "viewer"))
    assert before & {*others, *own} == set()


def test_a_wrong_token_or_another_protocol_ends_the_host_with_a_reason(
    agent: FakeAgent, start: Callable[..., Any]
) -> None:
    host = start(token="wrong")  # noqa: S106  (a wrong token)
    out = host.stdout.read()
    assert host.wait(timeout=20) == 1
    assert "Traceback" not in out
    assert "can't connect to the agent's gateway" in out
    agent.hello_answer["protocol"] = 2
    host = start()
    out = host.stdout.read()
    assert "the agent speaks protocol 2" in out
    assert agent.token not in out


def test_the_host_started_by_a_user_explains_itself() -> None:
    host = subprocess.run(
        [sys.executable, "-m", "headwater.host"], input="", text=True, capture_output=True, check=False
    )
    assert host.returncode == 2
    assert "headwater extensions list" in host.stderr


def test_a_check_loads_the_extensions_and_ends_without_an_agent(agent: FakeAgent, start: Callable[..., Any]) -> None:
    host = start("acme:acme", "leaves:Cost", port=None, token=None, check=True)
    lines = host.stdout.read().splitlines()
    assert host.wait() == 0
    assert [(each["name"], each["status"]) for each in json.loads(lines[-1])["extensions"]] == [
        ("acme:acme", "loaded"),
        ("leaves:Cost", "failed"),
    ]
    assert agent.hello.empty()
