"""usage: python3 -m scripts.run_tests check|test|matrix [SUITE...]

Runs all suites of a tier, or those that are named, one after the other, even if some fail. Prints one table row when a suite ends, with its
failures below, and closes with `N passed, N failed, N skipped`. The whole output of a suite is in build/logs. A suite
that crashes, runs no test, or skips a test that is not listed in scripts/expected-skips.tsv counts as a failed test.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from scripts import results, skips
from scripts.console import Line, display_path, lines_of, log_file, run
from scripts.suites import TIERS, Suite
from scripts.tally import Tally

# Applies to terminals; the log of CI contains all lines, because the files are not available there.
MAX_LINES = None if os.environ.get("CI") == "true" else 200


@dataclass(frozen=True)
class Outcome:
    """The result of one suite."""

    suite: Suite
    tally: Tally
    seconds: float
    note: str = ""

    def __str__(self) -> str:
        """The row of the table, without the name."""
        tally = f"{self.tally.passed:>8}{self.tally.failed:>8}{self.tally.skipped:>9}"
        return f"{tally}{self.seconds:>7.0f} s  {self.note}".rstrip()


def run_suite(suite: Suite, width: int) -> Outcome:
    """Run one suite and its preparation, and print its row."""
    log = log_file(f"test-{suite.name}")
    line = Line(suite.name.ljust(width))
    outcome = needs_failed(suite, log, line) or finished(suite, log, line)
    line.end(str(outcome))
    if outcome.tally.failed:
        print(failures(suite, log), flush=True)
    return outcome


def needs_failed(suite: Suite, log: Path, line: Line) -> Outcome | None:
    """Prepares the suite; gives an outcome only if that has failed."""
    for need in suite.needs:
        if (code := run(need, log, line)) != 0:
            note = f"{' '.join(need)} ended with exit code {code}"
            return Outcome(suite, Tally(failed=1), line.seconds, note)
    return None


def finished(suite: Suite, log: Path, line: Line) -> Outcome:
    """Runs the suite's own command."""
    start = len(lines_of(log))
    commit = results.commit()  # before the suite: somebody may commit while it runs
    code = run([*suite.command, *results.report(suite)], log, line)
    lines = lines_of(log)[start:]
    expected = skips.allowed(lines, skips.expected(skips.LIST.read_text()))
    outcome = judge(suite, code, suite.count(lines), line.seconds, expected)
    results.keep(suite, outcome.tally, commit)
    return outcome


def judge(
    suite: Suite, code: int, counted: Tally, seconds: float, expected_skips: int = 0
) -> Outcome:
    """Adds a failed test if the exit code or the count shows that something else went wrong."""
    notes = []
    if code != 0 and not counted.failed:
        notes.append(f"crashed: exit code {code}")
    elif counted.passed + counted.failed == 0:
        notes.append("ran no test")
    if unexpected := counted.skipped - expected_skips:
        notes.append(f"skipped {unexpected} that {skips.LIST.name} does not list")
    return Outcome(suite, counted + Tally(failed=len(notes)), seconds, "; ".join(notes))


def failures(suite: Suite, log: Path) -> str:
    """The details of the failed tests, and where the rest is."""
    lines = suite.failures(lines_of(log))
    kept = lines[:MAX_LINES]
    rest = f"{len(lines) - len(kept)} more lines of failures, and " if kept != lines else ""
    return "\n".join([*kept, f"{suite.name}: {rest}the whole output: {display_path(log)}", ""])


def chosen(tier: str, names: list[str]) -> tuple[Suite, ...]:
    """The suites of a tier with these names, or all of them."""
    suites = TIERS[tier]
    if unknown := set(names) - {suite.name for suite in suites}:
        known = ", ".join(suite.name for suite in suites)
        sys.exit(f"run_tests: {tier} has no suite {sorted(unknown)}; it has {known}")
    return tuple(suite for suite in suites if suite.name in names or not names)


def main(tier: str, *names: str) -> int:
    suites = chosen(tier, list(names))
    width = max(len(suite.name) for suite in suites) + 1
    print(f"{'suite':<{width}}{'passed':>8}{'failed':>8}{'skipped':>9}{'time':>9}", flush=True)
    total = sum((run_suite(suite, width).tally for suite in suites), Tally())
    print(f"\n{total}", flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    if len(sys.argv) == 1 or sys.argv[1] not in TIERS:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
