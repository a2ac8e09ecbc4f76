"""A dry run runs nothing, on no line, also where Spark runs a statement while it analyses it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import Suite
from tests.e2e.lines import ROOT

WRITE = "INSERT OVERWRITE DIRECTORY '{folder}' USING parquet SELECT 1 AS a"
COMMAND = [sys.executable, "-m", "headwater", "explain"]
STATEMENTS = {
    "a script": "BEGIN {write}; SELECT 2 AS b; END",
    "a text": 'EXECUTE IMMEDIATE "{write}"',
    "a command": "{write}",
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_that_writes_is_explained_without_a_write(
    suite: Suite, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "written"
    statement = STATEMENTS[name].format(write=WRITE.format(folder=folder))
    done = subprocess.run(
        [*COMMAND, statement, "--spark-home", str(suite.line.home)],
        env=os.environ
        | {
            "PYTHONPATH": str(ROOT / "python-sdk" / "src"),
            "HEADWATER_DIST": str(suite.agent.parent),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert not folder.exists()
    if done.returncode == 0:
        assert f"output  file {folder}" in done.stdout
    else:
        assert done.stdout == ""
        assert "headwater: " in done.stderr
        assert "Traceback" not in done.stderr
