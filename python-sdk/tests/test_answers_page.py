"""The examples of docs/reference/answers.md, and the GitHub Action and the hooks that it names, as they are run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from headwater.cli import main

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(__file__).parent / "data"
PAGE = (ROOT / "docs" / "reference" / "answers.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```text\n\$ headwater ([^\n]*)\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = {"impact", "where", "unused", "stale", "unknown", "check"}


@pytest.mark.parametrize(("arguments", "output"), EXAMPLES, ids=[arguments for arguments, _ in EXAMPLES])
def test_an_example_prints_what_the_page_shows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: str, output: str
) -> None:
    monkeypatch.chdir(DATA)
    main(shlex.split(arguments))
    assert capsys.readouterr().out == output


def test_each_command_has_an_example() -> None:
    assert {arguments.split()[0] for arguments, _ in EXAMPLES} == COMMANDS


def test_the_policy_of_the_page_is_the_one_that_is_checked() -> None:
    assert f"```yaml\n{(DATA / 'policy.yml').read_text(encoding='utf-8')}```" in PAGE


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment with this Python as `python`, and the package's command."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, arguments in {"headwater": "-m headwater", "python": ""}.items():
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n', encoding="utf-8")
        (folder / name).chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    summary = str(tmp_path / "summary.md")
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "python-sdk" / "src"), "GITHUB_STEP_SUMMARY": summary}


def steps() -> list[dict[str, Any]]:
    action = yaml.safe_load((ROOT / "actions" / "check" / "action.yml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = action["runs"]["steps"]
    for step in found:
        inputs = {
            name: value.removeprefix("${{ inputs.").removesuffix(" }}") for name, value in step.get("env", {}).items()
        }
        assert set(inputs.values()) <= set(action["inputs"]), step
    return found


def run_check(environment: dict[str, str], **inputs: str) -> subprocess.CompletedProcess[str]:
    bash = ["bash", "-e", "-o", "pipefail", "-c", steps()[1]["run"]]
    inputs = {"POLICY": "policy.yml", "EVENTS": "shop.jsonl", "BASE": "", **inputs}
    return subprocess.run(bash, env={**environment, **inputs}, cwd=DATA, capture_output=True, text=True, check=False)


def test_the_action_fails_with_the_violations_in_log_and_summary(environment: dict[str, str]) -> None:
    done = run_check(environment)
    assert (done.returncode, done.stderr) == (1, "")
    assert "mart.mailing has no owner" not in done.stdout
    assert done.stdout.endswith("4 rules checked, 6 violations\n")
    assert "| rule | violation | path |" in Path(environment["GITHUB_STEP_SUMMARY"]).read_text(encoding="utf-8")


def test_the_action_passes_and_compares_with_the_base(environment: dict[str, str], tmp_path: Path) -> None:
    policy = tmp_path / "policy.yml"
    policy.write_text("rules: [{rule: no-unknown, tables: stg.*}]", encoding="utf-8")
    done = run_check(environment, POLICY=str(policy), BASE="shop.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    summary = Path(environment["GITHUB_STEP_SUMMARY"]).read_text(encoding="utf-8")
    assert summary == "No rule is broken.\n**Lineage** is the same.\n"
    few = tmp_path / "few.jsonl"
    few.write_text((DATA / "shop.jsonl").read_text(encoding="utf-8").partition("\n")[0] + "\n", encoding="utf-8")
    assert run_check(environment, POLICY=str(policy), BASE="shop.jsonl", EVENTS=str(few)).returncode == 1


@pytest.mark.parametrize("separator", [" ", "\n"])
def test_the_action_compares_all_event_files(environment: dict[str, str], tmp_path: Path, separator: str) -> None:
    policy = tmp_path / "policy.yml"
    policy.write_text("rules: [{rule: no-unknown, tables: stg.*}]", encoding="utf-8")
    lines = (DATA / "shop.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    parts = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    for part, content in zip(parts, (lines[:10], lines[10:]), strict=True):
        part.write_text("".join(content), encoding="utf-8")
    done = run_check(environment, POLICY=str(policy), BASE="shop.jsonl", EVENTS=separator.join(map(str, parts)))
    assert (done.returncode, done.stderr) == (0, "")
    summary = Path(environment["GITHUB_STEP_SUMMARY"]).read_text(encoding="utf-8")
    assert summary.endswith("**Lineage** is the same.\n")


def test_the_action_brings_its_own_package(environment: dict[str, str], tmp_path: Path) -> None:
    variables = tmp_path / "variables"
    settings = {"GITHUB_ACTION_PATH": str(ROOT / "actions" / "check"), "GITHUB_ENV": str(variables), "PYTHONPATH": ""}
    bash = ["bash", "-e", "-o", "pipefail", "-c", steps()[0]["run"]]
    subprocess.run(bash, env={**environment, **settings}, capture_output=True, text=True, check=True)
    assert not variables.exists()  # later steps of the job import what they installed
    done = run_check({**environment, **settings}, POLICY="none.yml")
    assert done.stderr.count("none.yml cannot be read") == 2


@pytest.mark.parametrize(
    ("hook", "arguments", "output"),
    [
        ("headwater-check", ["policy.yml", "shop.jsonl"], "4 rules checked, 6 violations\n"),
        ("headwater-verify", ["shop.jsonl"], "22 events, 0 problems\n"),
    ],
)
def test_a_hook_runs_the_command(environment: dict[str, str], hook: str, arguments: list[str], output: str) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (found,) = [each for each in hooks if each["id"] == hook]
    command = [*shlex.split(found["entry"]), *arguments]
    done = subprocess.run(command, env=environment, cwd=DATA, capture_output=True, text=True, check=False)
    assert done.stdout.endswith(output)
    assert done.returncode == ("violations" in output)
