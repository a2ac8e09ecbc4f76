"""The changes that transformers make to a finished event, and what they may not change."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from headwater._bridge.answers import identity
from headwater._bridge.step import Step
from headwater._reading.fields import object_at
from headwater.errors import ExtensionError
from headwater.extensions.datasets import Dataset
from headwater.extensions.facets import to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from headwater.extensions._hooks import Hook

    Place = tuple[str, dict[str, Any], object]

__all__ = ["transform_steps"]


def transform_steps(request: Mapping[str, Any], hooks: Mapping[int, Hook]) -> list[Step]:
    """Return the steps of a transformation: each transformer gets the event as the one before it has left it."""
    requested = [number for number in hooks if number in (request.get("hooks") or ())]
    current = [request.get("json") or "{}"]

    def accept(part: dict[str, Any]) -> None:
        current[0] = part.get("json", current[0])

    return [
        Step(number, hooks[number].extension, "transform", _transform(hooks[number], current), accept=accept)
        for number in requested
    ]


def _transform(hook: Hook, current: list[str]) -> Callable[[], dict[str, Any]]:
    def run() -> dict[str, Any]:
        text = current[0]
        before, event = json.loads(text), json.loads(text)
        answer = hook.instance.transform(event)
        if answer is None:
            if event != before:
                raise ExtensionError("transform changed the event and returned None; return the event")
            return {}
        return {"json": json.dumps(_checked(answer, before), ensure_ascii=False)}

    return run


def _checked(answer: object, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the event as JSON, with producer and schema URL of each facet that is new or has changed.

    Raises :class:`~headwater.ExtensionError` if the event is another one, and :class:`~headwater.FacetError` if a
    facet violates its schema.
    """
    if not isinstance(answer, dict):
        raise ExtensionError(f"transform returned {answer!r:.80}; return the event, a dict, or None")
    try:
        event: dict[str, Any] = json.loads(json.dumps(answer, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise ExtensionError(f"transform returned what is not JSON: {error}") from error
    for *path, key in _KEPT:
        if (old := object_at(before, *path).get(key)) != (new := object_at(event, *path).get(key)):
            name = ".".join([*path, key])
            raise ExtensionError(f"transform changed {name} from {old!r:.60} to {new!r:.60}; it must stay")
    known = {(target, place): facets for target, facets, place in _facets(before)}
    for target, facets, place in _facets(event):
        old = known.get((target, place), {})
        for name, facet in facets.items():
            if name not in old or old[name] != facet:
                facets[name] = to_json(target, name, facet)
    return event


_KEPT = (("eventType",), ("eventTime",), ("run", "runId"))


def _facets(event: Mapping[str, Any]) -> Iterator[Place]:
    """Yield the facets of run, job and datasets, each with their target and the dataset."""
    for part in ("run", "job"):
        yield part, object_at(event, part, "facets"), None
    for datasets, own in (("inputs", "input"), ("outputs", "output")):
        for dataset in _objects(event.get(datasets), datasets):
            for key, target in (("facets", "dataset"), (f"{own}Facets", own)):
                yield target, object_at(dataset, key), (datasets, dataset["namespace"], dataset["name"])


def _objects(value: object, name: str) -> list[dict[str, Any]]:
    objects = value if isinstance(value, list) else []
    if value is not None and (not isinstance(value, list) or not all(isinstance(each, dict) for each in objects)):
        raise ExtensionError(f"transform returned {name} {value!r:.60}; it must be a list of datasets")
    for each in objects:
        identity(Dataset(each.get("namespace", ""), each.get("name", "")))
    return objects
