"""What a request asks, as steps in the order of registration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater._bridge.answers import dataset_part, dependency_json, facet_json, several
from headwater._bridge.review import emit_steps, review_steps
from headwater._bridge.step import Step
from headwater.extensions._from_json import read_subject
from headwater.extensions.context import Context, Event
from headwater.extensions.datasets import ColumnDependency
from headwater.extensions.facets import named_facets
from headwater.extensions.node import Attribute, Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from headwater.extensions._hooks import Hook
    from headwater.extensions.datasets import Dataset
    from headwater.extensions.node import LiveReader

__all__ = ["steps_of"]

Part = dict[str, Any]


def steps_of(request: Mapping[str, Any], hooks: Mapping[int, Hook], live: LiveReader | None) -> list[Step]:
    """Return the steps of a request; a hook that is gone by now is left out."""
    kind = request.get("kind")
    if kind == "review":
        return review_steps(request, hooks)
    if kind == "emit":
        return emit_steps(request, hooks)
    event = Event.from_json(request.get("event") or {})
    return [*_visits(request, event, hooks, live), *_builds(request, event, hooks)]


def _visits(
    request: Mapping[str, Any], event: Event, hooks: Mapping[int, Hook], live: LiveReader | None
) -> Iterator[Step]:
    snapshots = request.get("nodes") or ()
    by_place = {each.get("i"): each for each in snapshots}
    for snapshot in snapshots:
        node = Node(snapshot) if live is None else Node(snapshot, live)
        stage = f"visit {node.name}"
        for number in snapshot.get("hooks") or ():
            if (hook := hooks.get(number)) is not None:
                yield Step(number, hook.extension, stage, _visit(number, hook, node, event, by_place))


def _visit(
    number: int, hook: Hook, node: Node, event: Event, by_place: Mapping[int, Mapping[str, Any]]
) -> Callable[[], Part]:
    def inputs() -> tuple[Attribute, ...]:
        if "input" in node.snapshot:
            return Node({"output": node.snapshot["input"]}).output
        children = (by_place.get(place) for place in node.children)
        return tuple(each for child in children if child is not None for each in Node(child).output)

    def run() -> Part:
        part: Part = {}
        defined = getattr(hook.instance, "is_defined_at", None)
        if defined is not None and not defined(node):
            return part
        for answer in several(hook.instance.visit(node, _context(part, number, event)), "visit"):
            if isinstance(answer, ColumnDependency):
                _add(part, {"columns": [dependency_json(answer, number, node, inputs)]})
            else:
                _add(part, dataset_part(answer, number, node.index, "visit"))
        return part

    return run


def _builds(request: Mapping[str, Any], event: Event, hooks: Mapping[int, Hook]) -> Iterator[Step]:
    subjects = request.get("subjects") or ()
    asked = {number for each in subjects for number in each.get("hooks") or ()} | set(request.get("always") or ())
    for number, hook in hooks.items():
        if number not in asked:
            continue
        if number in (request.get("always") or ()):
            yield Step(number, hook.extension, "build", _build(number, hook, None, event))
        for each in subjects:
            if number in (each.get("hooks") or ()):
                stage = f"build {each.get('type')}"
                yield Step(number, hook.extension, stage, _build(number, hook, each, event))


def _build(number: int, hook: Hook, snapshot: Mapping[str, Any] | None, event: Event) -> Callable[[], Part]:
    def run() -> Part:
        part: Part = {}
        subject = None if snapshot is None else read_subject(snapshot)
        defined = getattr(hook.instance, "is_defined_at", None)
        if snapshot is not None and (subject is None or (defined is not None and not defined(subject))):
            return part
        given = {"subject": subject, "ctx": _context(part, number, event)}
        result = hook.instance.build(*(given[name] for name in hook.arguments))
        builds = hook.instance.builds
        if builds in {"inputs", "outputs"}:
            for answer in several(result, "build"):
                _add(part, dataset_part(answer, number, None, "build"))
        else:
            facets = [facet_json(number, builds, each.name, each.value, each.dataset) for each in named_facets(result)]
            _add(part, {"facets": facets})
        return part

    return run


def _context(part: Part, number: int, event: Event) -> Context:
    def emit(target: str, name: str, facet: object, dataset: Dataset | None) -> None:
        _add(part, {"facets": [facet_json(number, target, name, facet, dataset)]})

    return Context(event, emit)


def _add(part: Part, more: Mapping[str, list[Any]]) -> None:
    for key, values in more.items():
        if values:
            part.setdefault(key, []).extend(values)
