from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCES = Path(__file__).resolve().parents[1] / "src"


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of the machine reaches a test; each runs in a folder and with a home of its own.

    The commands that it starts find the package's sources, installed or not.
    """
    for name in list(os.environ):
        if name.startswith(("SPARK_", "PYSPARK_", "OPENLINEAGE", "HEADWATER_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def fake_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """A folder that looks like a Spark distribution, whose spark-submit prints its arguments; and a jar for it."""

    def make(*jars: str, script: str = 'printf "%s\\n" "$@"') -> Path:
        home = tmp_path / "spark"
        (home / "jars").mkdir(parents=True)
        (home / "bin").mkdir()
        for jar in jars or ("spark-core_2.13-4.0.5.jar", "scala-library-2.13.16.jar"):
            (home / "jars" / jar).touch()
        submit = home / "bin" / "spark-submit"
        submit.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        submit.chmod(0o755)
        dist = tmp_path / "dist"
        dist.mkdir()
        (dist / "headwater-agent_2.13.jar").touch()
        monkeypatch.setenv("HEADWATER_DIST", str(dist))
        monkeypatch.setenv("SPARK_HOME", str(home))
        return home

    return make
