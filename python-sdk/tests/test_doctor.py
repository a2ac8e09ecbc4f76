from __future__ import annotations

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from headwater.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PREFIX = "spark.openlineage."


EXTENSIONS = """
from pathlib import Path
from headwater.extensions import Context, InputDataset, RunFacetBuilder, SQLExecutionEnd, visitor

print("a module may print")

@visitor("AcmeRelation")
def table(node, ctx):
    raise AssertionError("the doctor calls no extension")

class Cost(RunFacetBuilder):
    def setup(self, options):
        raise ValueError(f"cannot open {options['db']}")

    def build(self, end: SQLExecutionEnd, ctx: Context):
        return {}

class Keeps(RunFacetBuilder):
    def setup(self, options):
        self.file = Path(options["file"]).open("w")

    def close(self):
        self.file.write("closed")
        self.file.close()

    def build(self, end: SQLExecutionEnd, ctx: Context):
        return {}
"""


class Backend(BaseHTTPRequestHandler):
    """A backend that accepts events and rejects GET requests."""

    taken: ClassVar[list[dict[str, Any]]] = []
    code = 201

    def do_GET(self) -> None:
        self.send_response(405)
        self.end_headers()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        Backend.taken.append(json.loads(body) | {"key": self.headers["Authorization"]})
        self.send_response(self.code)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def backend() -> Iterator[str]:
    Backend.taken.clear()
    server = HTTPServer(("127.0.0.1", 0), Backend)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def doctor(spark_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setenv("SPARK_HOME", str(spark_home))

    def examine(*arguments: str, spool: str = "spool") -> tuple[int, dict[str, Any]]:
        code = main(["doctor", "--json", "--conf", f"{PREFIX}spool.dir={spool}", *arguments])
        return code, json.loads(capsys.readouterr().out)

    return examine


def texts(report: dict[str, Any], verdict: str) -> str:
    return "\n".join(f"{f['area']}: {f['text']}" for f in report["findings"] if f["verdict"] == verdict)


@pytest.mark.spark
def test_it_shows_the_origin_of_each_value_and_hides_secrets(
    doctor: Any,
    backend: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    defaults = tmp_path / "my.conf"
    defaults.write_text(f"{PREFIX}namespace prod\n{PREFIX}appName={'a' * 3}\n", encoding="utf-8")
    (tmp_path / "openlineage.yml").write_text("columnLineage: {schemaSizeLimit: 9}\n", encoding="utf-8")
    monkeypatch.setenv("OPENLINEAGE_URL", f"{backend}?api_key=PW1")
    code, report = doctor("--conf", "spark.jars.packages=io.openlineage:transports-s3:1.53.0")
    assert code == 0, report
    assert "send: " not in texts(report, "ok")
    assert not Backend.taken
    code, report = doctor("--properties-file", str(defaults), "--conf", f"{PREFIX}appName=b", "--send")
    settings = {s["key"].removeprefix(PREFIX): (s["value"], s["from"]) for s in report["settings"]}
    assert code == 0, report
    assert settings["namespace"] == ("prod", str(defaults))
    assert settings["appName"] == ("b", f"--conf {PREFIX}appName")
    assert settings["columnLineage.schemaSizeLimit"] == ("9", str(tmp_path / "openlineage.yml"))
    assert settings["transport.url"] == (backend, "variable OPENLINEAGE_URL")
    assert "PW1" not in json.dumps(report)
    assert "answers (status 405 to a GET)" in texts(report, "ok")
    assert [event["eventType"] for event in Backend.taken] == ["START", "START", "COMPLETE", "COMPLETE"]
    assert {event["key"] for event in Backend.taken} == {"Bearer PW1"}
    assert {(e["job"]["namespace"], e["job"]["name"]) for e in Backend.taken} == {
        ("prod", "headwater.doctor"),
        ("prod", "headwater.doctor.query"),
    }


@pytest.mark.spark
@pytest.mark.row("beyond.producer")
def test_it_names_the_key_for_a_backend_that_does_not_know_the_producer(
    doctor: Any, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The backend has DataHub's rule: it must know the producer of a run's parent."""
    known = "https://github.com/OpenLineage/OpenLineage/"

    def judge(handler: Backend) -> None:
        event = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        producer = event["run"]["facets"].get("parent", {}).get("_producer", known)
        body = b"" if producer.startswith(known) else b'{"message": "Unable to determine orchestrator"}'
        handler.send_response(500 if body else 201)
        handler.end_headers()
        handler.wfile.write(body)

    monkeypatch.setattr(Backend, "do_POST", judge)
    arguments = ["--send", "--conf", f"{PREFIX}transport.type=http", "--conf", f"{PREFIX}transport.url={backend}"]
    code, report = doctor(*arguments)
    assert code == 1
    assert "Unable to determine orchestrator" in texts(report, "problem")
    assert "set spark.openlineage.producer" in texts(report, "problem")
    code, report = doctor(*arguments, "--conf", f"{PREFIX}producer={known}tree/main/integration/spark")
    assert code == 0, report


@pytest.mark.spark
@pytest.mark.row("beyond.doctor")
def test_every_problem_has_its_fix(doctor: Any, tmp_path: Path) -> None:
    (tmp_path / "spool").write_text("", encoding="utf-8")
    conf = {
        "transport.type": "http",
        "transport.url": "http://127.0.0.1:9",
        "queue.maxEvents": "many",
        "namspace": "x",
        "python.extensions": "acme:visit",
        "python.exec": "no-such-python",
    }
    arguments = [part for key, value in conf.items() for part in ("--conf", f"{PREFIX}{key}={value}")]
    jars = ("--conf", "spark.jars=file:/x/openlineage-spark_2.13-1.53.0.jar,/x/headwater-agent_2.12.jar")
    packages = ("--conf", "spark.jars.packages=io.openlineage:openlineage-spark_2.13:1.53.0")
    code, report = doctor(*arguments, *jars, *packages, spool="spool/below")
    problems = texts(report, "problem")
    assert code == 1
    assert not report["ok"]
    assert f'configuration: {PREFIX}queue.maxEvents is "many": not a whole number from 1; write one' in problems
    assert f"transport: {PREFIX}transport: nothing listens at 127.0.0.1:9" in problems
    assert problems.count("is the published agent") == 2
    assert "/x/headwater-agent_2.12.jar is for another Scala" in problems
    assert "python: no-such-python does not start" in problems
    assert "spool: " in problems
    assert "did you mean spark.openlineage.namespace?" in texts(report, "warning")


@pytest.mark.spark
def test_it_loads_the_extensions_as_the_agent_would(doctor: Any, tmp_path: Path) -> None:
    (tmp_path / "acme.py").write_text(EXTENSIONS, encoding="utf-8")
    (tmp_path / "stops.py").write_text("import sys; sys.exit(3)", encoding="utf-8")
    named = {"extensions": "acme:table,acme:Cost,acme:nothing,nowhere:Cost", "options.db": "password=PW1"}

    def python(**more: str) -> tuple[int, dict[str, Any]]:
        conf = {"exec": sys.executable, **named, **more}
        arguments = [part for key, value in conf.items() for part in ("--conf", f"{PREFIX}python.{key}={value}")]
        code, report = doctor(*arguments)
        return code, report

    code, report = python()
    assert code == 1
    assert f"python: {sys.executable} has loaded acme:table\n" in texts(report, "ok") + "\n"
    problems = texts(report, "problem")
    assert "python: acme:nothing was not loaded: acme:nothing: the module acme has no 'nothing'" in problems
    assert "python: nowhere:Cost was not loaded: No module named 'nowhere'" in problems
    assert "python: acme:Cost was not loaded: acme:Cost: ValueError in setup: cannot open password=" in problems
    assert "PW1" not in json.dumps(report)
    code, report = python(extensions="acme:table,acme:Keeps", **{"options.file": "closed"})
    assert code == 0, report
    assert f"python: {sys.executable} has loaded acme:table, acme:Keeps" in texts(report, "ok")
    assert (tmp_path / "closed").read_text(encoding="utf-8") == "closed"
    code, report = python(extensions="acme:table", disabled="acme:table")
    assert "finds no extension to load" in texts(report, "warning")
    code, report = python(extensions="stops:now")
    assert code == 1
    assert "stops:now was not loaded: SystemExit: 3" in texts(report, "problem")


@pytest.mark.spark
def test_a_python_without_the_package_is_a_problem(doctor: Any, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S -E "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    code, report = doctor("--conf", f"{PREFIX}python.extensions=acme:visit", "--conf", f"{PREFIX}python.exec={python}")
    assert code == 1
    assert f"python: {python} cannot run the package headwater (exit code 1: " in texts(report, "problem")
    assert "No module named" in texts(report, "problem")


@pytest.mark.spark
def test_a_key_that_spark_would_show_is_a_warning(doctor: Any, backend: str, tmp_path: Path) -> None:
    defaults = tmp_path / "my.conf"
    lines = ["transport.type http", f"transport.url {backend}", "transport.auth.type api_key"]
    lines = [f"{PREFIX}{line}" for line in [*lines, "transport.auth.apiKey PW1"]]
    defaults.write_text("\n".join(lines), encoding="utf-8")
    code, report = doctor("--properties-file", str(defaults))
    found = texts(report, "warning")
    assert code == 0, report
    assert f"secrets: Spark's UI and event log show {PREFIX}transport.auth.apiKey; set" in found
    assert "PW1" not in json.dumps(report)
    pattern = found.rpartition("or set ")[2].splitlines()[0]
    code, report = doctor("--properties-file", str(defaults), "--conf", pattern)
    assert "secrets: " not in texts(report, "warning")


@pytest.mark.spark
def test_a_transport_that_is_not_on_the_class_path_is_a_problem(doctor: Any) -> None:
    def transport(kind: str, *arguments: str) -> tuple[int, dict[str, Any]]:
        code, report = doctor("--conf", f"{PREFIX}transport.type={kind}", *arguments)
        return code, report

    code, report = transport("datahub")
    assert code == 1
    assert 'transport.type is "datahub": unknown transport; use one of console, http' in texts(report, "problem")
    code, report = transport("kinesis")
    assert code == 1
    assert "add io.openlineage:transports-kinesis" in texts(report, "problem")
    code, report = transport("kinesis", "--conf", "spark.jars.packages=io.openlineage:transports-kinesis:1.53.0")
    assert code == 0, report
    assert "unless spark.jars.packages brings it" in texts(report, "warning")


@pytest.mark.spark
def test_as_text_it_ends_with_a_count(
    spark_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("SPARK_HOME", str(spark_home))
    conf = {
        "transport.type": "composite",
        "transport.transports.f.type": "file",
        "transport.transports.k.type": "kafka",
    }
    conf |= {"transport.transports.f.location": "out/events.jsonl", "transport.transports.k.topicName": "lineage"}
    conf |= {"transport.transports.k.properties.bootstrap.servers": "127.0.0.1:9"}
    arguments = [part for key, value in conf.items() for part in ("--conf", f"{PREFIX}{key}={value}")]
    code = main(["doctor", *arguments])
    lines = capsys.readouterr().out.splitlines()
    assert code == 1
    assert lines[0].startswith("Headwater ")
    assert any("transports.f: " in line and "events.jsonl can be written" in line for line in lines)
    assert any("transports.k: kafka-clients is not on the class path" in line for line in lines)
    assert lines[-1] == "1 problem, 1 warning"
    assert not (tmp_path / "out").exists()


def test_a_wrong_command_line_is_reported(
    fake_spark: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fake_spark()
    assert main(["doctor", "--conf", "key"]) == 1
    assert "write it as KEY=VALUE" in capsys.readouterr().err
    assert main(["doctor", "--properties-file", "nowhere"]) == 1
    assert "there is no file nowhere" in capsys.readouterr().err


@pytest.mark.spark
def test_it_uses_the_proxy_of_the_drivers_options(doctor: Any, backend: str) -> None:
    java, t = "spark.driver.extraJavaOptions=-Dhttp.proxyHost=127.0.0.1 -D", f"{PREFIX}transport."
    url = ("--conf", f"{t}type=http", "--conf", f"{t}url=http://lineage.invalid", "--conf")
    to = (*url, f"{t}proxy=system", "--conf")
    report = doctor(*to, f"{java}http.proxyPassword=s3cr3t -Dhttp.proxyPort={backend[17:]}")[1]
    assert ["status 405" in texts(report, "ok"), "s3cr3t" in json.dumps(report)] == [True, False]
    for given, why in ((to, "it is the proxy that the JVM has"), (url, "set transport.proxy=system")):
        assert why in texts(doctor(*given, f"{java}http.proxyPort=1")[1], "problem")
