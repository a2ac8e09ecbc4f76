"""The process in which a suite runs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMIT = 1800.0


def properties(folder: Path, databases: Path) -> dict[str, str]:
    """The properties of the JVM of a suite: its log in a folder, and the folder of Derby's databases."""
    return {
        "derby.system.home": str(databases),
        "headwater.log": f"{folder}/log.txt",
        "log4j2.configurationFile": str(HERE / "log4j2.properties"),
    }


def execute(command: Sequence[str], folder: Path, environment: dict[str, str]) -> None:
    """Run a command in a folder until it ends, or for `LIMIT` seconds. Its output goes to the file `out.txt` there."""
    with (folder / "out.txt").open("w") as out, suppress(subprocess.TimeoutExpired):
        subprocess.run(
            command,
            cwd=folder,
            env=os.environ | environment,
            stdout=out,
            stderr=subprocess.STDOUT,
            timeout=LIMIT,
            check=False,
        )
