"""`make demo`: TPC-H data, a PySpark pipeline with lineage, and a page that shows the lineage.

Needs Python 3.10+, Java 17 and Maven, and the agent's jar in dist/. All output is below build/demo. A second run starts
again, but reuses the environment, the data and the query texts.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from demo.inputs import OUT, data, texts
from scripts.console import ROOT
from scripts.step import step

NEXT = f"""
What to look at next:

  {"build/demo/lineage.html":<26}the lineage as a page: open it in a browser and select a column
  {"build/demo/events.jsonl":<26}the OpenLineage events that the page was made from
  {"demo/pipeline.py":<26}the PySpark program: it contains nothing about lineage
  {"README.md, `Use it`":<26}how your own job gets its lineage
"""


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", default="0.01", help="TPC-H scale factor (default: %(default)s)")
    parser.add_argument(
        "--spark", default="4.0", metavar="LINE", help="Spark line (default: %(default)s)"
    )
    parser.add_argument(
        "--package",
        type=Path,
        help="a headwater wheel (default: the sources, with the jar in dist/)",
    )
    parser.add_argument("--agent-jar", type=Path, help="another agent jar")
    return parser.parse_args()


def environment(package: Path | None) -> Path:
    """Create the demo's virtual environment with the package installed again; return its bin folder.

    The sources are installed in place: the package then uses the jar in dist/, so that the demo needs one jar and no
    wheel.
    """
    bin_ = OUT / "venv" / "bin"
    pip = [str(bin_ / "pip"), "install", "-q", "--disable-pip-version-check"]
    sources = ["--no-build-isolation", "-e", str(ROOT / "python-sdk")]
    with step("Python environment with the headwater package") as made:
        if not bin_.exists():
            made.run([sys.executable, "-m", "venv", str(OUT / "venv")])
        made.run([*pip, "-r", str(ROOT / "demo" / "requirements.txt")])
        chosen = [str(package)] if package else sources
        made.run([*pip, "--force-reinstall", "--no-deps", *chosen])
    return bin_


def spark_home(line: str) -> tuple[Path, Path]:
    """The Spark and the Python of a line; scripts/spark-env installs them if necessary."""
    with step(f"PySpark {line}") as made:
        made.run([str(ROOT / "scripts" / "spark-env"), line])
    env = ROOT / "build" / "spark" / line
    return next(env.glob("lib/python*/site-packages/pyspark")), env / "bin" / "python"


def agent(jar: Path | None, line: str) -> dict[str, str]:
    """Environment variables that select another agent jar."""
    if jar is None:
        return {}
    folder = OUT / "agent"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    scala = "2.12" if line.startswith("3.") else "2.13"
    (folder / f"headwater-agent_{scala}.jar").symlink_to(jar.resolve())
    return {"HEADWATER_DIST": str(folder)}


def command(bin_: Path, events: Path, work: Path, arguments: list[str]) -> list[str]:
    """The command line: spark-submit options, and two options for lineage."""
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(work / "warehouse"),
    }
    conf = [part for key, value in settings.items() for part in ("--conf", f"{key}={value}")]
    lineage = ["--lineage-events", str(events), "--lineage-namespace", "demo"]
    spark = ["--master", "local[2]", "--driver-memory", "2g", *conf]
    pipeline = str(ROOT / "demo" / "pipeline.py")
    return [str(bin_ / "headwater"), "submit", *lineage, *spark, pipeline, *arguments]


def submit(bin_: Path, chosen: argparse.Namespace, events: Path) -> None:
    """Run the pipeline."""
    work = OUT / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    events.unlink(missing_ok=True)
    home, python = spark_home(chosen.spark)
    arguments = [str(data(bin_, chosen.scale)), str(texts())]
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("SPARK_", "PYSPARK_"))}
    chosen_spark = {"SPARK_HOME": str(home), "PYSPARK_PYTHON": str(python)}
    env = inherited | chosen_spark | agent(chosen.agent_jar, chosen.spark)
    with step("headwater submit demo/pipeline.py") as made:
        made.run(command(bin_, events, work, arguments), cwd=work, env=env)


def show(bin_: Path, events: Path) -> None:
    """Write the page and print a summary."""
    headwater = str(bin_ / "headwater")
    with step("page of the lineage") as made:
        made.run([headwater, "view", str(events), "-o", str(OUT / "lineage.html")])
    found = json.loads(subprocess.check_output([headwater, "summary", "--json", str(events)]))
    print(f"\n  events    {found['events']}")
    print(f"  jobs      {found['jobs']}, {found['runs']} runs, {found['failed_runs']} failed")
    print(f"  datasets  {found['datasets']} with {found['columns']} columns")
    print(f"  edges     {found['edges']} from column to column")
    print(NEXT)


def main() -> None:
    """Run the demo."""
    chosen = options()
    OUT.mkdir(parents=True, exist_ok=True)
    events = OUT / "events.jsonl"
    bin_ = environment(chosen.package)
    submit(bin_, chosen, events)
    show(bin_, events)


if __name__ == "__main__":
    main()
