"""Extensions that work; each one leaves its own name, so that a test can identify its result."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from headwater.extensions import (
    Context,
    InputDataset,
    Node,
    RunFacetBuilder,
    SQLExecutionEnd,
    SQLExecutionStart,
    dataset_builder,
    facet_builder,
    transport,
    visitor,
)
from headwater.extensions import Facet as FacetsByName


@visitor("Range")
def numbers(node: Node, ctx: Context) -> InputDataset:
    """Report every Range as a dataset."""
    facets = {"seen": {"by": "host", "class": node.class_name, "job": ctx.job.name}}
    return InputDataset("acme", "numbers", facets)


@facet_builder("run")
def cost(complete: SQLExecutionEnd) -> FacetsByName:
    """A run facet for each query that has ended."""
    return FacetsByName("cost", {"by": "host", "known": complete.duration_millis is not None})


@facet_builder("run")
def always(ctx: Context) -> FacetsByName:
    """A run facet of every event."""
    return FacetsByName("always", {"by": "host", "type": ctx.type})


@dataset_builder("input")
def rates(started: SQLExecutionStart) -> InputDataset:
    """Report a dataset that is not part of the plan."""
    return InputDataset("acme", "rates", {"seen": {"by": f"execution {started.execution_id}"}})


class Tiered(RunFacetBuilder):
    """A run facet with an option; its end leaves a file."""

    def setup(self, options: dict[str, str]) -> None:
        self.tier = options["acme.tier"]

    def build(self) -> dict[str, Any]:
        return {"tier": {"name": self.tier}}

    def close(self) -> None:
        (Path(os.environ["ACME_FOLDER"]) / f"closed-{self.tier}").touch()


@transport
def bus(event: dict[str, Any]) -> None:
    """Append the event to a file for the application."""
    folder = Path(os.environ["ACME_FOLDER"]) / "bus"
    folder.mkdir(exist_ok=True)
    name = event["job"]["name"].partition(".")[0]
    with (folder / f"{name}.jsonl").open("a") as file:
        file.write(json.dumps(event) + "\n")
