from __future__ import annotations

import os
import warnings
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import headwater
from headwater import _pyspark
from headwater._conf import LISTENER

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class FakeBuilder:
    def __init__(self, **options: str) -> None:
        self._options = {key.replace("_", "."): value for key, value in options.items()}

    def config(self, key: str, value: str, /) -> FakeBuilder:
        self._options[key] = value
        return self


@pytest.fixture
def jar(fake_spark: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    fake_spark()
    monkeypatch.setattr(_pyspark, "context_class", lambda: None)
    return str(tmp_path / "dist" / "headwater-agent_2.13.jar")


def test_the_builder_comes_back_with_jar_listener_and_events(jar: str, tmp_path: Path) -> None:
    builder = FakeBuilder()
    assert headwater.configure(builder, namespace="prod", events="out/run.jsonl") is builder
    assert builder._options == {
        "spark.jars": jar,
        "spark.extraListeners": LISTENER,
        "spark.openlineage.namespace": "prod",
        "spark.openlineage.transport.type": "file",
        "spark.openlineage.transport.location": str(tmp_path / "out" / "run.jsonl"),
    }


def test_settings_of_the_builder_are_kept_without_duplicates(jar: str) -> None:
    builder = FakeBuilder(spark_jars="a.jar, b.jar", spark_extraListeners=f"x.Y,{LISTENER}")
    headwater.configure(headwater.configure(builder))
    assert builder._options["spark.jars"] == f"a.jar,b.jar,{jar}"
    assert builder._options["spark.extraListeners"] == f"x.Y,{LISTENER}"


def test_settings_of_the_properties_file_are_kept(jar: str, tmp_path: Path) -> None:
    (tmp_path / "spark" / "conf").mkdir()
    defaults = tmp_path / "spark" / "conf" / "spark-defaults.conf"
    defaults.write_text("# ours\nspark.jars  c.jar\nspark.extraListeners=x.Y\n", encoding="utf-8")
    builder = headwater.configure(FakeBuilder())
    assert builder._options["spark.jars"] == f"c.jar,{jar}"
    assert builder._options["spark.extraListeners"] == f"x.Y,{LISTENER}"


def test_jars_of_the_submit_arguments_are_kept(jar: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", "--jars d.jar --master local pyspark-shell")
    headwater.configure(FakeBuilder())
    assert f"--jars d.jar,{jar} " in os.environ["PYSPARK_SUBMIT_ARGS"]
    assert os.environ["PYSPARK_SUBMIT_ARGS"].endswith("--master local pyspark-shell")


@pytest.mark.usefixtures("jar")
def test_a_url_is_split_as_the_agent_wants_it() -> None:
    options = headwater.configure(FakeBuilder(), url="https://lineage.example:8080/api/v2?team=a")._options
    assert options["spark.openlineage.transport.type"] == "http"
    assert options["spark.openlineage.transport.url"] == "https://lineage.example:8080"
    assert options["spark.openlineage.transport.endpoint"] == "/api/v2?team=a"


@pytest.mark.usefixtures("jar")
@pytest.mark.parametrize(
    "arguments",
    [
        {"url": "http://a", "events": "b"},
        {"api_key": "k"},
        {"url": "lineage.example"},
        {"url": "ftp://lineage.example"},
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(headwater.UsageError):
        headwater.configure(FakeBuilder(), **arguments)


@pytest.mark.usefixtures("jar")
def test_events_go_to_the_default_folder_only_where_no_transport_is_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    location = headwater.configure(FakeBuilder())._options["spark.openlineage.transport.location"]
    assert "/headwater-events/events-" in location
    own = {"spark.openlineage.transport.type": "console"}
    assert headwater.configure(FakeBuilder(), conf=own)._options["spark.openlineage.transport.type"] == "console"
    monkeypatch.setenv("OPENLINEAGE__TRANSPORT__TYPE", "console")
    assert "spark.openlineage.transport.type" not in headwater.configure(FakeBuilder())._options


@pytest.mark.usefixtures("jar")
@pytest.mark.parametrize("name", ["OPENLINEAGE_URL", "OPENLINEAGE__URL", "OPENLINEAGE_CONFIG"])
def test_a_variable_that_names_the_backend_is_a_transport(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "http://backend.example")
    assert "spark.openlineage.transport.type" not in headwater.configure(FakeBuilder())._options
    monkeypatch.setenv(name, "")
    assert "spark.openlineage.transport.type" in headwater.configure(FakeBuilder())._options


@pytest.mark.usefixtures("jar")
@pytest.mark.parametrize("key", ["url", "host"])
def test_a_short_key_with_the_address_is_a_transport(key: str) -> None:
    given = {f"spark.openlineage.{key}": "http://backend.example"}
    assert "spark.openlineage.transport.type" not in headwater.configure(FakeBuilder(), conf=given)._options


@pytest.mark.usefixtures("jar")
def test_a_connect_session_is_refused() -> None:
    with pytest.raises(headwater.SessionError, match="Connect"):
        headwater.configure(FakeBuilder(spark_remote="sc://localhost"))


def running(**options: str) -> object:
    conf = SimpleNamespace(getAll=lambda: [(key.replace("_", "."), value) for key, value in options.items()])
    context = SimpleNamespace(getConf=lambda: conf)
    return SimpleNamespace(_active_spark_context=context, _gateway=object())


@pytest.mark.usefixtures("jar")
def test_a_running_session_without_the_agent_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_pyspark, "context_class", running)
    with pytest.raises(headwater.SessionError, match="already running"):
        headwater.configure(FakeBuilder())


@pytest.mark.usefixtures("jar")
def test_a_running_session_with_the_agent_is_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"spark_extraListeners": LISTENER, "spark_openlineage_transport_type": "file"}
    monkeypatch.setattr(_pyspark, "context_class", lambda: running(**settings))
    builder = FakeBuilder()
    assert headwater.configure(builder)._options == {}
    with pytest.warns(headwater.HeadwaterWarning, match="no effect .*: spark.openlineage.namespace$"):
        headwater.configure(builder, namespace="other")


@pytest.mark.usefixtures("jar")
def test_a_running_session_with_other_events_is_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    location = tmp_path / "events" / "one.jsonl"
    settings = {
        "spark_extraListeners": LISTENER,
        "spark_openlineage_transport_type": "file",
        "spark_openlineage_transport_location": str(location),
    }
    monkeypatch.setattr(_pyspark, "context_class", lambda: running(**settings))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for same in (location, str(location), location.parent):
            headwater.configure(FakeBuilder(), events=same)
    for other in (tmp_path / "two.jsonl", tmp_path / "others"):
        with pytest.warns(headwater.HeadwaterWarning, match="no effect .*: spark.openlineage.transport.location$"):
            headwater.configure(FakeBuilder(), events=other)
