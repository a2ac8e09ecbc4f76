"""Rules that every event file must satisfy."""

from __future__ import annotations

from uuid import UUID

from tests.e2e import events as ev
from tests.e2e import run_consistency
from tests.e2e.events import TERMINAL, Event

SDK = "urn:headwater:python-sdk:"


def problems(events: list[Event]) -> list[str]:
    """The violated rules as text."""
    groups = ev.runs(events)
    found = [p for run, group in groups.items() for p in run_problems(run, group)]
    found += [p for group in groups.values() for p in run_consistency.problems(group)]
    return found + parents(groups) + producers(events) + undescribed(events) + stacks(events)


def run_problems(run: str, group: list[Event]) -> list[str]:
    types = [e["eventType"] for e in group]
    terminal = [t for t in types if t in TERMINAL]
    name = f"{group[0]['job']['name']} ({run}: {' '.join(types)})"
    rules = {
        "has exactly one START": types.count("START") == 1,
        "begins with START": types[0] == "START",
        "has exactly one terminal event": len(terminal) == 1,
        "ends with its terminal event": types[-1] in TERMINAL,
        "has two events where it is not streaming": len(types) == 2 or is_streaming(group[0]),
        "numbers its events": [sequence(e) for e in group] == list(range(len(group))),
        "has a UUID of version 7": UUID(run).version == 7,
        "has one job name": len({(e["job"]["namespace"], e["job"]["name"]) for e in group}) == 1,
        "does not end before it starts": ev.millis(group[0]) <= ev.millis(group[-1]),
    }
    return [f"{name}: not so: {rule}" for rule, kept in rules.items() if not kept]


def sequence(event: Event) -> object:
    return event["run"].get("facets", {}).get("headwater_sequence", {}).get("sequence")


def is_streaming(event: Event) -> bool:
    kind = event["job"].get("facets", {}).get("jobType", {})
    return bool(kind.get("processingType") == "STREAMING")


def parents(groups: dict[str, list[Event]]) -> list[str]:
    """The parent of each run is the application run of the same file; `headwater_batch` names a stream of that file."""
    applications = {run: es[0]["job"] for run, es in groups.items() if ev.is_application(es[0])}
    found = [] if len(applications) == 1 else [f"{len(applications)} application runs"]
    streams = {run: es[0]["job"] for run, es in groups.items() if is_streaming(es[0])}
    for run, events in groups.items():
        for event in events if run not in applications else []:
            parent = event["run"].get("facets", {}).get("parent", {})
            if not refers_to(parent, applications):
                found.append(f"{event['job']['name']} ({run}): the parent is {parent}")
            batch = event["run"].get("facets", {}).get("headwater_batch")
            if batch and (run in streams or not refers_to(batch, streams)):
                found.append(f"{event['job']['name']} ({run}): the batch is {batch}")
    return found


def refers_to(facet: Event, runs: dict[str, Event]) -> bool:
    """Whether the facet has the run and the job of one of the runs."""
    job = runs.get(facet.get("run", {}).get("runId"))
    return job is not None and facet["job"] == {"namespace": job["namespace"], "name": job["name"]}


def producers(events: list[Event]) -> list[str]:
    """Events and their facets must have the same producer; facets of a script have the SDK's."""
    names = {event["producer"] for event in events}
    for event in events:
        for holder in [event["run"], event["job"], *event["inputs"], *event["outputs"]]:
            for kind in ("facets", "inputFacets", "outputFacets"):
                names |= {f.get("_producer") for f in holder.get(kind, {}).values()}
    names -= {name for name in names if str(name).startswith(SDK)}
    return [] if len(names) == 1 else [f"{len(names)} producers: {sorted(map(str, names))}"]


def stacks(events: list[Event]) -> list[str]:
    """Messages of errors that contain a stack: it has a field of its own."""
    return [
        f"{event['job']['name']}: the message of {name} contains a stack"
        for event in events
        for name in ("errorMessage", "spark.exception")
        if "\n\tat " in event["run"].get("facets", {}).get(name, {}).get("message", "")
    ]


def undescribed(events: list[Event]) -> list[str]:
    """Columns and edges that refer to no field of the event: backends drop them.

    A column of `columnLineage` is a field of its output. The dataset of an edge is an input, and the schema of that input
    has the field. Events without any `schema` facet are not judged: the configuration disables it.
    """
    found: list[str] = []
    if not any(
        "schema" in d.get("facets", {}) for e in events for d in [*e["inputs"], *e["outputs"]]
    ):
        return found
    for event in events:
        known = {(d["namespace"], d["name"]): paths(d) for d in event["inputs"]}
        for output in event["outputs"]:
            facet = output.get("facets", {}).get("columnLineage", {})
            name = f"{event['job']['name']} ({event['eventType']}): {output['name']}"
            columns = set(facet.get("fields", {})) - paths(output)
            found += [f"{name} has no field {column}" for column in sorted(columns)]
            found += sorted(f"{name} <- {missing}" for missing in edges_without_field(facet, known))
    return found


def edges_without_field(facet: Event, known: dict[tuple[str, str], set[str]]) -> set[str]:
    edges = [e for column in facet.get("fields", {}).values() for e in column["inputFields"]]
    return {
        f"{edge['name']}: no field {edge['field']}"
        for edge in [*edges, *facet.get("dataset", [])]
        if edge["field"] not in known.get((edge["namespace"], edge["name"]), set())
    }


def paths(dataset: Event) -> set[str]:
    """The dotted paths of all fields in the schema of a dataset."""
    found: set[str] = set()
    open_fields = [("", f) for f in dataset.get("facets", {}).get("schema", {}).get("fields", [])]
    while open_fields:
        prefix, field = open_fields.pop()
        path = prefix + field["name"]
        found.add(path)
        open_fields += [(f"{path}.", child) for child in field.get("fields") or []]
    return found
