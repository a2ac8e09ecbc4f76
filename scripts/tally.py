"""Counts tests in the output of ScalaTest and pytest; pure functions of its lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scripts.console import ANSI

SCALATEST = re.compile(
    r"Tests: succeeded (\d+), failed (\d+), canceled (\d+), ignored (\d+), pending (\d+)"
)
SCALATEST_ABORTED = re.compile(r"\*\*\* (\d+) SUITES? ABORTED \*\*\*")
PYTEST = re.compile(r"^(?:=+ )?((?:\d+ [a-z]+, )*\d+ [a-z]+) in [\d.]+s")
PYTEST_FAILED = {"failed", "error", "errors", "xfailed", "xpassed"}


@dataclass(frozen=True)
class Tally:
    """The numbers of passed, failed and skipped tests."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        )

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def scalatest(lines: Iterable[str]) -> Tally:
    """The sum of all `Tests: succeeded …` lines; an aborted suite counts as a failed test."""
    total = Tally()
    for line in lines:
        text = ANSI.sub("", line)
        if found := SCALATEST.search(text):
            passed, failed, canceled, ignored, pending = (int(n) for n in found.groups())
            total += Tally(passed, failed, canceled + ignored + pending)
        elif aborted := SCALATEST_ABORTED.search(text):
            total += Tally(failed=int(aborted.group(1)))
    return total


def pytest(lines: Iterable[str]) -> Tally:
    """The sum of all closing lines such as `3 passed, 1 skipped in 0.12s`; an expected failure counts as failed."""
    total = Tally()
    for line in lines:
        if found := PYTEST.match(ANSI.sub("", line.strip())):
            counts = [part.split() for part in found.group(1).split(", ")]
            numbers = {word: int(number) for number, word in counts}
            failed = sum(n for word, n in numbers.items() if word in PYTEST_FAILED)
            total += Tally(numbers.get("passed", 0), failed, numbers.get("skipped", 0))
    return total
