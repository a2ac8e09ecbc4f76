"""What a test run and a step show on the terminal, and what they keep in build/logs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from scripts import console, failures, run_tests, step, tally
from scripts.suites import Suite

PYTEST = """\
..F                                                                  [100%]
=================================== FAILURES ===================================
    assert 1 == 2
=========================== short test summary info ============================
FAILED tests/test_a.py::test_one
1 failed, 2 passed in 0.10s
"""
SCALATEST = """\
[info] GoodSuite:
[info] - a good test
[info] BadSuite:
[info] - a good test
[info] - a bad test *** FAILED ***
[info]   1 did not equal 2 (BadSuite.scala:7)
[info] - another good test
[info] - a test for later (pending)
[error] Failed tests:
[error] \tio.headwater.BadSuite
"""


@pytest.fixture(autouse=True)
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The logs of these tests are not those of the run that they belong to."""
    monkeypatch.setattr(console, "ROOT", tmp_path)
    monkeypatch.setattr(console, "LOGS", tmp_path / "build" / "logs")
    return tmp_path / "build" / "logs"


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


def printing(text: str, code: int) -> tuple[str, ...]:
    return python(f"print({text!r}); raise SystemExit({code})")


def test_failures_of_pytest_begin_with_their_first_report() -> None:
    assert failures.pytest(PYTEST.splitlines()) == PYTEST.splitlines()[1:]


def test_failures_of_scalatest_have_suite_details_and_errors() -> None:
    rows = SCALATEST.splitlines()
    assert failures.scalatest(rows) == [*rows[2:3], *rows[4:6], *rows[7:]]


def test_log_records_of_a_failed_test_are_no_names() -> None:
    record = "ERROR    headwater:host.py:7 the driver has ended"
    assert failures.names([record, *PYTEST.splitlines()]) == ["FAILED tests/test_a.py::test_one"]


@pytest.mark.parametrize("extract", [failures.pytest, failures.scalatest])
def test_a_crash_without_a_report_shows_the_end_of_the_output(
    extract: Callable[[Sequence[str]], list[str]],
) -> None:
    rows = [f"line {n}" for n in range(200)]
    assert extract(rows) == rows[-failures.TAIL_LINES :]


def test_a_suite_is_a_row_as_it_ends_and_its_output_is_kept(
    capsys: pytest.CaptureFixture[str], logs: Path
) -> None:
    suite = Suite("e2e 4.0", printing("a detail\n3 passed in 0.1s", 0))
    assert run_tests.run_suites([suite]).passed == 3
    *_, row = capsys.readouterr().out.splitlines()
    assert row.split() == ["e2e", "4.0", "3", "0", "0", "0", "s"]
    assert "a detail" in (logs / "test-e2e-4.0.log").read_text()


def test_a_row_is_printed_before_the_next_suite_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    printed: list[tuple[str, bool]] = []

    def note(text: str = "", **_: object) -> None:
        printed.append((text.partition(" ")[0], begun.exists()))

    monkeypatch.setattr("builtins.print", note)
    touch = f"open({str(begun)!r}, 'w'); print('1 passed in 0.1s')"
    run_tests.run_suites([Suite("a", printing("1 passed in 0.1s", 0)), Suite("b", python(touch))])
    assert ("a", False) in printed
    assert ("b", True) in printed


def test_the_failures_of_a_suite_are_printed_below_its_row(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_tests.run_suites([Suite("unit", printing(PYTEST, 1))]).failed == 1
    printed = capsys.readouterr().out.splitlines()[2:]
    assert printed[0].split()[:3] == ["unit", "2", "1"]
    assert printed[1:6] == PYTEST.splitlines()[1:]
    assert printed[7] == "unit: the whole output: build/logs/test-unit.log"


def test_the_names_of_all_failed_tests_are_printed_at_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    scala = SCALATEST + "Tests: succeeded 3, failed 1, canceled 0, ignored 0, pending 0"
    suites = [
        Suite("docs", printing(PYTEST, 1)),
        Suite("unit", printing(scala, 1), tally.scalatest, (), failures.scalatest),
        Suite("e2e 4.0", printing("no disk", 3)),
        Suite("shape", printing("1 passed in 0.1s", 0)),
    ]
    run_tests.run_suites(suites)
    assert capsys.readouterr().out.splitlines()[-4:] == [
        "failed:",
        "docs: FAILED tests/test_a.py::test_one",
        "unit: BadSuite: - a bad test *** FAILED ***",
        "e2e 4.0: crashed: exit code 3",
    ]


def test_a_suite_whose_needs_fail_is_not_run(capsys: pytest.CaptureFixture[str]) -> None:
    suite = Suite("unit", printing("3 passed in 0.1s", 0), needs=(printing("no disk", 4),))
    other = Suite("other", printing("5 passed in 0.1s", 0))
    total = run_tests.run_suites([suite, other])
    assert (total.passed, total.failed) == (5, 1)
    printed = capsys.readouterr().out
    assert "ended with exit code 4" in printed
    assert "no disk" in printed


def test_a_skip_that_is_not_expected_fails_the_suite(capsys: pytest.CaptureFixture[str]) -> None:
    text = "= short test summary info =\nSKIPPED [1] a/test_a.py:3: no disk\n3 passed, 1 skipped in 0.1s"
    total = run_tests.run_suites([Suite("unit", printing(text, 0))])
    assert (total.failed, total.skipped) == (1, 1)
    assert "SKIPPED [1] a/test_a.py:3: no disk" in capsys.readouterr().out


def test_suites_run_at_once_unless_they_share_a_folder(tmp_path: Path) -> None:
    meet = (
        "import sys, time, pathlib; name, other = sys.argv[1:3]; pathlib.Path(name).touch()\n"
        "end = time.time() + 60\n"
        "while not pathlib.Path(other).exists() and time.time() < end: time.sleep(0.05)\n"
        "print('1 passed in 0.1s' if pathlib.Path(other).exists() else '1 failed in 0.1s')"
    )
    a, b = str(tmp_path / "a"), str(tmp_path / "b")
    suites = [Suite("a", (*python(meet), a, b)), Suite("b", (*python(meet), b, a))]
    assert run_tests.run_suites(suites, jobs=2).passed == 2
    e2e = [
        Suite(name, ("pytest", "tests/e2e", f"--spark={line}"))
        for name, line in (("cases", "4.0"), ("java 21", "4.0"), ("cases", "4.1"))
    ]
    assert run_tests.next_free(e2e[1:], e2e[:1]) is e2e[2]
    assert run_tests.next_free(e2e[1:2], e2e[:1]) is None


def test_what_two_suites_need_is_prepared_once(tmp_path: Path) -> None:
    need = python(f"print('prepared', file=open({str(tmp_path / 'log')!r}, 'a'))")
    suites = [Suite(name, printing("1 passed in 0.1s", 0), needs=(need,)) for name in ("a", "b")]
    assert run_tests.run_suites(suites).passed == 2
    assert (tmp_path / "log").read_text() == "prepared\n"


def test_a_step_is_one_line_and_its_output_is_kept(
    capsys: pytest.CaptureFixture[str], logs: Path
) -> None:
    assert step.main(["agent jar, Scala 2.13", *printing("a detail", 0)]) == 0
    (row,) = capsys.readouterr().out.splitlines()
    assert row.startswith("agent jar, Scala 2.13 ...")
    assert row.endswith("0 s")
    assert (logs / "agent-jar-scala-2.13.log").read_text() == "a detail\n"


def test_a_step_that_fails_prints_the_end_of_its_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as caught:
        step.main(["wheel", *python("for n in range(99): print(n)\nraise SystemExit(7)")])
    assert caught.value.code == 7
    printed = capsys.readouterr().out.splitlines()
    assert "FAILED after 0 s (exit code 7)" in printed[0]
    assert printed[1] == str(99 - step.TAIL_LINES)
    assert printed[-1] == "The whole output is in build/logs/wheel.log."


def test_a_step_whose_output_is_its_result_shows_all_of_it(
    capsys: pytest.CaptureFixture[str], logs: Path
) -> None:
    assert step.main(["--show", "bench", *printing("a number", 3)]) == 3
    printed = capsys.readouterr().out.splitlines()
    assert printed[:2] == ["bench", "a number"]
    assert printed[2].startswith("bench: FAILED (exit code 3)")
    assert (logs / "bench.log").read_text() == "a number\n"
