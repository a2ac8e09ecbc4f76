"""Writes once what the events of a case have in common.

Facets and keys that all events share stand under `every event`. What a later event of a run says in the same way as the
run's START is `<as at START>`; a facet or dataset of START that a later event does not have is `<only at START>`.
"""

from __future__ import annotations

from typing import Any

SAME = "<as at START>"
ONLY_AT_START = "<only at START>"


def written_once(found: list[dict[str, Any]]) -> dict[str, Any]:
    """The events without their repetitions."""
    shared = extract_common(found)
    starts = {run_id(event): event for event in found if event.get("eventType") == "START"}
    shared["events"] = [
        event
        if starts.get(run_id(event), event) is event
        else since_start(event, starts[run_id(event)])
        for event in found
    ]
    return shared


def run_id(event: dict[str, Any]) -> str:
    return str(event["run"]["runId"])


def since_start(event: dict[str, Any], start: dict[str, Any]) -> dict[str, Any]:
    """The event as a difference to the START of its run."""
    run, job = (
        event[holder] | {"facets": differences(event[holder]["facets"], start[holder]["facets"])}
        for holder in ("run", "job")
    )
    kinds = [kind for kind in ("inputs", "outputs") if kind in event]
    return (
        event
        | {kind: datasets(event[kind], start[kind]) for kind in kinds}
        | {"run": run, "job": job}
    )


def datasets(now: list[dict[str, Any]], before: list[dict[str, Any]]) -> Any:  # noqa: ANN401 - JSON
    """One marker if all datasets are as before; otherwise each dataset as a difference."""
    if now == before:
        return SAME if now else []
    known = {identity(dataset): dataset for dataset in before}
    gone = [
        {"name": name, "namespace": namespace, "facets": ONLY_AT_START}
        for namespace, name in known.keys() - {identity(dataset) for dataset in now}
    ]
    return [dataset_since(d, known.get(identity(d))) for d in now] + gone


def identity(dataset: dict[str, Any]) -> tuple[str, str]:
    return dataset["namespace"], dataset["name"]


def dataset_since(now: dict[str, Any], before: dict[str, Any] | None) -> dict[str, Any]:
    if before is None:
        return now
    kinds = {
        kind: differences(now.get(kind, {}), before.get(kind, {}))
        for kind in ("facets", "inputFacets", "outputFacets")
    }
    return now | {kind: facets for kind, facets in kinds.items() if facets or kind in now}


def differences(now: dict[str, Any], before: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
    """One marker if all facets are as before; otherwise one for each facet that is."""
    if now == before:
        return SAME if now else {}
    marked = {name: SAME if before.get(name) == facet else facet for name, facet in now.items()}
    return marked | {name: ONLY_AT_START for name in before if name not in now}


def extract_common(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Extract what all events share: facets of run and job, and keys of the event."""
    if len(found) < 2:
        return {"events": found}
    common: dict[tuple[str, ...], Any] = {}
    for path in [(), ("run", "facets"), ("job", "facets"), ("job",)]:
        first = at(found[0], path)
        for key in [k for k in first if k not in {"run", "job", "facets"}]:
            if all(key in at(e, path) and at(e, path)[key] == first[key] for e in found[1:]):
                name = (*path, key)
                common[name] = first[key]
    for name in common:
        for event in found:
            del at(event, name[:-1])[name[-1]]
    return {"every event": {".".join(k): common[k] for k in sorted(common)}, "events": found}


def at(event: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    for key in path:
        event = event.get(key, {})
    return event
