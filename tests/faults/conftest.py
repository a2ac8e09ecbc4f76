"""The driver that all in-process faults share, and the table that is printed at the end."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.e2e import options, spooled
from tests.e2e.lines import ROOT, Line
from tests.e2e.spark_submit import Driver, Job, JobResult, file_transport
from tests.faults import outcome, seed
from tests.faults.disks import unmount_leftovers
from tests.faults.fault import HERE, OPENLINEAGE, STOP, Conf, Fault, FaultSetup
from tests.faults.outcome import Outcome
from tests.faults.table import FAULTS, Row, header

ROWS = pytest.StashKey[list[Row]]()


@dataclass(frozen=True)
class Suite:
    """The Spark line, the agent's jar and the work folder of the test session."""

    line: Line
    agent: Path
    work: Path

    def driver(self, group: str) -> Driver:
        env = {"PYTHONPATH": str(ROOT / "python-sdk" / "src")}
        return Driver(self.line, [self.agent], self.work / group, env)


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)


@pytest.fixture(scope="session")
def suite(request: pytest.FixtureRequest) -> Suite:
    spark_line = options.spark_line(request.config)
    unmount_leftovers(ROOT / "build" / "faults" / spark_line.name)
    work = options.new_folder("faults", spark_line.name)
    return Suite(spark_line, options.agent(request.config, spark_line), work)


@pytest.fixture(scope="session")
def rows(request: pytest.FixtureRequest) -> list[Row]:
    """The rows of the table that is printed at the end."""
    return request.config.stash.setdefault(ROWS, [])


@pytest.fixture(scope="session")
def outcomes(suite: Suite, request: pytest.FixtureRequest) -> dict[str, Outcome]:
    """Each fault, met by a job with a SparkContext of its own, after the same jobs without the agent."""
    driver = suite.driver("shared")
    faults = selected(request)
    with ExitStack() as stack:
        setups = [new_setup(fault, driver, stack) for fault in faults]
        prepared = list(zip(faults, setups, strict=True))
        jobs = [fault_job(fault, setup, fault.prepare(setup)) for fault, setup in prepared]
        job_results = driver.run([*baseline_jobs(faults, driver.folder), *jobs], driver.folder)
        return {f.name: outcome_of(f, setup, job_results) for f, setup in prepared}


def selected(request: pytest.FixtureRequest) -> list[Fault]:
    """The faults that the selected tests need: all of them unless `-k` selects some."""
    found = [getattr(item, "callspec", None) for item in request.session.items]
    faults = [spec.params["fault"] for spec in found if spec and "fault" in spec.params]
    return [fault for fault in FAULTS if fault in faults] or FAULTS


def new_setup(fault: Fault, driver: Driver, stack: ExitStack) -> FaultSetup:
    folder = driver.folder / fault.identifier
    folder.mkdir(parents=True)
    return FaultSetup(fault.identifier, folder, driver.folder, driver.spool, stack)


def fault_job(fault: Fault, setup: FaultSetup, conf: Conf) -> Job:
    own = {f"{OPENLINEAGE}.namespace": setup.name, STOP: str(int(fault.max_stop_seconds * 1000))}
    job = Job(fault.name, script(fault.job), setup.folder, own | conf)
    return replace(job, files=setup.files)


def baseline_jobs(faults: list[Fault], folder: Path) -> list[Job]:
    """The same jobs without the agent.

    The first query of a JVM and the first agent each cost seconds, so one job of each kind runs first as a warm-up.
    """
    kinds = sorted({fault.job for fault in faults}, key=lambda job: job == "shop")
    names = [(f"{when} {job}", job) for job in kinds for when in ("warm", "plain")]
    agent = Job(
        "warm agent", script("shop"), folder / "agent", file_transport(folder / "warm.jsonl")
    )
    return [agent] + [
        Job(name, script(job), folder / name, {}, agent=False)
        for name, job in names
        if name not in ("warm wide", "warm threads")
    ]


def script(job: str) -> Path:
    return HERE / "jobs" / f"{job}.py"


def outcome_of(fault: Fault, setup: FaultSetup, job_results: dict[str, JobResult]) -> Outcome:
    answer = job_results[fault.name]
    accepted = [e for received in setup.received for e in received.accepted]
    accepted += outcome.files(
        setup.work / "headwater-events", setup.work / "relative", setup.folder
    )
    accepted += outcome.console(answer.log)
    dead_letters = [letter["event"] for letter in outcome.letters(setup.spool)]
    accepted, spooled_events, dead_letters = (
        outcome.distinct(outcome.of_namespace(events, setup.name))
        for events in (accepted, spooled.waiting_events(setup.spool), dead_letters)
    )
    baseline = job_results[f"plain {fault.job}"]
    return Outcome(answer, baseline, accepted, spooled_events, dead_letters, setup.received)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """The table of faults, and the seed of what was chosen at random."""
    terminalreporter.write_line(f"random moments: {seed.VARIABLE}={seed.SEED} repeats them")
    if rows := config.stash.get(ROWS, []):
        terminalreporter.section("faults")
        for line in [header(), *map(str, rows)]:
            terminalreporter.write_line(line)
