from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from headwater._conf import LISTENER
from headwater.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def submit(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "headwater", "submit", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def options(output: str) -> dict[str, list[str]]:
    lines = output.splitlines()
    return {
        name: [lines[i + 1] for i, line in enumerate(lines[:-1]) if line == name] for name in ("--jars", "--conf", "-c")
    }


@pytest.mark.parametrize(
    ("arguments", "jars"),
    [
        ([], ""),
        (["--jars", "a.jar,b.jar"], "a.jar,b.jar,"),
        (["--jars=a.jar"], "a.jar,"),
        (["--conf", "spark.jars=a.jar"], "a.jar,"),
        (["--conf=spark.jars=a.jar"], "a.jar,"),
        (["-c", "spark.jars=a.jar"], "a.jar,"),
    ],
)
def test_the_agent_is_added_to_jars_in_any_form(
    fake_spark: Callable[..., Path], tmp_path: Path, arguments: list[str], jars: str
) -> None:
    fake_spark()
    found = options(submit(*arguments, "app.py").stdout)
    assert found["--jars"] == [f"{jars}{tmp_path}/dist/headwater-agent_2.13.jar"]


@pytest.mark.parametrize("form", [["--conf", "{}"], ["--conf={}"], ["-c", "{}"], ["-c={}"]])
def test_the_listener_is_added_to_listeners_in_any_form(fake_spark: Callable[..., Path], form: list[str]) -> None:
    fake_spark()
    arguments = [part.format("spark.extraListeners=x.Y") for part in form]
    found = options(submit(*arguments, "app.py").stdout)
    assert [conf for conf in found["--conf"] + found["-c"] if "extraListeners" in conf] == [
        f"spark.extraListeners=x.Y,{LISTENER}"
    ]


def test_jars_and_listeners_of_the_properties_file_are_kept(fake_spark: Callable[..., Path], tmp_path: Path) -> None:
    fake_spark()
    (tmp_path / "my.conf").write_text("spark.jars z.jar\nspark.extraListeners x.Y\n", encoding="utf-8")
    found = options(submit("--properties-file", "my.conf", "app.py").stdout)
    assert found["--jars"][0].startswith("z.jar,")
    assert f"spark.extraListeners=x.Y,{LISTENER}" in found["--conf"]


def test_the_arguments_of_the_application_are_not_changed(fake_spark: Callable[..., Path]) -> None:
    fake_spark()
    lines = submit("--verbose", "app.py", "--jars", "mine", "--lineage-url", "x").stdout.splitlines()
    assert lines[-6:] == ["--verbose", "app.py", "--jars", "mine", "--lineage-url", "x"]


def test_own_options_become_settings(fake_spark: Callable[..., Path], tmp_path: Path) -> None:
    fake_spark()
    found = options(submit("--lineage-namespace=prod", "--lineage-events", "ev.jsonl", "app.py").stdout)
    assert "spark.openlineage.namespace=prod" in found["--conf"]
    assert f"spark.openlineage.transport.location={tmp_path}/ev.jsonl" in found["--conf"]
    found = options(
        submit("--lineage-url", "http://host:1", "--conf", "spark.openlineage.transport.type=console", "a.py").stdout
    )
    assert [conf for conf in found["--conf"] if "transport.type" in conf] == ["spark.openlineage.transport.type=http"]


def test_the_exit_code_is_spark_submit_s(fake_spark: Callable[..., Path]) -> None:
    fake_spark(script="exit 7")
    assert submit("app.py").returncode == 7


def test_a_signal_reaches_spark_submit(fake_spark: Callable[..., Path], tmp_path: Path) -> None:
    fake_spark(script="trap 'exit 9' TERM\ntouch ready\nwhile :; do sleep 0.05; done")
    with subprocess.Popen([sys.executable, "-m", "headwater", "submit", "app.py"]) as process:
        while not (tmp_path / "ready").exists() and process.poll() is None:
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(timeout=20) == 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--verbose"], "no application"),
        (["--lineage-url", "http://a", "--lineage-events", "b", "app.py"], "not both"),
        (
            ["--lineage-url", "htp://me:pw@a?key=k", "app.py"],
            "'htp://a' is not an http or https address: write http://",
        ),
        (["--lineage-nothing", "app.py"], "no option --lineage-nothing"),
        (["--deploy-mode", "cluster", "app.py"], "cluster mode"),
    ],
)
def test_a_wrong_command_line_is_explained(
    fake_spark: Callable[..., Path], capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    fake_spark()
    assert main(["submit", *arguments]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["--conf", "spark.openlineage.transport.url=http://b"],
        ["--conf", "spark.yarn.appMasterEnv.OPENLINEAGE_URL=http://b"],
        ["--conf", "spark.kubernetes.driver.secretKeyRef.OPENLINEAGE__TRANSPORT=headwater:transport"],
        ["--files", "a.txt,/etc/openlineage.yml"],
        ["--lineage-url", "http://b"],
    ],
)
def test_in_cluster_mode_only_what_reaches_the_driver_is_a_transport(
    fake_spark: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
) -> None:
    fake_spark()
    monkeypatch.setenv("OPENLINEAGE_URL", "http://only-here")
    cluster = ["submit", "--lineage-dry-run", "--deploy-mode", "cluster"]
    assert main([*cluster, "app.py"]) == 1
    assert "variables and openlineage.yml of this machine do not reach" in capsys.readouterr().err
    for variables in ("http://only-here", ""):
        monkeypatch.setenv("OPENLINEAGE_URL", variables)
        assert main([*cluster, *options, "app.py"]) == 0
        assert "transport.type=file" not in capsys.readouterr().out


def test_a_dry_run_and_a_refused_command_create_no_folder(fake_spark: Callable[..., Path], tmp_path: Path) -> None:
    fake_spark()
    assert main(["submit", "--lineage-dry-run", "app.py"]) == 0
    assert main(["submit", "--deploy-mode", "cluster", "app.py"]) == 1
    assert not (tmp_path / "headwater-events").exists()


def test_a_dry_run_prints_the_command(fake_spark: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    fake_spark()
    assert main(["submit", "--lineage-dry-run", "my app.py"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("'my app.py'")
