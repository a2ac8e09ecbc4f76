"""One experiment: a query, its data under one profile, and the effect of each column change on the outputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import duckdb

from . import data, pools, referenced
from .duck import Duck, to_duckdb
from .model import Change, Query, Source, Suite

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_EXPERIMENTS = 3  # experiments with a result that holds a value, for each query


@dataclass(slots=True)
class Experiment:
    """The base result of a profile, and the changes caused by alternates."""

    profile: data.Profile
    base: list[list[str]]
    changes: list[Change] = field(default_factory=list)
    failed: int = 0


def workload(query: Query, suite: Suite, profile: data.Profile) -> data.Workload:
    """The data of a query under a profile."""
    tables = {name: suite.tables[name] for name in sorted(query.tables)}
    return data.Workload(profile, tables, pools.harvest(query.sql))


def candidates(suite: Suite) -> list[data.Profile]:
    """The profiles to try; more of them for queries that select few rows."""
    if suite.name == "shop":
        return data.profiles(data.SMALL_SHAPES, 2)
    return data.profiles(data.SHAPES, 4)


def informative_experiments(query: Query, suite: Suite) -> list[Experiment]:
    """The first experiments whose base result contains a value, or one empty experiment if there is none."""
    found, empty = [], None
    for profile in candidates(suite):
        try:
            base = _base(query, workload(query, suite, profile))
        except duckdb.Error:
            continue
        if has_values(base):
            found.append(Experiment(profile, base))
        else:
            empty = empty or Experiment(profile, base)
        if len(found) == MAX_EXPERIMENTS:
            break
    return found or ([empty] if empty else [])


def has_values(base: list[list[str]]) -> bool:
    """Whether a result contains a value; a single row of nulls would hide most changes."""
    return any(value != "null" for column in base for value in column)


def _base(query: Query, work: data.Workload) -> list[list[str]]:
    with Duck() as duck:
        for name in work.tables:
            duck.load(work.wide(name))
        return duck.columns(to_duckdb(query.sql))


def perturb(query: Query, suite: Suite, experiment: Experiment) -> None:
    """Change each column in turn and record which outputs differ."""
    work = workload(query, suite, experiment.profile)
    wanted = referenced.columns(query, suite.tables)
    sql = to_duckdb(query.sql)
    with Duck() as duck:
        for name in work.tables:
            duck.load(work.wide(name, wanted[name]))
        for source in sources(wanted):
            _perturb_column(duck, sql, suite, experiment, source)


def sources(wanted: dict[str, frozenset[str]]) -> Iterator[Source]:
    """The columns to change, in a fixed order."""
    for table, names in wanted.items():
        for column in sorted(names):
            yield table, column


def _perturb_column(duck: Duck, sql: str, suite: Suite, experiment: Experiment, source: Source) -> None:
    table = suite.tables[source[0]]
    still = set(range(len(experiment.base)))
    for alternate in range(data.ALTERNATES):
        duck.choose(table, source[1], alternate)
        try:
            result = duck.columns(sql)
        except duckdb.Error:
            experiment.failed += 1
            continue
        for output in sorted(o for o in still if result[o] != experiment.base[o]):
            still.discard(output)
            experiment.changes.append(Change(output, source, experiment.profile.seed, alternate))
        if not still:
            break
    duck.choose(table)
