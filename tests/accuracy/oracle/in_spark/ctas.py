"""Create the tables of a job and run its CTAS statements under the agent. Usage: `ctas.py JOB.json`."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from session import start


def main(path: Path) -> None:
    """Run the job; the errors are written to `errors.json` next to it."""
    job = json.loads(path.read_text())
    spark = start(path.parent, job["conf"])
    for statement in job["setup"]:
        spark.sql(statement)
    errors = {}
    began = time.monotonic()
    for at, (name, statement) in enumerate(job["statements"].items(), 1):
        try:
            spark.sql(statement)
        except Exception as error:  # the report contains any error of Spark
            errors[name] = str(error)
        print(f"[{time.monotonic() - began:6.1f} s] {at}/{len(job['statements'])} {name}", flush=True)
    spark.stop()
    (path.parent / "errors.json").write_text(json.dumps(errors, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
