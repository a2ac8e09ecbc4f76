"""``headwater cds`` and ``headwater submit --lineage-cds``."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from headwater._conf import LISTENER
from headwater.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ARCHIVES = (
    'for a in "$@"; do case $a in *ArchiveClassesAtExit=*) f=${a##*AtExit=}; echo classes > "${f%% *}";; esac; done'
)
JOB = """
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
spark.range(3).selectExpr("id * 2 AS twice").write.parquet("out")
spark.stop()
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "headwater", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def confs(output: str) -> dict[str, str]:
    lines = output.splitlines()
    pairs = (lines[i + 1].partition("=") for i, line in enumerate(lines[:-1]) if line == "--conf")
    return {key: value for key, _, value in pairs}


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Set JAVA_HOME to a Java that only tells its version."""

    def make(version: str) -> None:
        program = tmp_path / "java" / "bin" / "java"
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n", encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("JAVA_HOME", str(tmp_path / "java"))

    return make


def test_an_archive_is_written_and_its_settings_are_printed(
    fake_spark: Callable[..., Path], java: Callable[[str], None], tmp_path: Path
) -> None:
    fake_spark(script=ARCHIVES)
    java("17.0.15")
    done = run("cds", "--output", "hw.jsa", "--conf", "spark.driver.extraJavaOptions=-Dmine=1", "app.py")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "hw.jsa").read_text(encoding="utf-8") == "classes\n"
    assert f"spark.driver.extraClassPath    {tmp_path}/dist/headwater-agent_2.13.jar\n" in done.stdout
    assert f"spark.driver.extraJavaOptions  -XX:SharedArchiveFile={tmp_path}/hw.jsa -Xlog" in done.stdout


def test_a_program_of_common_queries_runs_if_no_other_is_given(
    fake_spark: Callable[..., Path], java: Callable[[str], None]
) -> None:
    fake_spark(script=f'{ARCHIVES}\nprintf "%s\\n" "$@"')
    java("17.0.15")
    done = run("cds", "--output", "hw.jsa", "--master", "local[2]")
    assert "_training.py" in done.stdout.splitlines()[-9]
    assert confs(done.stdout)["spark.openlineage.transport.url"].startswith("http://127.0.0.1:")


def test_an_application_that_fails_leaves_the_old_archive(
    fake_spark: Callable[..., Path], java: Callable[[str], None], tmp_path: Path
) -> None:
    fake_spark(script=f"{ARCHIVES}\nexit 3")
    java("21")
    (tmp_path / "hw.jsa").write_text("old", encoding="utf-8")
    done = run("cds", "--output", "hw.jsa", "app.py")
    assert (done.returncode, "exit code 3" in done.stderr) == (1, True)
    assert [path.read_text(encoding="utf-8") for path in tmp_path.glob("*.jsa*")] == ["old"]


@pytest.mark.parametrize("version", ["1.8.0_402", "11.0.22"])
def test_a_java_that_cannot_write_an_archive_is_named(
    fake_spark: Callable[..., Path], java: Callable[[str], None], version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_spark()
    java(version)
    assert main(["cds", "--output", "hw.jsa"]) == 1
    assert "use Java 13 or newer" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cds", "--output", "no/such/hw.jsa"], "no/such does not exist"),
        (["submit", "--lineage-cds", "no.jsa", "app.py"], "`headwater cds --output no.jsa` writes it"),
        (
            ["submit", "--lineage-cds", "hw.jsa", "--deploy-mode", "cluster", "--lineage-url", "http://a", "app.py"],
            "in cluster mode",
        ),
    ],
)
def test_a_wrong_command_line_is_explained(
    fake_spark: Callable[..., Path], java: Callable[[str], None], tmp_path: Path, arguments: list[str], message: str
) -> None:
    fake_spark()
    java("17.0.15")
    (tmp_path / "hw.jsa").touch()
    done = run(*arguments)
    assert (done.returncode, message in done.stderr) == (1, True), done.stderr


@pytest.mark.parametrize("command", [["cds", "--output", "hw.jsa"], ["submit", "--lineage-cds", "old.jsa", "app.py"]])
def test_a_conf_folder_with_a_file_is_refused_before_the_start(
    fake_spark: Callable[..., Path],
    java: Callable[[str], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
) -> None:
    home = fake_spark(script="touch started")
    java("17.0.15")
    (tmp_path / "old.jsa").touch()
    for conf in (home / "conf", tmp_path / "settings"):
        conf.mkdir()
        (conf / "log4j2.properties.template").touch()
        done = run(*command)
        assert (done.returncode, (tmp_path / "started").exists()) == (1, False)
        assert done.stderr.startswith(f"headwater: the folder {conf} is on the driver's class path and is not empty; ")
        assert "set SPARK_CONF_DIR to an empty folder" in done.stderr
        monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path / "settings"))
    (tmp_path / "settings" / "log4j2.properties.template").unlink()
    run(*command)
    assert (tmp_path / "started").exists()


def test_submit_puts_the_agent_on_the_class_path_and_keeps_what_is_there(
    fake_spark: Callable[..., Path], tmp_path: Path
) -> None:
    fake_spark()
    (tmp_path / "my archive.jsa").touch()
    own = ["--driver-class-path", "mine.jar", "--driver-java-options", "-Dmine=1", "--jars", "other.jar"]
    done = run("submit", "--lineage-cds", "my archive.jsa", *own, "app.py")
    found = confs(done.stdout)
    assert found["spark.driver.extraClassPath"] == f"{tmp_path}/dist/headwater-agent_2.13.jar:mine.jar"
    assert found["spark.driver.extraJavaOptions"].startswith(
        f'-Dmine=1 "-XX:SharedArchiveFile={tmp_path}/my archive.jsa" -Xlog:'
    )
    assert found["spark.extraListeners"] == LISTENER
    assert done.stdout.splitlines()[-3:] == ["--jars", "other.jar", "app.py"]


@pytest.mark.spark
def test_a_driver_takes_the_agent_s_classes_from_the_archive(
    spark_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPARK_HOME", str(spark_home))
    monkeypatch.setenv("PYSPARK_PYTHON", str(spark_home.parents[3] / "bin" / "python"))
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    (tmp_path / "job.py").write_text(JOB, encoding="utf-8")
    # A JVM that reads an archive writes none.
    options = os.environ["JAVA_TOOL_OPTIONS"].split()
    others = [option for option in options if "SharedArchiveFile" not in option]
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", " ".join(others))
    local = ["--master", "local[1]", "--driver-memory", "1g", "--conf", "spark.ui.enabled=false"]
    written = run("cds", "--output", "hw.jsa", *local)
    assert written.returncode == 0, written.stderr[-3000:]
    loads = ["--driver-java-options", f"-Xlog:class+load:file={tmp_path}/classes.log"]
    done = run("submit", "--lineage-cds", "hw.jsa", "--lineage-events", "events.jsonl", *local, *loads, "job.py")
    assert done.returncode == 0, done.stderr[-3000:]
    assert "twice" in (tmp_path / "events.jsonl").read_text(encoding="utf-8")
    lines = (tmp_path / "classes.log").read_text(encoding="utf-8").splitlines()
    ours = [line for line in lines if " io.headwater." in line and "Lambda" not in line]
    archived = [line for line in ours if "shared objects file" in line]
    assert len(archived) > 0.9 * len(ours) > 0, [line for line in ours if line not in archived][:20]
