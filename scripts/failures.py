"""Extracts the relevant part of a failed test run's output; pure functions of its lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

PYTEST = re.compile(r"^=+ (?:ERRORS|FAILURES|short test summary info) =+$")
HEADING = re.compile(r"^\[info\] [\w.]+:$")
FAILED = re.compile(r"\*\*\* (?:FAILED|ABORTED|\d+ SUITES? ABORTED) \*\*\*")
DETAIL = "[info]   "
# Canceled, ignored and pending tests.
LEFT_OUT = re.compile(r"!!! (?:CANCELED|IGNORED) !!!|\(pending\)$")
# A line of pytest's summary. It pads the level of a captured log record.
SUMMARY = re.compile(r"^(?:FAILED|ERROR) \S")
TAIL_LINES = 80
NAME_WIDTH = 240


def pytest(lines: Sequence[str]) -> list[str]:
    """The lines from the first failure report to the end, or the last lines if there is no report."""
    start = next((n for n, line in enumerate(lines) if PYTEST.match(line)), None)
    return list(lines[-TAIL_LINES:] if start is None else lines[start:])


def scalatest(lines: Sequence[str]) -> list[str]:
    """The failed and skipped tests with their suites and details, and all errors of the build."""
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


def names(details: Sequence[str]) -> list[str]:
    """One line for each failed test in the details of either tool: its name, and pytest's reason."""
    found: list[str] = []
    heading = ""
    for line in details:
        if HEADING.match(line):
            heading = line.removeprefix("[info] ")
        elif FAILED.search(line):
            found.append(f"{heading} {line.removeprefix('[info] ')}".strip())
        elif SUMMARY.match(line):
            found.append(line)
    return [name[:NAME_WIDTH] for name in found]
