"""A chaos run: applications among faults, then one that delivers what is left, then the verdict."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from pathlib import Path

from tests.chaos import application, report
from tests.chaos.application import Outcome
from tests.chaos.judge import Verdict, judge
from tests.chaos.scenario import Scenario
from tests.chaos.shared import SharedSetup, shared_setup
from tests.e2e.lines import ROOT, Line
from tests.e2e.options import new_folder
from tests.e2e.spark_submit import LISTENER, Driver
from tests.faults.disks import unmount_leftovers
from tests.faults.fault import HERE, OPENLINEAGE, http
from tests.faults.outcome import distinct, of_namespace

CALM = Scenario("calm", None, 0, 0.0, -1, read_only=False, extensions=False, clock="+0")


@dataclass(frozen=True)
class Chaos:
    """The Spark line, the agent's jar, the work folder and the seed."""

    line: Line
    jar: Path
    folder: Path
    seed: int

    def driver(self, name: str, env: dict[str, str] | None = None, *, agent: bool = True) -> Driver:
        return Driver(self.line, [self.jar] if agent else [], self.folder / name, env or {})

    def baseline(self) -> dict[int, object]:
        """The rows of each query without the agent."""
        driver = self.driver("plain", agent=False)
        ran = driver.submit(application.arguments(driver), {"spark.master": "local[2]"})
        assert ran.code == 0, ran.log[-20:]
        return application.results_of(application.results_file(driver))

    def calm(self, shared: SharedSetup) -> int:
        """The number of events of an application without faults."""
        env = application.environment(CALM, "")
        driver = self.driver(CALM.name, env)
        ran = driver.submit(application.arguments(driver), application.conf(CALM, shared))
        assert ran.code == 0, ran.log[-20:]
        return len(distinct(of_namespace(shared.backend.accepted, CALM.name)))

    def applications(self, shared: SharedSetup, minutes: float) -> list[Outcome]:
        """As many applications as start in this time."""
        deadline = time.monotonic() + minutes * 60
        outcomes: list[Outcome] = []
        while time.monotonic() < deadline:
            number = len(outcomes)
            chance = random.Random(f"{self.seed}/{number}")
            scenario = Scenario.draw(number, chance)
            env = application.environment(scenario, f"{self.seed}/{number}")
            outcome = application.run(scenario, self.driver(scenario.name, env), shared, chance)
            print(report.progress(outcome), flush=True)
            outcomes.append(outcome)
        return outcomes

    def deliver(self, shared: SharedSetup) -> None:
        """An application without faults delivers what the others have left."""
        shared.heal()
        driver = self.driver("successor")
        script = [
            str(HERE / "jobs" / "successor.py"),
            str(shared.spool),
            str(driver.folder / "out"),
        ]
        conf = http(shared.backend.url) | {
            f"{OPENLINEAGE}.spool.dir": str(shared.spool),
            "spark.extraListeners": LISTENER,
            "spark.master": "local[2]",
        }
        ran = driver.submit(script, conf)
        assert ran.code == 0, ran.log[-20:]

    def run(self, minutes: float) -> Verdict:
        """Run, deliver, judge, and print the report."""
        results = self.baseline()
        with shared_setup(self.folder) as shared:
            events_of_one = self.calm(shared)
            outcomes = self.applications(shared, minutes)
            self.deliver(shared)
            found = judge(outcomes, shared.backend.accepted, results, events_of_one)
            left = sorted(
                str(file.relative_to(shared.spool))
                for file in shared.spool.glob("*/*")
                if file.name != "lock"  # of an application that has written nothing
            )
            found.problems += [f"left in the spool: {name}" for name in left]
            print(report.table(outcomes, shared, found, self.seed), flush=True)
        return found


def new_chaos(line: Line, jar: Path, seed: int) -> Chaos:
    """A chaos run in a new folder; file systems of an earlier one that was killed are unmounted."""
    unmount_leftovers(ROOT / "build" / "chaos" / line.name)
    return Chaos(line, jar, new_folder("chaos", line.name), seed)
