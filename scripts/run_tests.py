"""usage: python3 -m scripts.run_tests check|test|matrix

Runs every suite of a tier, one after the other, whatever the others say; prints a table and closes with
`N passed, N failed`. A suite that crashes or runs no test counts as a failed test.
"""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass

from scripts.suites import TIERS, Suite
from scripts.tally import Tally


@dataclass(frozen=True)
class Outcome:
    """What one suite came to."""

    suite: Suite
    tally: Tally
    seconds: float
    note: str = ""


def stream(command: tuple[str, ...]) -> tuple[int, list[str]]:
    """Runs a command with no input and shows its output while it runs; gives exit code and lines."""
    lines: list[str] = []
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        bufsize=1,
    ) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    return process.returncode, lines


def run(suite: Suite) -> Outcome:
    """Runs one suite with what it needs."""
    print(f"==> {suite.name}", flush=True)
    start = time.monotonic()
    for need in suite.needs:
        if (code := stream(need)[0]) != 0:
            note = f"{' '.join(need)} ended with {code}"
            return Outcome(suite, Tally(failed=1), time.monotonic() - start, note)
    code, lines = stream(suite.command)
    return judge(suite, code, suite.count(lines), time.monotonic() - start)


def judge(suite: Suite, code: int, counted: Tally, seconds: float) -> Outcome:
    """Adds a failed test where the suite's exit code or its count says that something else went wrong."""
    if code != 0 and not counted.failed:
        return Outcome(suite, counted + Tally(failed=1), seconds, f"crashed: exit code {code}")
    if counted.passed + counted.failed == 0:
        return Outcome(suite, counted + Tally(failed=1), seconds, "ran no test")
    return Outcome(suite, counted, seconds)


def table(outcomes: list[Outcome]) -> str:
    """One row a suite."""
    rows = [f"{'suite':<14}{'passed':>8}{'failed':>8}{'skipped':>8}{'time':>9}"]
    rows += [
        f"{o.suite.name:<14}{o.tally.passed:>8}{o.tally.failed:>8}{o.tally.skipped:>8}"
        f"{o.seconds:>7.0f} s  {o.note}".rstrip()
        for o in outcomes
    ]
    return "\n".join(rows)


def main(tier: str) -> int:
    outcomes = [run(suite) for suite in TIERS[tier]]
    total = sum((o.tally for o in outcomes), Tally())
    print(f"\n{table(outcomes)}\n\n{total}", flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in TIERS:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
