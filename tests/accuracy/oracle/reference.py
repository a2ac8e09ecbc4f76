"""Spark's own results for chosen runs of experiments, in one Spark process."""

from __future__ import annotations

import json
import math
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import data, referenced, spark_process
from .duck import Duck, selection
from .experiment import workload
from .model import BUILD, Query, Source, Suite

if TYPE_CHECKING:
    from collections.abc import Iterable

Run = tuple[Source, int]  # the column that is changed, and which alternate
BASE = "base"


@dataclass(slots=True)
class Task:
    """The runs of one query under one profile: the base and some changes."""

    query: Query
    profile: data.Profile
    runs: list[Run] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the task in the job."""
        return f"{self.query.name}-{self.profile.seed}"


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The columns of each run by label; None if Spark raised an error, which is kept for `base`."""

    columns: dict[str, list[list[str]] | None]
    error: str | None


def label(run: Run) -> str:
    """The name of a run in a job."""
    (table, column), alternate = run
    return f"{table}.{data.version(column, alternate)}"


def run_tasks(suite: Suite, tasks: Iterable[Task], line: str, purpose: str) -> dict[str, TaskResult]:
    """Run the tasks in one Spark process of a line; return the results by task name."""
    folder = BUILD / "reference" / f"{suite.name}-{purpose}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    described = {task.name: _describe(suite, task, folder / task.name) for task in tasks}
    if not described:
        return {}
    job = folder / "job.json"
    job.write_text(json.dumps({"tasks": described}))
    spark_process.run(line, "reference.py", job)
    results = json.loads((folder / "results.json").read_text())
    return {name: _task_result(result) for name, result in results.items()}


def _describe(suite: Suite, task: Task, folder: Any) -> dict[str, Any]:
    work = workload(task.query, suite, task.profile)
    wanted = referenced.columns(task.query, suite.tables)
    files = {}
    with Duck() as duck:
        for name, table in work.tables.items():
            duck.load(work.wide(name, wanted[name]))
            files[name] = str(folder / f"{name}.parquet")
            duck.export(table, folder / f"{name}.parquet", wide=True)
    runs: dict[str, dict[str, str]] = {BASE: {}}
    for (table_name, column), alternate in task.runs:
        view = selection(suite.tables[table_name], column, alternate)
        runs[label(((table_name, column), alternate))] = {table_name: view}
    base = {name: selection(table, None, 0) for name, table in work.tables.items()}
    return {"sql": task.query.sql, "files": files, "base": base, "runs": runs}


def _task_result(result: dict[str, Any]) -> TaskResult:
    return TaskResult({k: r.get("columns") for k, r in result.items()}, result[BASE].get("error"))


def agree(left: list[list[str]], right: list[list[str]]) -> bool:
    """Whether two engines returned the same columns, up to the rounding of decimals."""
    return len(left) == len(right) and all(map(_same, left, right))


def _same(left: list[str], right: list[str]) -> bool:
    if left == right:
        return True
    try:
        numbers = [sorted(float(v) for v in side if v != "null") for side in (left, right)]
    except ValueError:
        return False
    return len(numbers[0]) == len(numbers[1]) and all(
        math.isclose(a, b, rel_tol=1e-3, abs_tol=1e-3) for a, b in zip(*numbers, strict=True)
    )
