"""`spark-submit --packages` takes the agent from the released repository, and events come."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from tests.release.published import AGENTS, REPOSITORY, ROOT, VERSION

PYTHON = ROOT / "build" / "spark" / "4.0" / "bin" / "python"
JOB = """\
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
spark.range(3).write.parquet("out")
spark.stop()
"""
# No other repository: the test must not find the agent elsewhere.
IVY = """\
<ivysettings>
  <settings defaultResolver="none"/>
  <resolvers><chain name="none"/></resolvers>
</ivysettings>
"""


def conf(folder: Path) -> dict[str, Path | str]:
    """Settings that write events to a file, and keep Ivy's files in the folder."""
    return {
        "spark.jars.ivy": folder / "ivy",
        "spark.jars.ivySettings": folder / "ivysettings.xml",
        "spark.extraListeners": "io.openlineage.spark.agent.OpenLineageSparkListener",
        "spark.openlineage.transport.type": "file",
        "spark.openlineage.transport.location": folder / "events.jsonl",
        "spark.ui.enabled": "false",
    }


def test_a_job_with_the_released_agent_writes_events(tmp_path: Path) -> None:
    home = next((PYTHON.parents[1] / "lib").glob("python3*/site-packages/pyspark"))
    (tmp_path / "job.py").write_text(JOB)
    (tmp_path / "ivysettings.xml").write_text(IVY)
    ran = subprocess.run(
        [
            str(home / "bin" / "spark-submit"),
            *("--master", "local[1]", "--driver-memory", "1g"),
            *("--packages", f"io.headwater:{AGENTS[1]}:{VERSION}"),
            *("--repositories", REPOSITORY.as_uri()),
            *(
                part
                for key, value in conf(tmp_path).items()
                for part in ("--conf", f"{key}={value}")
            ),
            "job.py",
        ],
        cwd=tmp_path,
        env=os.environ | {"SPARK_HOME": str(home), "PYSPARK_PYTHON": str(PYTHON)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr[-4000:]
    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]
    outputs = {output["name"] for event in events for output in event["outputs"]}
    assert str(tmp_path / "out") in outputs
