"""A run as a consumer sees it: the union of its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.e2e import events as ev
from tests.e2e.events import TERMINAL, Event

Dataset = tuple[str, str]
Facets = dict[str, dict[str, Any]]
KINDS = ("facets", "inputFacets", "outputFacets")


@dataclass
class MergedRun:
    """Facets of later events replace earlier ones; datasets are accumulated."""

    started_at: int
    job: Dataset
    outcome: str = ""
    run_facets: Facets = field(default_factory=dict)
    job_facets: Facets = field(default_factory=dict)
    inputs: dict[Dataset, Facets] = field(default_factory=dict)
    outputs: dict[Dataset, Facets] = field(default_factory=dict)

    @property
    def sql(self) -> str:
        return str(self.job_facets.get("sql", {}).get("query", ""))

    @property
    def kind(self) -> str:
        return str(self.job_facets.get("jobType", {}).get("jobType", ""))

    def add(self, event: Event) -> None:
        self.job = (event["job"]["namespace"], event["job"]["name"])
        self.run_facets |= event["run"].get("facets", {})
        self.job_facets |= event["job"].get("facets", {})
        for key, known in (("inputs", self.inputs), ("outputs", self.outputs)):
            for dataset in event.get(key, []):
                facets = known.setdefault((dataset["namespace"], dataset["name"]), {})
                for kind in KINDS:
                    facets |= dataset.get(kind, {})


def merge_runs(found: list[Event]) -> list[MergedRun]:
    """All runs by start time; if a run has several terminal events, its outcome lists all of them."""
    runs = []
    for group in ev.runs(found).values():
        run = MergedRun(min(ev.millis(e) for e in group), ("", ""))
        for event in group:
            run.add(event)
        ends = [e["eventType"] for e in group if e["eventType"] in TERMINAL]
        run.outcome = ",".join(ends) or "open"
        runs.append(run)
    return sorted(runs, key=lambda run: run.started_at)
