"""Dependencies by experiment: change one input column, run the query again, and compare the output columns.

The experiments run in DuckDB if it gives Spark's answer on the same data, otherwise in Spark. They do not depend on the
agent, so the results are cached under build/accuracy/evidence, by a hash of the query and of this package.
"""

from __future__ import annotations

import ast
import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
from sqlglot.errors import SqlglotError

from . import data, experiment, referenced
from .model import BUILD, Change, Query, Source, Suite
from .reference import BASE, Task, TaskResult, agree, label, run_tasks

if TYPE_CHECKING:
    from collections.abc import Iterable

CODE = ("draw", "data", "pools", "calendar", "duck", "experiment", "referenced")


@dataclass(frozen=True, slots=True)
class Evidence:
    """The results of the experiments on one query, and the engine that ran them."""

    changes: tuple[Change, ...]
    engine: str
    why: str
    informative: int  # experiments whose base result held a value
    failed: int  # runs that ended in an error and so prove nothing

    @property
    def pairs(self) -> dict[tuple[int, Source], Change]:
        """One witness for each (output, source) pair with an observed dependency."""
        return {(c.output, c.source): c for c in reversed(self.changes)}


def collect_evidence(suite: Suite, queries: Iterable[Query], line: str) -> dict[str, Evidence]:
    """The evidence for each query, from the cache or from new experiments."""
    files = {q.name: evidence_file(suite, q) for q in queries}
    missing = [q for q in queries if not files[q.name].exists()]
    if missing:
        for name, found in _experiments(suite, missing, line).items():
            files[name].parent.mkdir(parents=True, exist_ok=True)
            files[name].write_text(json.dumps(asdict(found)))
    return {name: _read(file) for name, file in files.items()}


def evidence_file(suite: Suite, query: Query) -> Path:
    """The file with the evidence for a query; another one if the query, its tables or this package change."""
    here = Path(__file__).parent
    code = "".join(ast.dump(ast.parse((here / f"{name}.py").read_text())) for name in CODE)
    tables = repr([suite.tables[name] for name in sorted(query.tables)])
    return BUILD / "evidence" / suite.name / f"{query.name}-{data.fingerprint(query.sql, tables, code)}.json"


def _read(file: Path) -> Evidence:
    found = json.loads(file.read_text())
    changes = tuple(
        Change(c["output"], (c["source"][0], c["source"][1]), c["seed"], c["alternate"]) for c in found.pop("changes")
    )
    return Evidence(changes, **found)


def _experiments(suite: Suite, queries: list[Query], line: str) -> dict[str, Evidence]:
    with ProcessPoolExecutor(max_workers=2) as pool:
        tried = dict(zip((q.name for q in queries), pool.map(_in_duckdb, queries, repeat(suite)), strict=True))
    check = {q.name: Task(q, e[0].profile) for q in queries if isinstance(e := tried[q.name], list)}
    results = run_tasks(suite, check.values(), line, "check")
    evidence, mismatches = {}, {}
    for query in queries:
        experiments = tried[query.name]
        mismatch = (
            experiments if isinstance(experiments, str) else _mismatch(experiments[0], results[check[query.name].name])
        )
        if mismatch or isinstance(experiments, str):
            mismatches[query.name] = mismatch
        else:
            evidence[query.name] = _as_evidence(experiments)
    rerun = [q for q in queries if q.name in mismatches]
    return evidence | _in_spark(suite, rerun, mismatches, line)


def _in_duckdb(query: Query, suite: Suite) -> list[experiment.Experiment] | str:
    try:
        experiments = experiment.informative_experiments(query, suite)
        for one in experiments:
            experiment.perturb(query, suite, one)
    except (duckdb.Error, SqlglotError) as error:
        return f"DuckDB: {str(error).splitlines()[0]}"
    return experiments or "DuckDB can't run it"


def _mismatch(first: experiment.Experiment, results: TaskResult) -> str:
    spark = results.columns[BASE]
    if spark is None:
        return f"Spark: {results.error}"
    return "" if agree(first.base, spark) else "DuckDB's answer is not Spark's"


def _as_evidence(experiments: list[experiment.Experiment]) -> Evidence:
    return Evidence(
        tuple(change for one in experiments for change in one.changes),
        "duckdb",
        "the same answer as Spark",
        sum(experiment.has_values(one.base) for one in experiments),
        sum(one.failed for one in experiments),
    )


def _in_spark(suite: Suite, queries: list[Query], why: dict[str, str], line: str) -> dict[str, Evidence]:
    tasks = {
        q.name: [Task(q, profile, _runs(q, suite)) for profile in experiment.candidates(suite)[:3]] for q in queries
    }
    results = run_tasks(suite, [t for some in tasks.values() for t in some], line, "full")
    return {name: _from_results(some, results, why[name]) for name, some in tasks.items()}


def _runs(query: Query, suite: Suite) -> list[tuple[Source, int]]:
    wanted = referenced.columns(query, suite.tables)
    return [(source, at) for source in experiment.sources(wanted) for at in (0, 1)]


def _from_results(tasks: list[Task], results: dict[str, TaskResult], why: str) -> Evidence:
    changes, informative, failed = [], 0, 0
    for task in tasks:
        columns = results[task.name].columns
        base = columns[BASE]
        if base is None:
            failed += len(task.runs)
            continue
        informative += experiment.has_values(base)
        for source, alternate in task.runs:
            result = columns[label((source, alternate))]
            failed += result is None
            changes += [
                Change(at, source, task.profile.seed, alternate)
                for at, values in enumerate(result or ())
                if values != base[at]
            ]
    return Evidence(tuple(changes), "spark", why, informative, failed)


def confirmed(suite: Suite, misses: dict[str, list[Change]], line: str) -> set[tuple[str, Change]]:
    """The changes, by query, that Spark also shows on the same data."""
    profiles = {p.seed: p for p in experiment.candidates(suite)}
    queries = {q.name: q for q in suite.queries}
    tasks: dict[str, Task] = {}
    for name, changes in misses.items():
        for change in changes:
            task = Task(queries[name], profiles[change.seed])
            run = (change.source, change.alternate)
            runs = tasks.setdefault(task.name, task).runs
            if run not in runs:
                runs.append(run)
    results = run_tasks(suite, tasks.values(), line, "confirm")
    return {(n, c) for n, changes in misses.items() for c in changes if _shows(results, n, c)}


def _shows(results: dict[str, TaskResult], name: str, change: Change) -> bool:
    columns = results[f"{name}-{change.seed}"].columns
    base, other = columns[BASE], columns[label((change.source, change.alternate))]
    return base is not None and other is not None and base[change.output] != other[change.output]
