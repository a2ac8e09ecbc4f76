"""The results of an extension, as values for tests."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from headwater.extensions.context import Job
from headwater.extensions.datasets import ColumnDependency, ColumnSource, Dataset, InputDataset, OutputDataset

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["EmittedFacet", "ExtensionResult", "Failure"]


@dataclass(frozen=True, slots=True)
class EmittedFacet:
    """A facet as in an event; without ``dataset`` it applies to all datasets, to the run or to the job."""

    target: str
    name: str
    value: Mapping[str, Any]
    dataset: Dataset | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """An error of an extension; in an event it is part of the facet ``headwater_extensionErrors``."""

    extension: str
    stage: str
    message: str


@dataclass(frozen=True, slots=True)
class ExtensionResult:
    """The validated results of an extension, as the agent receives them; facets include producer and schema URL."""

    inputs: tuple[InputDataset, ...] = ()
    outputs: tuple[OutputDataset, ...] = ()
    columns: tuple[ColumnDependency, ...] = ()
    facets: tuple[EmittedFacet, ...] = ()
    renamed: Mapping[Dataset, Dataset] | None = None
    job: Job | None = None
    """The new name of the job; ``None`` if it stays."""
    event: Mapping[str, Any] | None = None
    """The event of a transformer; ``None`` if it stays."""
    dropped: tuple[Dataset, ...] = ()
    keep: bool = True
    errors: tuple[Failure, ...] = ()

    @classmethod
    def from_json(cls, answer: Mapping[str, Any]) -> ExtensionResult:
        """Return the values of a response (docs/python-bridge.md)."""
        return cls(
            inputs=tuple(_input(each) for each in answer.get("inputs", ())),
            outputs=tuple(_output(each) for each in answer.get("outputs", ())),
            columns=tuple(_dependency(each) for each in answer.get("columns", ())),
            facets=tuple(_facet(each) for each in answer.get("facets", ())),
            renamed={_dataset(each["from"]): _dataset(each["to"]) for each in answer.get("names", ())},
            job=next((Job(**each["to"]) for each in answer.get("jobs", ())), None),
            event=json.loads(answer["json"]) if "json" in answer else None,
            dropped=tuple(_dataset(each) for each in answer.get("drop", ())),
            keep=answer.get("keep", True),
            errors=tuple(Failure(**each) for each in answer.get("errors", ())),
        )

    def facet(self, name: str) -> Mapping[str, Any]:
        """Return the facet with this name, of any target, without its producer and schema URL."""
        values = [each.value for each in self.facets if each.name == name]
        found: list[InputDataset | OutputDataset] = [*self.inputs, *self.outputs]
        values += [each.facets[name] for each in found if name in each.facets]
        if len(values) != 1:
            there = ", ".join(each.name for each in self.facets) or "none"
            raise KeyError(f"{len(values)} facets named {name!r}; facets: {there}; errors: {self.errors}")
        return {key: value for key, value in values[0].items() if not key.startswith("_")}


def _input(given: Mapping[str, Any]) -> InputDataset:
    if given.get("delegate"):
        own = given.get("inputFacets", {})
        return InputDataset.of_node(given["node"], **_new_name(given), facets=given.get("facets", {}), input_facets=own)
    return InputDataset(given["namespace"], given["name"], given.get("facets", {}), given.get("inputFacets", {}))


def _output(given: Mapping[str, Any]) -> OutputDataset:
    facets, own = given.get("facets", {}), given.get("outputFacets", {})
    columns = {name: [ColumnSource(**each) for each in sources] for name, sources in given.get("columns", {}).items()}
    if given.get("delegate"):
        return OutputDataset.of_node(
            given["node"],
            **_new_name(given),
            facets=facets,
            output_facets=own,
            columns=columns,
            suffix=given.get("suffix"),
        )
    return OutputDataset(given["namespace"], given["name"], facets, own, columns, given.get("suffix"))


def _new_name(given: Mapping[str, Any]) -> dict[str, str]:
    """Return the parts of the name that a delegate gives to the agent's dataset."""
    return {"namespace": given.get("namespace", ""), "name": given.get("name", "")}


def _dependency(given: Mapping[str, Any]) -> ColumnDependency:
    return ColumnDependency(given["output"], tuple(given["from"]), given["type"], given["subtype"], given["masking"])


def _facet(given: Mapping[str, Any]) -> EmittedFacet:
    dataset = Dataset(given["namespace"], given["dataset"]) if given.get("dataset") else None
    return EmittedFacet(given["target"], given["name"], given["facet"], dataset)


def _dataset(given: Mapping[str, str]) -> Dataset:
    return Dataset(given["namespace"], given["name"])
