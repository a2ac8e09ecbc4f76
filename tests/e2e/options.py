"""Command-line options of all suites that run the agent on a Spark line."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.case import Case
from tests.e2e.lines import ROOT, Line, line


def declare(parser: pytest.Parser) -> pytest.OptionGroup:
    """Add `--spark`, `--java`, `--jars` and `--rewrite`."""
    group = parser.getgroup("headwater")
    group.addoption("--spark", default="4.0", help="Spark line to run on")
    group.addoption("--java", help="version of Java, of scripts/java-env, for Spark's processes")
    group.addoption("--jars", default=str(ROOT / "dist"), help="folder of the agent jars")
    group.addoption(
        "--rewrite", action="store_true", help="write the expected events instead of comparing"
    )
    return group


def spark_line(config: pytest.Config) -> Line:
    """The requested line; its Spark must be installed. Its processes run on the requested version of Java."""
    requested = line(config.getoption("--spark"))
    if java := config.getoption("--java"):
        os.environ["JAVA_HOME"] = str(java_home(java))
        requested = replace(requested, java=java)
    assert requested.python.exists(), f"Spark {requested.id} is missing: make spark-{requested.id}"
    return requested


def java_home(version: str) -> Path:
    """The folder of a version of Java, which may be installed for it."""
    command = [str(ROOT / "scripts" / "java-env"), version]
    return Path(subprocess.run(command, check=True, stdout=-1, text=True).stdout.strip())


def agent(config: pytest.Config, requested: Line) -> Path:
    """The agent's jar for a line."""
    jar = Path(config.getoption("--jars")).resolve() / requested.agent
    assert jar.is_file(), f"{jar} is missing: make jar"
    return jar


def new_folder(*parts: str) -> Path:
    """A new, empty folder below build/."""
    folder = ROOT.joinpath("build", *parts)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def selected(request: pytest.FixtureRequest) -> set[Case]:
    """The cases of the tests that are selected in this session."""
    found = (case_of(item) for item in request.session.items)
    return {case for case in found if case}


def deselect_other_lines(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the cases that the Spark line of this session cannot run."""
    line = config.getoption("--spark").partition("_")[0]
    others = [i for i in items if (case := case_of(i)) and not case.runs_on(line)]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in others]


def case_of(item: pytest.Item) -> Case | None:
    """The case of a test."""
    spec = getattr(item, "callspec", None)
    case = spec.params.get("case") if spec else None
    return case if isinstance(case, Case) else None
