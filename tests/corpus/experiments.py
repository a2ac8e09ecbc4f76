"""Dependencies of written queries by experiments in DuckDB, with the oracle of tests/accuracy.

The experiments do not depend on the agent: their results stay under build/accuracy/evidence/corpus.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from types import FrameType

from tests.accuracy.oracle import experiment, referenced
from tests.accuracy.oracle.by_perturbation import evidence_file
from tests.accuracy.oracle.model import Source, Suite, Table
from tests.corpus.direct import ReadableQuery, quiet
from tests.corpus.explained import Difference

SECONDS = 15.0  # for one query; joins of Spark's large tables would take an hour
Pair = tuple[int, Source]  # the number of an output, and the column that changed it


def differences(found: Sequence[ReadableQuery]) -> tuple[int, int, list[Difference]]:
    """The number of queries whose experiments showed something, that of the pairs, and what the events do not have."""
    with ProcessPoolExecutor(max_workers=2, initializer=quiet) as pool:
        results = list(zip(found, pool.map(evidence, found, chunksize=8), strict=True))
    missed = [difference for each, pairs in results if (difference := judge(each, pairs))]
    return sum(bool(pairs) for _, pairs in results), sum(len(p) for _, p in results), missed


def evidence(found: ReadableQuery) -> list[Pair]:
    """The pairs for one query; none if DuckDB cannot run it in time or cannot hold its tables."""
    suite = Suite("corpus", mentioned(found), (found.query,))
    file = evidence_file(suite, found.query)
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(experiments(found, suite)))
    return [(output, (table, column)) for output, (table, column) in json.loads(file.read_text())]


def mentioned(found: ReadableQuery) -> dict[str, Table]:
    """The tables with the columns that the query mentions: others may have types that cannot be drawn."""
    names = referenced.columns(found.query, found.tables)
    kept = {
        t.name: tuple(c for c in t.columns if c.name in names[t.name])
        for t in found.tables.values()
    }
    return {
        name: Table(name, columns or found.tables[name].columns) for name, columns in kept.items()
    }


def experiments(found: ReadableQuery, suite: Suite) -> list[Pair]:
    signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        made = experiment.informative_experiments(found.query, suite)
        for one in made:
            experiment.perturb(found.query, suite, one)
    except Exception:  # noqa: BLE001 - any error of sqlglot, of DuckDB, or of a type without values
        return []
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    if any(len(one.base) != len(found.lineage.outputs) for one in made):
        return []
    return sorted({(change.output, change.source) for one in made for change in one.changes})


def too_long(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def judge(found: ReadableQuery, pairs: Sequence[Pair]) -> Difference | None:
    names, every = found.lineage.outputs, found.lineage.every
    missed = [
        f"{names[output]} changes with {'.'.join(source)}"
        for output, source in pairs
        if source not in every.get(names[output], ())
    ]
    if not missed:
        return None
    return Difference("experiment", found.query.name, found.query.sql, "; ".join(missed))
