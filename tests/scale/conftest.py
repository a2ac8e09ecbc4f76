"""Options, and the application of a test session, without and with the agent."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import events, options
from tests.e2e.events import Event
from tests.e2e.spark_submit import Driver, Job, JobResult, file_transport

JOB = Path(__file__).resolve().parent / "job.py"
SIZES = {"queries": 200, "jobs": 5_000, "partitions": 3_000, "columns": 5_000, "code": 1_000}


@dataclass(frozen=True)
class Outcome:
    """The application without and with the agent, its sizes and its events."""

    sizes: dict[str, int]
    plain: JobResult
    ours: JobResult
    sent: list[Event]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = options.declare(parser)
    group.addoption("--divide", type=int, default=1, help="divide each size by this number")


@pytest.fixture(scope="session")
def outcome(request: pytest.FixtureRequest) -> Outcome:
    line = options.spark_line(request.config)
    agent = options.agent(request.config, line)
    work = options.new_folder("scale", line.name)
    divisor = request.config.getoption("--divide")
    sizes = {part: size // divisor for part, size in SIZES.items()}
    warm = {part: size // 100 for part, size in SIZES.items()}
    file = work / "ours" / "events.jsonl"
    jobs = [
        job("warm", work, warm),
        job("plain", work, sizes),
        Job("ours", JOB, work / "ours", conf(sizes) | file_transport(file)),
    ]
    results = Driver(line, [agent], work).run(jobs, work)  # it needs no table of the fixture data
    return Outcome(sizes, results["plain"], results["ours"], events.read(file))


def job(name: str, work: Path, sizes: dict[str, int]) -> Job:
    """The application without the agent."""
    return Job(name, JOB, work / name, conf(sizes), agent=False)


def conf(sizes: dict[str, int]) -> dict[str, str]:
    """The settings that tell the job its sizes."""
    return {f"spark.scale.{part}": str(size) for part, size in sizes.items()}
