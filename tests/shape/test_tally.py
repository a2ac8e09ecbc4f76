"""The counts that close a test run come from what ScalaTest and pytest print."""

from __future__ import annotations

import pytest

from scripts import skips, tally
from scripts.run_tests import judge
from scripts.sources import ROOT
from scripts.tally import Tally
from scripts.tiers import TIERS


def test_scalatest_counts_are_summed_over_modules() -> None:
    lines = [
        "[info] Tests: succeeded 3, failed 1, canceled 0, ignored 1, pending 0",
        "\x1b[32m[info] Tests: succeeded 4, failed 0, canceled 0, ignored 0, pending 0\x1b[0m",
    ]
    assert tally.scalatest(lines) == Tally(7, 1, 1)


def test_an_aborted_scalatest_suite_is_a_failure() -> None:
    assert tally.scalatest(["[error] *** 1 SUITE ABORTED ***"]) == Tally(failed=1)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("3 passed in 0.12s", Tally(3)),
        ("1 failed, 2 passed, 1 skipped in 61.00s (0:01:01)", Tally(2, 1, 1)),
        ("= 2 passed, 1 error in 1.0s =", Tally(2, 1)),
        ("1 passed, 1 xfailed in 1.0s", Tally(1, 1)),
        ("5 passed, 2 deselected in 1.0s", Tally(5)),
        ("no tests ran in 0.01s", Tally()),
        ("wrote 3 files in 4s", Tally()),
    ],
)
def test_pytest_counts_come_from_its_closing_line(line: str, expected: Tally) -> None:
    assert tally.pytest([line]) == expected


def test_a_suite_that_runs_nothing_or_crashes_fails() -> None:
    assert judge(0, Tally())[0].failed == 1
    assert judge(0, Tally(skipped=3), expected_skips=3)[0].failed == 1
    assert judge(2, Tally(5))[0].failed == 1
    assert judge(0, Tally(5))[0] == Tally(5)


def test_a_skipped_test_fails_its_suite_if_it_is_not_expected() -> None:
    assert judge(0, Tally(5, 0, 2), expected_skips=2)[0] == Tally(5, 0, 2)
    judged, note = judge(0, Tally(5, 0, 2), expected_skips=1)
    assert judged == Tally(5, 1, 2)
    assert note == "skipped 1 that expected-skips.tsv does not list"


def test_an_expected_skip_has_its_file_and_its_reason() -> None:
    known = skips.expected("# comment\na/test_a.py\tno disk\tits own reason\n")
    lines = [
        "SKIPPED [2] a/test_a.py:7: no disk",
        "SKIPPED [1] a/test_a.py: no disk",
        "SKIPPED [1] a/test_a.py:9: no network",
        "SKIPPED [1] b/test_b.py:7: no disk",
    ]
    assert skips.allowed(lines, known) == 3


def test_each_expected_skip_is_of_a_file_that_has_the_reason() -> None:
    for file, reason in skips.expected(skips.LIST.read_text()):
        assert reason in (ROOT / file).read_text()


def test_the_closing_line_counts_what_passed_failed_and_was_skipped() -> None:
    assert str(Tally(4, 0)) == "4 passed, 0 failed, 0 skipped"
    assert str(Tally(4, 1, 2)) == "4 passed, 1 failed, 2 skipped"


def test_every_suite_of_the_fast_tier_is_also_in_the_full_one() -> None:
    fast = {s.name.partition(" ")[0] for s in TIERS["check"]}
    full = {s.name.partition(" ")[0] for s in TIERS["test"]}
    assert fast <= full
