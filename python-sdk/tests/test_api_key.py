"""The key of `configure(api_key=…)` reaches the agent by the environment, which Spark does not show."""

from __future__ import annotations

import os
import subprocess
import threading
import warnings
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

import headwater
from headwater import _pyspark
from headwater._conf import LISTENER
from test_session import FakeBuilder, running

if TYPE_CHECKING:
    from collections.abc import Callable

DIST = Path(os.environ.get("HEADWATER_DIST") or Path(__file__).resolve().parents[2] / "dist")
URL = "http://backend.example"
VARIABLE = "OPENLINEAGE_API_KEY"
PROPERTY = "spark.openlineage.transport.auth.apiKey"


@pytest.fixture(autouse=True)
def new_jvm(fake_spark: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """No JVM runs; what a test adds to the environment is removed after it."""
    fake_spark()
    monkeypatch.setattr(_pyspark, "context_class", lambda: None)
    monkeypatch.setenv(VARIABLE, "of-the-user")


def configured(builder: FakeBuilder | None = None) -> dict[str, str]:
    return headwater.configure(builder or FakeBuilder(), url=URL, api_key="s3cret")._options


def test_the_jvm_gets_the_key_by_the_environment_and_no_property_has_it() -> None:
    options = configured()
    assert os.environ[VARIABLE] == "s3cret"
    assert options["spark.openlineage.transport.url"] == URL
    assert not {key for key in options if "auth" in key}
    assert "s3cret" not in options.values()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OPENLINEAGE__TRANSPORT__AUTH__API_KEY", "of-the-user"),
        ("OPENLINEAGE__API_KEY", "of-the-user"),
        ("OPENLINEAGE__TRANSPORT", '{"type": "console"}'),
        ("OPENLINEAGE__TRANSPORT__TYPE", "console"),
        ("OPENLINEAGE_URL", "http://another.example"),
    ],
)
def test_where_another_variable_has_precedence_the_key_is_a_property_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.warns(headwater.HeadwaterWarning, match=f"UI and event log show: the variable {name} has") as caught:
        headwater.configure(builder := FakeBuilder(), url=URL, api_key="s3cret")
    assert builder._options[PROPERTY] == "s3cret"
    assert os.environ[VARIABLE] == "of-the-user"
    assert [each.filename for each in caught] == [__file__]


@pytest.mark.parametrize("key", [PROPERTY, "spark.openlineage.apiKey"])
def test_a_property_of_the_builder_has_precedence_too(key: str) -> None:
    builder = FakeBuilder()
    builder.config(key, "old")
    with pytest.warns(headwater.HeadwaterWarning, match=f"event log show: {key} has precedence"):
        configured(builder)
    assert builder._options[PROPERTY] == "s3cret"


@pytest.mark.parametrize("url", [URL, f"{URL}:80/", f"{URL}/api/v1"])
def test_a_variable_with_the_same_backend_changes_nothing(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("OPENLINEAGE_URL", url)
    assert PROPERTY not in configured()
    assert os.environ[VARIABLE] == "s3cret"


def test_another_variable_of_an_http_transport_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENLINEAGE__TRANSPORT__TYPE", "http")
    monkeypatch.setenv("OPENLINEAGE__TRANSPORT__COMPRESSION", "gzip")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert PROPERTY not in configured()


@pytest.mark.parametrize(("of_jvm", "is_property"), [(None, True), ("old", True), ("s3cret", False)])
def test_a_jvm_that_runs_already_gets_a_property_unless_its_environment_has_the_key(
    monkeypatch: pytest.MonkeyPatch,
    of_jvm: str | None,
    is_property: bool,  # noqa: FBT001  (a parameter of the test)
) -> None:
    monkeypatch.setattr("headwater._session._jar_and_conf", lambda: (None, {}))
    monkeypatch.setattr("headwater._session._jvm_variable", {VARIABLE: of_jvm}.get)
    assert (PROPERTY in configured()) is is_property
    assert os.environ[VARIABLE] == "of-the-user"


def test_a_running_session_with_the_key_in_its_environment_is_no_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"spark_openlineage_transport_type": "http", "spark_openlineage_transport_url": URL}
    session = running(spark_extraListeners=LISTENER, **settings)
    monkeypatch.setattr(_pyspark, "context_class", lambda: session)
    with pytest.warns(headwater.HeadwaterWarning, match="no effect .*transport.auth.apiKey"):
        configured()
    monkeypatch.setenv(VARIABLE, "s3cret")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        configured()


PROGRAM = """
import subprocess, sys
import headwater
from pyspark.sql import SparkSession
builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
builder.config("spark.eventLog.enabled", "true").config("spark.eventLog.dir", "log")
builder.config("spark.eventLog.compress", "false")
spark = headwater.configure(builder, url=sys.argv[1], api_key="s3cret").getOrCreate()
pid = spark.sparkContext._gateway.proc.pid
print(subprocess.run(["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True).stdout)
spark.stop()
"""


class Backend(BaseHTTPRequestHandler):
    """A backend that keeps the keys."""

    keys: ClassVar[set[str]] = set()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.keys.add(self.headers["Authorization"])
        self.send_response(201)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.mark.spark
def test_the_backend_gets_the_key_and_neither_ps_nor_the_event_log_shows_it(
    spark_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SPARK_HOME", VARIABLE):
        monkeypatch.delenv(name)
    monkeypatch.setenv("HEADWATER_DIST", str(DIST))
    (tmp_path / "log").mkdir()
    # The key belongs to the transport that the program names.
    (tmp_path / "openlineage.yml").write_text("transport: {type: kafka, topicName: t}\n", encoding="utf-8")
    server = HTTPServer(("127.0.0.1", 0), Backend)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        command = [
            str(spark_home.parents[3] / "bin" / "python"),
            "-c",
            PROGRAM,
            f"http://127.0.0.1:{server.server_port}",
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    finally:
        server.shutdown()
        server.server_close()
    assert done.returncode == 0, done.stderr
    assert Backend.keys == {"Bearer s3cret"}
    assert LISTENER in done.stdout
    assert "s3cret" not in done.stdout
    logs = [path.read_text(encoding="utf-8") for path in (tmp_path / "log").rglob("*") if path.is_file()]
    assert any("spark.openlineage.transport.url" in text for text in logs)
    assert not any("s3cret" in text for text in logs)
