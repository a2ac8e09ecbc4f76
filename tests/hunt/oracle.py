"""Judges the lineage of a program by experiments: what an output does not name must not change it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.hunt.lineage import Lineage
from tests.hunt.program import Program
from tests.hunt.tables import PARTITIONS, Part, TableData, unnamed_parts
from tests.hunt.values import MODES

Experiments = Callable[[Program, Sequence[TableData]], list[dict[str, Any]]]
Columns = dict[str, list[str]]  # the values of each output column, sorted
COLUMNS = "columns"
ATTEMPTS = 3  # drawings of the data until a result has a value
ORDERS = len(PARTITIONS)  # orders of the rows that are tried before a difference counts


@dataclass(frozen=True)
class Miss:
    """A column of an output that changes with parts of the sources that its lineage does not name."""

    column: str
    parts: tuple[Part, ...]
    seed: int

    def __str__(self) -> str:
        return f"{self.column} changes with {', '.join(f'{table}.{path}' for table, path in self.parts)}"


@dataclass(frozen=True)
class Claim:
    """A claim of one kind of lineage, and whether an experiment supports it."""

    column: str
    part: Part
    kinds: frozenset[str]
    supported: bool


@dataclass
class Verdict:
    """The result of the experiments on one program."""

    outputs: int = 0
    states: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    misses: list[Miss] = field(default_factory=list)
    unknown: dict[str, str] = field(default_factory=dict)  # columns without lineage: the state
    of_order: list[str] = field(default_factory=list)  # columns that depend on the order of rows
    claims: list[Claim] = field(default_factory=list)
    experiments: int = 0
    failed: int = 0
    error: str = ""
    empty: bool = False


class Oracle:
    """Runs experiments on programs. `rounds` are the changes of everything that is not named."""

    def __init__(self, experiments: Experiments, rounds: int = 2) -> None:
        self.experiments = experiments
        self.rounds = rounds

    def judge(
        self, program: Program, lineage: Lineage, draws: Sequence[TableData], *, claims: bool
    ) -> Verdict:
        """Try to refute the lineage; with `claims` also try to support each of its claims."""
        verdict = Verdict()
        data, base = self.base(program, draws, verdict)
        if base is None:
            return verdict
        verdict.outputs = len(base)
        read = {name: data.tables[name] for name in program.sources(data.tables)}
        groups: dict[frozenset[Part], list[str]] = defaultdict(list)
        for column in base:
            state = lineage.state(column)
            verdict.states[state] += 1
            if state in ("unknown", "absent"):
                verdict.unknown[column] = state
                continue
            groups[unnamed_parts(read, frozenset(lineage.named(column)))].append(column)
        for parts, columns in groups.items():
            if parts:  # else the column names everything that the program reads
                self.refute(program, data, base, parts, columns, verdict)
        if claims:
            self.support(program, data, base, lineage, verdict)
        return verdict

    def base(
        self, program: Program, draws: Sequence[TableData], verdict: Verdict
    ) -> tuple[TableData, Columns | None]:
        """The first data for which the result has a value."""
        result: Columns | None = None
        for data in draws[:ATTEMPTS]:
            answer = self.run(program, [data], verdict)[0]
            if COLUMNS not in answer:
                verdict.error = answer["error"]
                continue
            verdict.error = ""
            result = answer[COLUMNS]
            if any(value != "null" for column in answer[COLUMNS].values() for value in column):
                return data, result
        verdict.empty = not verdict.error
        return draws[0], None

    def run(
        self, program: Program, variants: Sequence[TableData], verdict: Verdict
    ) -> list[dict[str, Any]]:
        answers = self.experiments(program, variants)
        verdict.experiments += len(answers)
        verdict.failed += sum(COLUMNS not in answer for answer in answers)
        return answers

    def refute(
        self,
        program: Program,
        data: TableData,
        base: Columns,
        parts: frozenset[Part],
        columns: list[str],
        verdict: Verdict,
    ) -> None:
        """Change all parts at once; for each column that differs, find the parts that do it.

        Spark does not promise the order of rows (`first`, `lag` over equal keys). A column that also changes with the
        order of the rows of the sources proves nothing.
        """
        rounds = [(MODES[n % len(MODES)], n) for n in range(self.rounds)]
        variants = [data.changed(parts, mode, seed) for mode, seed in rounds]
        found: set[str] = set()
        answers = self.run(program, variants, verdict)
        for (mode, seed), changed, answer in zip(rounds, variants, answers, strict=True):
            different = [c for c in columns if c not in found and differs(answer, base, c)]
            found |= set(different)
            unstable = self.of_order(program, (data, changed), different, verdict)
            verdict.of_order += sorted(unstable)
            for column in different:
                if column not in unstable:
                    cause = self.cause(program, data, base, column, parts, (mode, seed), verdict)
                    verdict.misses.append(Miss(column, cause, data.seed))

    def of_order(
        self,
        program: Program,
        variants: Sequence[TableData],
        columns: Sequence[str],
        verdict: Verdict,
    ) -> set[str]:
        """The columns whose values also change with the order of the rows."""
        found: set[str] = set()
        for data in variants if columns else ():
            others = (data.reordered(seed, batches=program.batches) for seed in range(ORDERS))
            orders = [data, *others]
            first, *answers = self.run(program, orders, verdict)
            for column in columns:
                if any(differs(answer, first.get(COLUMNS, {}), column) for answer in answers):
                    found.add(column)
        return found

    def cause(
        self,
        program: Program,
        data: TableData,
        base: Columns,
        column: str,
        parts: frozenset[Part],
        how: tuple[str, int],
        verdict: Verdict,
    ) -> tuple[Part, ...]:
        """The parts whose change alone makes the column differ."""

        def fails(some: Sequence[Part]) -> bool:
            changed = data.changed(frozenset(some), *how)
            return differs(self.run(program, [changed], verdict)[0], base, column)

        return tuple(smallest(sorted(parts), fails))

    def support(
        self,
        program: Program,
        data: TableData,
        base: Columns,
        lineage: Lineage,
        verdict: Verdict,
    ) -> None:
        """Change each claimed part alone, in several ways."""
        named = {c: lineage.named(c) for c in base if lineage.state(c) in ("exact", "declared")}
        parts = sorted(
            {part for found in named.values() for part in found if part[0] in data.tables}
        )
        for part in parts:
            changes = [
                data.changed(frozenset({part}), mode, seed)
                for seed, mode in enumerate((*MODES, "all"))
            ]
            answers = self.run(program, changes, verdict)
            for column, found in named.items():
                if part in found:
                    supported = any(differs(answer, base, column) for answer in answers)
                    verdict.claims.append(Claim(column, part, found[part], supported))


def differs(answer: dict[str, Any], base: Columns, column: str) -> bool:
    """Whether a run ended well, and with other values in the column."""
    return COLUMNS in answer and answer[COLUMNS].get(column) != base.get(column)


def smallest(items: Sequence[Part], fails: Callable[[Sequence[Part]], bool]) -> Sequence[Part]:
    """A small part of the items with which `fails` still holds; by halves as long as one half is enough."""
    while len(items) > 1:
        half = len(items) // 2
        smaller = next((part for part in (items[:half], items[half:]) if fails(part)), None)
        if smaller is None:
            return one_by_one(items, fails)
        items = smaller
    return items


def one_by_one(items: Sequence[Part], fails: Callable[[Sequence[Part]], bool]) -> Sequence[Part]:
    """Leave out each item that is not needed."""
    for item in list(items):
        rest = [i for i in items if i != item]
        if rest and fails(rest):
            items = rest
    return items
