"""The order of a hunt: every program is judged once, also while a long one is, and each miss is made smaller."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from math import inf
from typing import Any, cast

from tests.hunt.grammar import programs
from tests.hunt.oracle import Miss, Verdict
from tests.hunt.processes import AgentResult, Processes
from tests.hunt.program import Program
from tests.hunt.run import BATCH, Hunt

LINE = "4.0"
KINDS = ["query"]
PROGRAMS = 2 * BATCH + 5


class NoSpark:
    """In place of the Spark processes: an agent without events, which counts its batches."""

    def __init__(self) -> None:
        self.plain = [None, None]
        self.classes = {"Project"}
        self.experiments = None
        self.batches = 0
        self.several = threading.Event()  # two batches have been under the agent

    def under_agent(self, batch: Sequence[Program]) -> dict[str, AgentResult]:
        self.batches += 1
        if self.batches > 1:
            self.several.set()
        return {program.name: AgentResult([], "") for program in batch}


class HuntOf(Hunt):
    """A hunt whose verdicts are given: only the program `missing`, and what is made of it, has a miss."""

    def __init__(self, missing: str, slow: str = "") -> None:
        self.no_spark = NoSpark()
        super().__init__(cast("Processes", self.no_spark), LINE, seed=3, tries=16)
        self.missing = missing
        self.slow = slow
        self.with_claims: list[str] = []

    def judge(self, program: Program, result: AgentResult, *, claims: bool = False) -> Verdict:
        assert not result.error
        if program.name == self.slow:
            assert self.no_spark.several.wait(30), "the next batch waits for this program"
        if claims:
            self.with_claims.append(program.name)
        of_a_miss = program.name == self.missing or program.name.startswith("s")
        return Verdict(misses=[Miss("c", (), 0)] if of_a_miss else [])


def run(hunt: HuntOf, minutes: float = inf) -> Any:
    written = programs.sequence([], range(PROGRAMS), 3, LINE, KINDS)
    return hunt.run(written, KINDS, minutes)


def test_every_program_is_judged_once_and_one_in_ten_with_its_claims() -> None:
    hunt = HuntOf(missing="")
    tally = run(hunt)
    judged = [program.name for program, _ in tally.verdicts]
    assert tally.programs == len(set(judged)) == PROGRAMS
    assert sorted(hunt.with_claims) == sorted(judged[:9])
    assert tally.classes == {"Project"}


def test_the_next_batch_is_under_the_agent_while_a_long_program_is_judged() -> None:
    first = next(programs.sequence([], range(1), 3, LINE, KINDS))[0]
    assert run(HuntOf(missing="", slow=first.name)).programs == PROGRAMS


def test_no_batch_begins_after_the_time_of_a_hunt() -> None:
    hunt = HuntOf(missing="p00003")
    assert run(hunt, minutes=0).programs == 0
    assert hunt.no_spark.batches == 0


class StoppedHunt(HuntOf):
    """A hunt that is stopped while its first program is judged."""

    def judge(self, program: Program, result: AgentResult, *, claims: bool = False) -> Verdict:
        self.stop()
        return super().judge(program, result, claims=claims)


def test_a_stopped_hunt_counts_the_programs_that_it_has_begun() -> None:
    hunt = StoppedHunt(missing="")
    assert run(hunt).programs == hunt.no_spark.batches * BATCH < PROGRAMS


def test_a_hunt_goes_on_where_another_one_has_ended() -> None:
    whole = [p.text for p, _ in programs.sequence([], range(6), 3, LINE, KINDS)]
    parts = [
        p.text
        for numbers in (range(4), range(4, 6))
        for p, _ in programs.sequence([], numbers, 3, LINE, KINDS)
    ]
    assert parts == whole


def test_a_miss_in_any_batch_is_made_smaller() -> None:
    written = list(programs.sequence([], range(PROGRAMS), 3, LINE, KINDS))
    for program in (written[0][0], written[-1][0]):
        (found,) = run(HuntOf(missing=program.name)).found
        assert found.original == program.text
        assert len(found.program.text) < len(program.text)
