"""One application of the chaos run: its process, its results and its log."""

from __future__ import annotations

import json
import random
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.chaos.plan import QUERIES, Plan
from tests.chaos.world import World, clock_library
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import LISTENER, Driver, agent_warnings
from tests.faults.fault import OPENLINEAGE, http

HERE = Path(__file__).resolve().parent
LIMIT = 240.0  # seconds; a guard against hanging
FAILED = re.compile(r"; (\d+) failed")
DELETED = re.compile(r"deleted (\d+) undelivered events")
LOADER_CLOSED = "add the jar with --driver-class-path instead"
PATH = f"{ROOT}:{ROOT / 'python-sdk' / 'src'}"


@dataclass(frozen=True)
class Outcome:
    """What an application has left. `hung` says that the guard has killed it."""

    plan: Plan
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


def conf(plan: Plan, world: World) -> dict[str, str]:
    """The settings of the application."""
    settings = http(world.backend.url) | {
        "spark.extraListeners": LISTENER,
        "spark.master": "local[2]",
        "spark.ui.enabled": "false",
        f"{OPENLINEAGE}.namespace": plan.name,
        f"{OPENLINEAGE}.transport.timeoutInMillis": "1500",
        f"{OPENLINEAGE}.spool.dir": str(world.spool),
    }
    if plan.extensions:
        settings[f"{OPENLINEAGE}.python.extensions"] = "tests.chaos.in_spark.extension:Troubled"
    return settings


def environment(plan: Plan, seed: str) -> dict[str, str]:
    """The environment, with the library that shifts the clock if the plan asks for it."""
    library = clock_library()
    found = {"PYTHONPATH": PATH, "CHAOS_SEED": seed}
    if plan.clock == "+0" or library is None:
        return found
    return found | {
        "LD_PRELOAD": str(library),
        "FAKETIME": plan.clock,
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # with it, each timed wait of the JVM spins
        "NO_FAKE_STAT": "1",
    }


def results_of(file: Path) -> dict[int, object]:
    """The rows of each query; the last line may be torn."""
    lines = file.read_text().splitlines(keepends=True) if file.exists() else []
    return dict(json.loads(line) for line in lines if line.endswith("\n"))


def run(plan: Plan, driver: Driver, world: World, chance: random.Random) -> Outcome:
    """Run the application among faults, until it ends or is ended."""
    driver.folder.mkdir(parents=True)
    results, log = driver.folder / "results", driver.folder / "driver.log"
    if plan.read_only:
        world.disk.change("free")
        world.disk.mount("ro")
    full = world.changes["disk full"]
    with log.open("w") as out, world.troubled(chance):
        process = start(plan, driver, world, results, out)
        try:
            hung = not ended(process, plan, results)
        finally:
            process.kill()
            process.wait()
    world.disk.mount("rw")
    lines = log.read_text(errors="replace").splitlines()
    refused = plan.read_only or world.changes["disk full"] > full
    return Outcome(plan, process.returncode, hung, results_of(results), lines, refused)


def start(
    plan: Plan, driver: Driver, world: World, results: Path, log: IO[str]
) -> subprocess.Popen[bytes]:
    """Start the driver."""
    script = str(HERE / "in_spark" / "pipeline.py")
    arguments = [script, str(driver.folder / "out"), str(QUERIES), str(results), str(plan.closed)]
    return subprocess.Popen(
        driver.command(arguments, conf(plan, world)),
        cwd=driver.folder,
        env=driver.environment,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
    )


def ended(process: subprocess.Popen[bytes], plan: Plan, results: Path) -> bool:
    """Wait for the end; send the signal of the plan after its queries. False if the application hangs."""
    deadline = time.monotonic() + LIMIT
    signalled = plan.end is None
    while process.poll() is None and time.monotonic() < deadline:
        if not signalled and len(results_of(results)) >= plan.after and results.exists():
            time.sleep(plan.delay)
            process.send_signal(plan.end or 0)
            signalled = True
        time.sleep(0.1)
    return process.poll() is not None
