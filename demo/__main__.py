"""`make demo`: TPC-H data, a PySpark pipeline over it with lineage, and the page that shows what came out.

Needs Python 3.10+, Java 17 and Maven. All that it makes is under build/demo; a second run starts afresh, but for the
environment, the data and the query texts.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from demo.inputs import OUT, ROOT, data, log_progress, texts


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", default="0.01", help="TPC-H scale factor (default: %(default)s)")
    parser.add_argument(
        "--spark", default="4.0", metavar="LINE", help="Spark line (default: %(default)s)"
    )
    parser.add_argument(
        "--package", type=Path, help="the headwater wheel (default: the one in dist/)"
    )
    parser.add_argument("--agent-jar", type=Path, help="another agent jar than the wheel's")
    return parser.parse_args()


def environment(package: Path | None) -> Path:
    """Create the demo's virtual environment with the package installed again; return its bin folder."""
    found = [package] if package else sorted((ROOT / "dist").glob("headwater-*.whl"))
    if not found:
        sys.exit("demo: no wheel in dist/ (`make wheel`), and none named with --package")
    bin_ = OUT / "venv" / "bin"
    if not bin_.exists():
        log_progress("making a virtual environment")
        subprocess.run([sys.executable, "-m", "venv", str(OUT / "venv")], check=True)
    pip = [str(bin_ / "pip"), "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", str(ROOT / "demo" / "requirements.txt")], check=True)
    subprocess.run([*pip, "--force-reinstall", "--no-deps", str(found[-1])], check=True)
    return bin_


def spark_home(line: str) -> tuple[Path, Path]:
    """The Spark and the Python of a line; scripts/spark-env installs them if necessary."""
    log_progress(f"Spark {line}")
    subprocess.run([str(ROOT / "scripts" / "spark-env"), line], check=True)
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


def submit(bin_: Path, chosen: argparse.Namespace, events: Path) -> None:
    """Run the pipeline with spark-submit options and one option for lineage."""
    work = OUT / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    events.unlink(missing_ok=True)
    arguments = [str(data(bin_, chosen.scale)), str(texts())]
    home, python = spark_home(chosen.spark)
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(work / "warehouse"),
    }
    conf = [part for key, value in settings.items() for part in ("--conf", f"{key}={value}")]
    command = [
        str(bin_ / "headwater"),
        "submit",
        "--lineage-events",
        str(events),
        "--lineage-namespace",
        "demo",
    ]
    command += ["--master", "local[2]", "--driver-memory", "2g", *conf]
    command += [str(ROOT / "demo" / "pipeline.py"), *arguments]
    log_progress("headwater submit demo/pipeline.py")
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("SPARK_", "PYSPARK_"))}
    chosen_spark = {"SPARK_HOME": str(home), "PYSPARK_PYTHON": str(python)}
    log = OUT / "spark.log"
    with log.open("w") as errors:
        done = subprocess.run(
            command,
            cwd=work,
            stderr=errors,
            env=inherited | chosen_spark | agent(chosen.agent_jar, chosen.spark),
            check=False,
        )
    if done.returncode != 0:
        sys.exit(
            f"demo: the pipeline failed; the end of {log}:\n"
            + "\n".join(log.read_text().splitlines()[-20:])
        )


def show(bin_: Path, events: Path) -> None:
    """Write the page and print a summary."""
    page = OUT / "lineage.html"
    headwater = str(bin_ / "headwater")
    subprocess.run(
        [headwater, "view", str(events), "-o", str(page)], check=True, stdout=subprocess.DEVNULL
    )
    found = json.loads(subprocess.check_output([headwater, "summary", "--json", str(events)]))
    log_progress("done")
    print(f"\n  events    {found['events']} in {events}")
    print(f"  jobs      {found['jobs']}, {found['runs']} runs, {found['failed_runs']} failed")
    print(f"  datasets  {found['datasets']} with {found['columns']} columns")
    print(f"  edges     {found['edges']} from column to column")
    print(f"\n  open {page}")


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
