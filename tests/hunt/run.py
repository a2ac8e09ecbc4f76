"""A hunt: writes programs in batches, runs them under the agent, judges their lineage, and minimises misses."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from math import inf

from tests.hunt import lineage, minimise
from tests.hunt.choices import Choices
from tests.hunt.grammar import programs
from tests.hunt.grammar.programs import Wish
from tests.hunt.oracle import Miss, Oracle, Verdict
from tests.hunt.processes import AgentResult, Processes
from tests.hunt.program import Program
from tests.hunt.tables import TableData, tables

BATCH = 16
NO_LINEAGE = "no event with lineage of the output"
Judging = list[tuple[Program, Wish, "Future[Verdict]"]]  # programs and the verdicts to come


@dataclass(frozen=True)
class FoundMiss:
    """A program with misses, as small as it could be made."""

    program: Program
    misses: tuple[Miss, ...]
    original: str


@dataclass
class Tally:
    """The sums of a hunt."""

    programs: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    verdicts: list[tuple[Program, Verdict]] = field(default_factory=list)
    found: list[FoundMiss] = field(default_factory=list)
    classes: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    seconds: float = 0.0


class Hunt:
    """One hunt on a Spark line."""

    def __init__(
        self, processes: Processes, line: str, seed: int, claims_percent: int = 10, tries: int = 80
    ) -> None:
        self.processes = processes
        self.line = line
        self.seed = seed
        self.claims_percent = claims_percent
        self.oracle = Oracle(processes.experiments)
        self.tally = Tally()
        self.shrunk = 0
        self.tries = tries
        self.stopped = threading.Event()

    def draws(self, number: int) -> list[TableData]:
        """The data to try for a program; programs of a batch share them."""
        base = self.seed * 1000 + (number // BATCH) * 3
        return [TableData.draw(tables(self.line), base + n) for n in range(3)]

    def run(
        self, written: Iterator[tuple[Program, Wish]], kinds: Sequence[str], minutes: float = inf
    ) -> Tally:
        """Run the programs that can be begun in this time. While a batch is under the agent, the last one is judged.

        The verdicts of a batch are read when those of the next one have begun: a long program leaves no process idle.
        """
        began = time.monotonic()
        numbered = enumerate(written, 1)
        judging: Judging = []
        with ThreadPoolExecutor(len(self.processes.plain)) as threads:
            while self.goes_on(began, minutes) and (batch := list(islice(numbered, BATCH))):
                results = self.processes.under_agent([program for _, (program, _) in batch])
                begun = [
                    (program, wish, self.begin(threads, number, program, results[program.name]))
                    for number, (program, wish) in batch
                ]
                self.end(judging, kinds, began)
                judging = begun
            self.end(judging, kinds, began)
        self.tally.classes = self.processes.classes
        return self.tally

    def stop(self) -> None:
        """Begin no more programs; those that have begun are judged and counted."""
        self.stopped.set()

    def goes_on(self, began: float, minutes: float) -> bool:
        return not self.stopped.is_set() and time.monotonic() - began < 60 * minutes

    def begin(
        self, threads: ThreadPoolExecutor, number: int, program: Program, result: AgentResult
    ) -> Future[Verdict]:
        """Judge the program of this number on another thread."""
        return threads.submit(
            self.judge, program, result, claims=number % 100 < self.claims_percent
        )

    def end(self, judging: Judging, kinds: Sequence[str], began: float) -> None:
        """Count the verdicts of a batch and minimise its misses."""
        found = []
        for program, wish, judged in judging:
            verdict = judged.result()
            self.count(program, verdict)
            if verdict.misses:
                found.append((program, wish, verdict.misses))
        self.minimise_all(found, kinds)
        self.tally.seconds = time.monotonic() - began
        self.progress()

    def progress(self) -> None:
        tally = self.tally
        print(
            f"[{tally.seconds:6.0f} s] {tally.programs} programs, {len(tally.found)} with a miss",
            file=sys.stderr,
        )

    def count(self, program: Program, verdict: Verdict) -> None:
        tally = self.tally
        tally.programs += 1
        tally.kinds[program.kind] += 1
        if verdict.error:
            label = verdict.error.partition("\n")[0][:110]
            tally.errors[label] += 1
            tally.examples.setdefault(label, program.text)
        else:
            tally.verdicts.append((program, verdict))

    def judge(self, program: Program, result: AgentResult, *, claims: bool = False) -> Verdict:
        if result.error:
            return Verdict(error=f"Spark: {result.error}")
        known = lineage.of_program(result.events, tables(self.line), program.replaces.split())
        of_output = known.get(program.output)
        if of_output is None:
            return Verdict(error=NO_LINEAGE)
        number = int(program.name[1:]) if program.name[1:].isdigit() else 0
        return self.oracle.judge(program, of_output, self.draws(number), claims=claims)

    def minimise_all(
        self, misses: Sequence[tuple[Program, Wish, Sequence[Miss]]], kinds: Sequence[str]
    ) -> None:
        for program, wish, found in misses:
            small, small_misses = self.minimised(program, wish, found, kinds)
            self.tally.found.append(FoundMiss(small, tuple(small_misses), program.text))

    def minimised(
        self, program: Program, wish: Wish, misses: Sequence[Miss], kinds: Sequence[str]
    ) -> tuple[Program, Sequence[Miss]]:
        """The smallest program that still has a miss."""
        best: list[tuple[Program, Sequence[Miss]]] = [(program, misses)]

        def first_failing(batch: Sequence[minimise.Candidate]) -> minimise.Candidate | None:
            written = [self.replayed(choices, wish, kinds) for choices in batch]
            shorter = [p for p in written if len(p.text) < len(best[0][0].text)]
            results = self.processes.under_agent(shorter) if shorter else {}
            for candidate in shorter:
                verdict = self.judge(candidate, results[candidate.name])
                if verdict.misses:
                    best[0] = (candidate, verdict.misses)
                    return candidate.choices
            return None

        print(f"miss: {misses[0]}\n{program.text}", file=sys.stderr)
        minimise.minimised(program.choices, first_failing, self.tries)
        return best[0]

    def replayed(self, choices: minimise.Candidate, wish: Wish, kinds: Sequence[str]) -> Program:
        self.shrunk += 1
        return programs.write(f"s{self.shrunk}", self.line, Choices(None, choices), wish, kinds)
