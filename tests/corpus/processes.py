"""Runs the statements in Spark processes, with and without the agent."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.corpus import texts
from tests.corpus.sample import SelectedFile
from tests.e2e import events
from tests.e2e.events import Event
from tests.e2e.lines import Line
from tests.e2e.spark_submit import LISTENER, Driver, file_transport

SCRIPT = Path(__file__).resolve().parent / "in_spark" / "run.py"
TIMEOUT = 4 * 3600
# Queries over a few rows run faster without generated code. Files that test it set it themselves.
SETTINGS = {
    "spark.master": "local[2]",
    "spark.app.name": "corpus",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.catalogImplementation": "in-memory",
}
Found = dict[str, Any]
Place = tuple[str, int]  # the file and the number of the statement


@dataclass(frozen=True)
class Run:
    """What a process has left: the outcome of each statement, its events and its log; nothing if it did not run."""

    folder: Path

    @property
    def outcomes(self) -> dict[Place, Found]:
        results = self.folder / "results.jsonl"
        lines = results.read_text().splitlines() if results.exists() else []
        return {(found["file"], found["at"]): found for found in map(json.loads, lines)}

    @property
    def events(self) -> list[Event]:
        return events.read(self.folder / "events.jsonl")

    @property
    def log(self) -> list[str]:
        return (self.folder / "driver.log").read_text().splitlines()


def run(line: Line, folder: Path, files: Sequence[SelectedFile], agent: Path | None) -> Run:
    """Run the files in one process; with the agent, queries are also written."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    job = {
        "folder": str(folder),
        "data": str(texts.folder(line.id) / texts.DATA),
        "files": [file.as_job() for file in files],
        "write": agent is not None,
    }
    (folder / "job.json").write_text(json.dumps(job))
    listener = {"spark.extraListeners": LISTENER} | file_transport(folder / "events.jsonl")
    conf = SETTINGS | {"spark.sql.warehouse.dir": str(folder / "warehouse")}
    jars = [texts.jar(line.id), *([agent] if agent else [])]
    driver = Driver(line, jars, folder, timeout=TIMEOUT, memory="3g")
    ended = driver.submit(
        [str(SCRIPT), str(folder / "job.json")], conf | (listener if agent else {})
    )
    if ended.code != 0:
        tail = "\n".join(ended.log[-40:])
        raise RuntimeError(f"the driver ended with {ended.code}; {folder}/driver.log:\n{tail}")
    return Run(folder)
