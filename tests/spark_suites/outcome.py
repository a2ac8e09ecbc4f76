"""What one run of a suite of Spark's own tests gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TestResults:
    """The tests of one run of a suite by their names."""

    passed: frozenset[str]
    failed: frozenset[str]


class SuiteEndedError(RuntimeError):
    """The process of a suite ended without results."""
