"""A short hunt with a fixed seed: the tour of all rules, some random programs, and the misses of the past."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.e2e import options
from tests.e2e.lines import Line
from tests.hunt import fixtures, report, rule_tables
from tests.hunt.fixtures import Fixture
from tests.hunt.grammar import programs, tour
from tests.hunt.oracle import Verdict
from tests.hunt.processes import Processes, has_lakes
from tests.hunt.run import Hunt, Tally
from tests.hunt.tables import Data, tables

SEED = 3
PROGRAMS = 0  # random ones, after the tour
REFUSED = 0.1  # the part of the programs that Spark may refuse


@dataclass(frozen=True)
class Session:
    """The verdicts on the fixtures, and the sums of the hunt."""

    line: Line
    fixtures: dict[str, Verdict]
    tally: Tally


@pytest.fixture(scope="module")
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    line = options.spark_line(request.config)
    jar = options.agent(request.config, line)
    folder = options.new_folder("hunt", f"test-{line.id}")
    kinds = programs.kinds(line.id, lakes=has_lakes(line))
    with Processes(line, jar, folder, Data.draw(tables(line.id), SEED)) as processes:
        hunt = Hunt(processes, line.id, SEED, claims_percent=0, tries=0)
        known = replayed(hunt, fixtures.read(line.id))
        written = programs.sequence(
            tour.programs_of(line.id, kinds), PROGRAMS, SEED, line.id, kinds
        )
        tally = hunt.run(written, kinds)
    report.write(tally, folder)
    print(report.table(tally, line.id, SEED))
    yield Session(line, known, tally)


def replayed(hunt: Hunt, known: list[Fixture]) -> dict[str, Verdict]:
    results = hunt.processes.under_agent([f.program for f in known])
    return {f.name: hunt.judge(f.program, results[f.program.name]) for f in known}


def test_no_program_has_a_miss_except_those_that_are_open(session: Session) -> None:
    found = {f.program.name: report.described(f) for f in session.tally.found}
    known = fixtures.still_open()
    assert [text for name, text in found.items() if name not in known] == []
    assert known.keys() - found.keys() == set(), "mended: remove them from open.tsv"


def test_spark_runs_nearly_all_programs(session: Session) -> None:
    refused = sum(session.tally.errors.values())
    assert refused <= REFUSED * session.tally.programs, session.tally.errors


def test_every_rule_is_reached_or_has_a_reason(session: Session) -> None:
    """Each class of plan nodes and expressions that a rule names, against the classes in the plans of the programs."""
    rules, reasons = rule_tables.named(session.line.home), rule_tables.unreached()
    assert rules - session.tally.classes - reasons.keys() == set()


def test_no_class_with_a_reason_is_reached(session: Session) -> None:
    assert rule_tables.unreached().keys() & session.tally.classes == set()


def test_a_miss_of_the_past_is_none_now_unless_it_is_open(session: Session) -> None:
    reasons = {f.name: f.open for f in fixtures.read(session.line.id)}
    errors = {name: verdict.error for name, verdict in session.fixtures.items() if verdict.error}
    missed = {name for name, verdict in session.fixtures.items() if verdict.misses}
    assert errors == {}
    assert missed == {name for name, reason in reasons.items() if reason}
