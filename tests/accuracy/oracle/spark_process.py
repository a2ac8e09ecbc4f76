"""Starts the Spark of build/spark/LINE as a separate process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .model import ROOT

SCRIPTS = Path(__file__).resolve().parent / "in_spark"
# Settings of the machine that would change what Spark or the agent does.
FOREIGN = ("SPARK_", "PYSPARK_", "OPENLINEAGE", "AIRFLOW_", "GITHUB_", "GITLAB_", "CI_")


class SparkFailedError(RuntimeError):
    """A script below in_spark ended with an error."""


def python_of(line: str) -> Path:
    """The Python interpreter of a Spark line; scripts/spark-env creates it if necessary."""
    python = ROOT / "build" / "spark" / line / "bin" / "python"
    if not python.exists():
        subprocess.run([str(ROOT / "scripts" / "spark-env"), line], check=True)
    return python


def run(line: str, script: str, job: Path) -> None:
    """Run in_spark/SCRIPT on a job file; its output goes to `log.txt` next to the job."""
    python = python_of(line)
    log = job.parent / "log.txt"
    environment = {k: v for k, v in os.environ.items() if not k.startswith(FOREIGN)}
    environment["PYSPARK_PYTHON"] = str(python)
    print(f"accuracy: Spark {line} runs {script} on {job.parent.name} (log: {log})", file=sys.stderr)
    with log.open("w") as out:
        done = subprocess.run(
            [str(python), str(SCRIPTS / script), str(job)],
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=job.parent,
            env=environment,
            check=False,
        )
    if done.returncode != 0:
        tail = "\n".join(log.read_text().splitlines()[-25:])
        raise SparkFailedError(f"{script} ended with {done.returncode}; the end of {log}:\n{tail}")
