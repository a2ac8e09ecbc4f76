"""One application of the chaos run: its process, its results and its log."""

from __future__ import annotations

import json
import random
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.scenario import QUERIES, Scenario
from tests.chaos.shared import SharedSetup, clock_library
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import LISTENER, Driver, agent_warnings
from tests.faults.fault import OPENLINEAGE, http

HERE = Path(__file__).resolve().parent
LIMIT = 240.0  # seconds; a guard against hanging
FAILED = re.compile(r"; (\d+) failed")
DELETED = re.compile(r"deleted (\d+) undelivered events")
UNWRITABLE = "cannot write the spool"
LOADER_CLOSED = "add the jar with --driver-class-path instead"
PATH = f"{ROOT}:{ROOT / 'python-sdk' / 'src'}"


@dataclass(frozen=True)
class Outcome:
    """What an application has left. `hung` says that the guard has killed it."""

    scenario: Scenario
    code: int
    hung: bool
    results: dict[int, object]
    log: list[str]
    refused: bool

    @property
    def warnings(self) -> list[str]:
        return agent_warnings(self.log)

    @property
    def declared(self) -> int:
        """The events that the agent says it has lost: of its own, and those of others that it has deleted."""
        own = [int(n) for line in self.warnings for n in FAILED.findall(line)]
        deleted = [int(n) for line in self.warnings for n in DELETED.findall(line)]
        return (own[-1] if own else 0) + sum(deleted)

    @property
    def loader_closed(self) -> bool:
        """Whether the agent has said that its classes are gone."""
        return any(LOADER_CLOSED in line for line in self.warnings)


def conf(scenario: Scenario, shared: SharedSetup) -> dict[str, str]:
    """The settings of the application."""
    settings = http(shared.backend.url) | {
        "spark.extraListeners": LISTENER,
        "spark.master": "local[2]",
        "spark.ui.enabled": "false",
        f"{OPENLINEAGE}.namespace": scenario.name,
        f"{OPENLINEAGE}.transport.timeoutInMillis": "1500",
        f"{OPENLINEAGE}.spool.dir": str(shared.spool),
    }
    if scenario.extensions:
        settings[f"{OPENLINEAGE}.python.extensions"] = "tests.chaos.in_spark.extension:Troubled"
    return settings


def environment(scenario: Scenario, seed: str) -> dict[str, str]:
    """The environment, with the library that shifts the clock if the scenario asks for it."""
    library = clock_library()
    found = {"PYTHONPATH": PATH, "CHAOS_SEED": seed}
    if scenario.clock == "+0" or library is None:
        return found
    return found | {
        "LD_PRELOAD": str(library),
        "FAKETIME": scenario.clock,
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # with it, each timed wait of the JVM spins
        "NO_FAKE_STAT": "1",
    }


def results_of(file: Path) -> dict[int, object]:
    """The rows of each query; the last line may be torn."""
    lines = file.read_text().splitlines(keepends=True) if file.exists() else []
    return dict(json.loads(line) for line in lines if line.endswith("\n"))


def run(scenario: Scenario, driver: Driver, shared: SharedSetup, chance: random.Random) -> Outcome:
    """Run the application among faults, until it ends or is ended."""
    driver.folder.mkdir(parents=True)
    results, log = results_file(driver), driver.folder / "driver.log"
    if scenario.read_only:
        shared.disk.change("free")
        shared.disk.mount("ro")
    full = shared.changes["disk full"]
    with log.open("w") as out, shared.troubled(chance):
        process = driver.start(arguments(driver, scenario.closed), conf(scenario, shared), out)
        try:
            hung = not ended(process, scenario, results)
        finally:
            process.kill()
            process.wait()
    shared.disk.mount("rw")
    lines = log.read_text(errors="replace").splitlines()
    filled = shared.changes["disk full"] > full or any(UNWRITABLE in line for line in lines)
    refused = scenario.read_only or filled
    return Outcome(scenario, process.returncode, hung, results_of(results), lines, refused)


def results_file(driver: Driver) -> Path:
    """The file with the rows of each query."""
    return driver.folder / "results"


def arguments(driver: Driver, closed: int = -1) -> list[str]:
    """The program and its arguments; `closed` is as in `Scenario`."""
    script = HERE / "in_spark" / "pipeline.py"
    given = (script, driver.folder / "out", QUERIES, results_file(driver), closed)
    return list(map(str, given))


def ended(process: subprocess.Popen[bytes], scenario: Scenario, results: Path) -> bool:
    """Wait for the end; send the signal of the scenario after its queries. False if the application hangs."""
    deadline = time.monotonic() + LIMIT
    signalled = scenario.end is None
    while process.poll() is None and time.monotonic() < deadline:
        if not signalled and len(results_of(results)) >= scenario.after and results.exists():
            time.sleep(scenario.delay)
            process.send_signal(scenario.end or 0)
            signalled = True
        time.sleep(0.1)
    return process.poll() is not None
