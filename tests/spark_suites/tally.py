"""What runs of Spark's own suites have found."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tests.e2e import events, invariants
from tests.e2e.events import Event
from tests.e2e.lines import Line
from tests.spark_suites import running
from tests.spark_suites.verdicts import Verdicts


@dataclass
class Tally:
    """The sums over suites."""

    suites: int = 0
    passed: int = 0
    ended: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    events: int = 0
    problems: list[str] = field(default_factory=list)
    verdicts: Verdicts = field(default_factory=Verdicts)

    def add(self, spark: Line, suite: str, folder: Path, jar: Path) -> None:
        """Run a suite with the agent, without it if a test fails, and with experiments."""
        found = running.with_agent(spark, suite, folder / "with", jar)
        self.suites += 1
        self.passed += len(found.passed)
        if found.failed:
            alone = running.without_agent(spark, suite, folder / "without")
            self.broken += [f"{suite}: {name}" for name in sorted(found.failed - alone.failed)]
        self.check(events.read(folder / "with" / running.EVENTS))
        self.verdicts.add(running.with_experiments(spark, suite, folder / "experiments"))

    def check(self, written: list[Event]) -> None:
        """Add what is wrong with the events of a suite. It may have several applications, one after the other."""
        self.events += len(written)
        applications = defaultdict(list)
        for event in written:
            applications[application(event)].append(event)
        for group in applications.values():
            self.problems += invariants.problems(group)

    def table(self, spark: Line) -> str:
        counts = self.verdicts.counts
        rows = [
            ("suites", self.suites),
            ("suites without results", len(self.ended)),
            ("tests that pass with the agent", self.passed),
            ("tests that fail only with the agent", len(self.broken)),
            ("events", self.events),
            ("broken rules of events", len(self.problems)),
            ("queries with experiments", self.verdicts.queries),
            ("their output columns", counts["columns"]),
            ("of them unknown", counts["unknown"]),
            ("of them dependent on the order of rows", counts["order"]),
            ("experiments", counts["experiments"]),
            ("experiments that ended in an error", counts["failed"]),
            ("misses", len(self.verdicts.misses)),
            *((f"left out: {why}", n) for why, n in self.verdicts.left_out.most_common()),
        ]
        text = f"Spark {spark.version}\n\n| | number |\n|---|---|\n"
        text += "".join(f"| {name} | {number:,} |\n" for name, number in rows)
        text += "".join(f"\nNO RESULTS {reason}\n" for reason in self.ended)
        text += "".join(f"\nFAILS ONLY WITH THE AGENT {name}\n" for name in self.broken)
        text += "".join(f"\nBROKEN RULE {problem}\n" for problem in self.problems)
        return text + "".join(f"\nMISS {miss}\n{plan}\n" for miss, plan in self.verdicts.misses)


def application(event: Event) -> str:
    """The run of the application of an event."""
    run: Event = event["run"]
    of = run if events.is_application(event) else run["facets"]["parent"]["run"]
    return str(of["runId"])
