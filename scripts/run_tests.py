"""usage: python3 -m scripts.run_tests [--jobs N] check|test|matrix [SUITE...]

Runs all suites of a tier, or those that are named, N at once (default: 1), even if some fail. It first prepares all of them.
Prints one table row when a suite ends, with its failures below. It closes with the names of all failed tests and with
`N passed, N failed, N skipped`. The whole output of a suite is in build/logs. A suite that cannot be prepared, crashes, runs
no test, or skips a test that is not listed in scripts/expected-skips.tsv counts as a failed test.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from scripts import failures, results, skips
from scripts.console import (
    Line,
    StatusLine,
    display_path,
    last_line,
    lines_of,
    log_file,
    log_path,
    run,
)
from scripts.step import WIDTH
from scripts.suites import Suite
from scripts.tally import Tally
from scripts.tiers import TIERS

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


def run_suites(suites: Sequence[Suite], jobs: int = 1) -> Tally:
    """Prepare the suites and run them, at most `jobs` at once; print the table and return the sum."""
    width = max(len(suite.name) for suite in suites) + 1
    for suite in suites:
        log_file(f"test-{suite.name}")
    ready, outcomes = prepare(suites)
    print(f"{'suite':<{width}}{'passed':>8}{'failed':>8}{'skipped':>9}{'time':>9}", flush=True)
    total = Tally()
    failed: list[str] = []
    for outcome in chain(outcomes, run_prepared(ready, jobs)):
        print(f"{outcome.suite.name:<{width}}{outcome}", flush=True)
        if outcome.tally.failed:
            lines = outcome.suite.failures(lines_of(log_of(outcome.suite)))
            print(details(outcome.suite, lines), flush=True)
            failed += names(outcome, lines)
        total += outcome.tally
    if failed:
        print("\n".join(["failed:", *failed]), flush=True)
    return total


def prepare(suites: Iterable[Suite]) -> tuple[list[Suite], list[Outcome]]:
    """Run what the suites need, each command once; give the suites that can run, and outcomes of those that cannot."""
    ready, outcomes = [], []
    codes: dict[tuple[str, ...], int] = {}
    line = Line("preparation ".ljust(WIDTH, "."))
    for suite in suites:
        log = log_of(suite)
        for need in suite.needs:
            if need not in codes:
                codes[need] = run(need, log, partial(line.tick, log))
        bad = next((need for need in suite.needs if codes[need] != 0), None)
        if bad is None:
            ready.append(suite)
        else:
            note = f"{' '.join(bad)} ended with exit code {codes[bad]}"
            outcomes.append(Outcome(suite, Tally(failed=1), 0.0, note))
    line.end(f" {line.seconds:4.0f} s")
    return ready, outcomes


def run_prepared(suites: Iterable[Suite], jobs: int) -> Iterator[Outcome]:
    """The outcomes of the suites, as they end. Two that empty the same folder do not run at once."""
    waiting = list(suites)
    running: dict[Future[Outcome], Suite] = {}
    status = StatusLine()
    began = time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        while waiting or running:
            while len(running) < jobs and (suite := next_free(waiting, running.values())):
                waiting.remove(suite)
                running[pool.submit(run_suite, suite)] = suite
            names = ", ".join(suite.name for suite in running.values())
            newest = last_line(log_of(next(iter(running.values()))))
            status.show(f"{names} {time.monotonic() - began:.0f} s  {newest}")
            done, _ = wait(running, timeout=1, return_when=FIRST_COMPLETED)
            status.clear()
            for future in done:
                del running[future]
                yield future.result()


def next_free(waiting: Iterable[Suite], running: Iterable[Suite]) -> Suite | None:
    """The first suite whose folder none of the running ones uses."""
    used = {suite.work for suite in running}
    return next((suite for suite in waiting if suite.work not in used), None)


def run_suite(suite: Suite) -> Outcome:
    """Runs the suite's own command."""
    log = log_of(suite)
    began = time.monotonic()
    start = len(lines_of(log))
    commit = results.commit()  # before the suite: somebody may commit while it runs
    code = run([*suite.command, *results.report(suite)], log)
    lines = lines_of(log)[start:]
    expected = skips.allowed(lines, skips.expected(skips.LIST.read_text()))
    tally, note = judge(code, suite.count(lines), expected)
    results.keep(suite, tally, commit)
    return Outcome(suite, tally, time.monotonic() - began, note)


def judge(code: int, counted: Tally, expected_skips: int = 0) -> tuple[Tally, str]:
    """Adds a failed test, and a note, if the exit code or the count shows that something else went wrong."""
    notes = []
    if code != 0 and not counted.failed:
        notes.append(f"crashed: exit code {code}")
    elif counted.passed + counted.failed == 0:
        notes.append("ran no test")
    if unexpected := counted.skipped - expected_skips:
        notes.append(f"skipped {unexpected} that {skips.LIST.name} does not list")
    return counted + Tally(failed=len(notes)), "; ".join(notes)


def names(outcome: Outcome, lines: Sequence[str]) -> list[str]:
    """One line for each failed test, and one for what else counts as failed, with the suite's name."""
    found = [*failures.names(lines), outcome.note]
    return [f"{outcome.suite.name}: {name}" for name in found if name]


def details(suite: Suite, lines: Sequence[str]) -> str:
    """The details of the failed tests, and where the rest is."""
    kept = lines[:MAX_LINES]
    rest = f"{len(lines) - len(kept)} more lines of failures, and " if kept != lines else ""
    whole = f"{suite.name}: {rest}the whole output: {display_path(log_of(suite))}"
    return "\n".join([*kept, whole, ""])


def log_of(suite: Suite) -> Path:
    """The log of the suite: of its preparation and its run."""
    return log_path(f"test-{suite.name}")


def chosen(tier: str, names: Sequence[str]) -> tuple[Suite, ...]:
    """The suites of a tier with these names, or all of them."""
    suites = TIERS[tier]
    if unknown := set(names) - {suite.name for suite in suites}:
        known = ", ".join(suite.name for suite in suites)
        sys.exit(f"run_tests: {tier} has no suite {sorted(unknown)}; it has {known}")
    return tuple(suite for suite in suites if suite.name in names or not names)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="suites at once")
    parser.add_argument("tier", choices=TIERS)
    parser.add_argument("suites", nargs="*", metavar="SUITE")
    options = parser.parse_args(arguments)
    total = run_suites(chosen(options.tier, options.suites), max(1, options.jobs))
    print(f"\n{total}", flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
