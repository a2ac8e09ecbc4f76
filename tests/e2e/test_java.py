"""The drivers of a session run on the version of Java that `--java` names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import Suite
from tests.e2e.spark_submit import Job

JOB = Path(__file__).resolve().parent / "jobs" / "java_version.py"
DEFAULT = "17"


def test_the_driver_runs_on_the_requested_java(
    suite: Suite, request: pytest.FixtureRequest
) -> None:
    job = Job("java", JOB, suite.paths("java").own, {})
    result = suite.run("java", [job])["java"]
    assert result.error is None
    version = result.value.removeprefix("1.")  # Java 8 calls itself 1.8
    assert version == (request.config.getoption("--java") or DEFAULT)
