"""The parts of a test run's output that a reader needs if tests have failed: pure functions of its lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

PYTEST = re.compile(r"^=+ (?:ERRORS|FAILURES|short test summary info) =+$")
HEADING = re.compile(r"^\[info\] [\w.]+:$")
FAILED = re.compile(r"\*\*\* (?:FAILED|ABORTED|\d+ SUITES? ABORTED) \*\*\*")
DETAIL = "[info]   "
# Canceled, ignored and pending tests.
LEFT_OUT = re.compile(r"!!! (?:CANCELED|IGNORED) !!!|\(pending\)$")
TAIL_LINES = 80


def pytest(lines: Sequence[str]) -> list[str]:
    """From the first report of a failure to the end; the end of the output if there is no such report."""
    start = next((n for n, line in enumerate(lines) if PYTEST.match(line)), None)
    return list(lines[-TAIL_LINES:] if start is None else lines[start:])


def scalatest(lines: Sequence[str]) -> list[str]:
    """Each failed or skipped test below the name of its suite, with its details, and all errors of the build."""
    found: list[str] = []
    heading, inside = "", False
    for line in lines:
        if HEADING.match(line):
            heading, inside = line, False
        elif FAILED.search(line) or LEFT_OUT.search(line):
            found += [heading, line] if heading else [line]
            heading, inside = "", True
        elif line.startswith("[error]"):
            found.append(line)
        else:
            inside = inside and line.startswith(DETAIL)
            found += [line] if inside else []
    return found or list(lines[-TAIL_LINES:])
