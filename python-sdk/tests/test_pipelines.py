"""``headwater pipelines``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from headwater._conf import LISTENER
from headwater._properties import read_properties

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = '#!/bin/sh\ncp -r "$SPARK_CONF_DIR" copied\necho "$SPARK_CONF_DIR" > where\nprintf "%s\\n" "$@"\nexit 7\n'
SPEC = "name: {}\nstorage: file:///s\n"


@pytest.fixture
def home(fake_spark: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Spark whose spark-pipelines keeps the folder of its settings; the tests run in ``tmp_path``."""
    made = fake_spark()
    (made / "bin" / "spark-pipelines").write_text(PROGRAM, encoding="utf-8")
    (made / "bin" / "spark-pipelines").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SPARK_CONF_DIR", raising=False)
    return made


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "headwater", "pipelines", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def settings() -> dict[str, str]:
    return read_properties(Path("copied/spark-defaults.conf"))


def test_the_agent_is_in_the_defaults_of_the_server(home: Path, tmp_path: Path) -> None:
    assert home.exists()
    Path("spark-pipeline.yml").write_text(SPEC.format("daily orders"), encoding="utf-8")
    done = run("--lineage-events", "e.jsonl", "--lineage-namespace", "prod", "run", "--full-refresh-all")
    assert (done.returncode, done.stdout.splitlines()) == (7, ["run", "--full-refresh-all"]), done.stderr
    assert settings() == {
        "spark.jars": f"{tmp_path}/dist/headwater-agent_2.13.jar",
        "spark.extraListeners": LISTENER,
        "spark.openlineage.appName": "daily orders",
        "spark.openlineage.namespace": "prod",
        "spark.openlineage.transport.type": "file",
        "spark.openlineage.transport.location": f"{tmp_path}/e.jsonl",
    }


def test_the_users_own_settings_and_files_stay(home: Path) -> None:
    (home / "conf").mkdir()
    (home / "conf" / "log4j2.properties").write_text("mine", encoding="utf-8")
    own = "spark.jars a.jar\nspark.extraListeners x.Y\nspark.openlineage.appName mine\nspark.executor.memory 3g\n"
    (home / "conf" / "spark-defaults.conf").write_text(own, encoding="utf-8")
    Path("spark-pipeline.yaml").write_text(SPEC.format('"of the file"'), encoding="utf-8")
    assert run("--lineage-url", "http://host", "run").returncode == 7
    found = settings()
    assert found["spark.jars"].startswith("a.jar,")
    assert found["spark.extraListeners"] == f"x.Y,{LISTENER}"
    assert (found["spark.openlineage.appName"], found["spark.executor.memory"]) == ("mine", "3g")
    assert Path("copied/log4j2.properties").read_text(encoding="utf-8") == "mine"
    assert (home / "conf" / "spark-defaults.conf").read_text(encoding="utf-8") == own


def test_the_copy_is_deleted(home: Path) -> None:
    assert home.exists()
    assert run("run").returncode == 7
    assert not Path(Path("where").read_text(encoding="utf-8").strip()).exists()


@pytest.mark.parametrize(
    ("text", "name"),
    [("name: plain # of the team", "plain"), ("name: 'a # b'", "a # b"), ('name: "quoted"', "quoted")],
)
def test_the_name_is_that_of_the_file_that_spec_names(home: Path, text: str, name: str) -> None:
    assert home.exists()
    Path("other.yml").write_text(f"libraries:\n  - name: no\n{text}\n", encoding="utf-8")
    assert run("run", "--spec", "other.yml").returncode == 7
    assert settings()["spark.openlineage.appName"] == name


@pytest.mark.parametrize(("start", "name"), [(b"\xef\xbb\xbf", "orders"), (b"# caf\xe9\n", "orders")])
def test_the_name_is_found_in_a_file_of_any_encoding(home: Path, start: bytes, name: str) -> None:
    assert home.exists()
    Path("spark-pipeline.yml").write_bytes(start + b"name: orders\n")
    assert run("run").returncode == 7
    assert settings()["spark.openlineage.appName"] == name


def test_a_spark_without_pipelines_is_named(fake_spark: Callable[..., Path]) -> None:
    fake_spark()
    done = run("run")
    assert done.returncode == 1
    assert "has no bin/spark-pipelines: declarative pipelines need Spark 4.1 or later" in done.stderr


def test_an_unknown_option_is_named() -> None:
    done = run("--lineage-rul", "http://host", "run")
    assert done.returncode == 1
    assert "headwater pipelines has no option --lineage-rul" in done.stderr
