"""Programs are the same for a seed, can be replayed from their choices, and are made smaller by them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tests.hunt import minimise
from tests.hunt.choices import Choices
from tests.hunt.grammar import programs, templates, tour
from tests.hunt.grammar.programs import Wish

LINES = ("3.5", "4.0", "4.3")


def first(seed: int, line: str, count: int = 60) -> list[str]:
    kinds = programs.kinds(line, lakes=line != "4.3")
    return [programs.random(number, seed, line, kinds).text for number in range(count)]


@pytest.mark.parametrize("line", LINES)
def test_a_seed_gives_the_same_programs(line: str) -> None:
    assert first(7, line) == first(7, line)
    assert first(7, line) != first(8, line)
    assert len(set(first(7, line))) > 50


@pytest.mark.parametrize("line", LINES)
def test_a_program_is_replayed_from_its_choices(line: str) -> None:
    kinds = programs.kinds(line, lakes=True)
    for number in range(60):
        drawn = programs.random(number, 3, line, kinds)
        replayed = programs.write(drawn.name, line, Choices(None, drawn.choices), Wish(), kinds)
        assert (replayed.text, replayed.choices) == (drawn.text, drawn.choices)


def test_the_end_of_the_choices_is_the_simplest_program() -> None:
    kinds = programs.kinds("4.0", lakes=False)
    simplest = programs.write("p1", "4.0", Choices(), Wish(), kinds)
    assert simplest.text == "CREATE TABLE p1_out USING parquet AS SELECT r1.f AS c0 FROM t1 r1"


def test_a_choice_without_a_rule_for_its_end_is_in_the_range() -> None:
    choices = Choices(Random(1), (7, 100))
    assert (choices.below(5), choices.below(100)) == (2, 0)
    assert 0 <= choices.below(3) < 3


@pytest.mark.parametrize("line", LINES)
def test_the_tour_contains_every_template(line: str) -> None:
    kinds = programs.kinds(line, lakes=False)
    used = {text for program, _ in tour.programs_of(line, kinds) for text in program.uses}
    known = {
        t.text
        for table in ("expressions", "aggregates", "windows")
        for t in templates.read(table, line)
    }
    assert known - used == set()


def test_a_kind_that_the_line_does_not_have_is_an_error() -> None:
    with pytest.raises(ValueError, match="no kind of program script on Spark"):
        programs.kinds("3.5", lakes=True, chosen="query,script")


def test_choices_are_minimised_to_those_that_matter() -> None:
    """A program fails here if it has a 7 somewhere before a 3."""
    tries = 0

    def fails(choices: Sequence[int]) -> bool:
        return 7 in choices and 3 in choices[list(choices).index(7) :]

    def first_failing(batch: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
        nonlocal tries
        tries += len(batch)
        return next((c for c in batch if fails(c)), None)

    long = (*range(10), *Random(5).choices(range(3), k=60), 3, *range(10))
    assert minimise.minimised(long, first_failing, 500) == (7, 3)
    assert tries <= 500


def test_the_number_of_tries_is_bounded() -> None:
    batches: list[int] = []

    def never(batch: Sequence[tuple[int, ...]]) -> None:
        batches.append(len(batch))

    assert minimise.minimised(tuple(range(200)), never, 24) == tuple(range(200))
    assert sum(batches) == 24
