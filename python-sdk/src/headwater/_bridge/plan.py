"""Converts a request to steps, in the order of registration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater._bridge.answers import dataset_json, dependency_json, facet_json, iterate_answers
from headwater._bridge.emission import emit_steps
from headwater._bridge.review import review_steps
from headwater._bridge.step import Step
from headwater._bridge.transform import transform_steps
from headwater.errors import FacetError
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

AnswerPart = dict[str, Any]


def steps_of(request: Mapping[str, Any], hooks: Mapping[int, Hook], live: LiveReader | None) -> list[Step]:
    """Return the steps of a request; hooks that no longer exist are skipped."""
    kind = request.get("kind")
    if kind == "review":
        return review_steps(request, hooks)
    if kind == "transform":
        return transform_steps(request, hooks)
    if kind == "emit":
        return emit_steps(request, hooks)
    event = Event.from_json(request.get("event") or {})
    return [*_visit_steps(request, event, hooks, live), *_build_steps(request, event, hooks)]


def _visit_steps(
    request: Mapping[str, Any], event: Event, hooks: Mapping[int, Hook], live: LiveReader | None
) -> Iterator[Step]:
    snapshots = request.get("nodes") or ()
    nodes_by_index = {each.get("i"): each for each in snapshots}
    for snapshot in snapshots:
        node = Node(snapshot) if live is None else Node(snapshot, live)
        stage = f"visit {node.name}"
        for number in snapshot.get("hooks") or ():
            if (hook := hooks.get(number)) is not None:
                visit = _visit_function(number, hook, node, event, nodes_by_index)
                yield Step(number, hook.extension, stage, visit, node.index)


def _visit_function(
    number: int, hook: Hook, node: Node, event: Event, nodes_by_index: Mapping[int, Mapping[str, Any]]
) -> Callable[[], AnswerPart]:
    def inputs() -> tuple[Attribute, ...]:
        if "input" in node.snapshot:
            return Node({"output": node.snapshot["input"]}).output
        children = (nodes_by_index.get(place) for place in node.children)
        return tuple(each for child in children if child is not None for each in Node(child).output)

    def run() -> AnswerPart:
        part: AnswerPart = {}
        defined = getattr(hook.instance, "is_defined_at", None)
        if defined is not None and not defined(node):
            return part
        for answer in iterate_answers(hook.instance.visit(node, _context(part, number, event)), "visit"):
            if isinstance(answer, ColumnDependency):
                _add(part, {"columns": [dependency_json(answer, number, node, inputs)]})
            else:
                _add(part, dataset_json(answer, number, node.index, "visit"))
        return part

    return run


def _build_steps(request: Mapping[str, Any], event: Event, hooks: Mapping[int, Hook]) -> Iterator[Step]:
    subjects = request.get("subjects") or ()
    requested = {number for each in subjects for number in each.get("hooks") or ()} | set(request.get("always") or ())
    for number, hook in hooks.items():
        if number not in requested:
            continue
        if number in (request.get("always") or ()):
            yield Step(number, hook.extension, "build", _build_function(number, hook, None, event))
        for each in subjects:
            if number in (each.get("hooks") or ()):
                stage = f"build {each.get('type')}"
                yield Step(number, hook.extension, stage, _build_function(number, hook, each, event))


def _build_function(
    number: int, hook: Hook, snapshot: Mapping[str, Any] | None, event: Event
) -> Callable[[], AnswerPart]:
    def run() -> AnswerPart:
        part: AnswerPart = {}
        subject = None if snapshot is None else read_subject(snapshot)
        defined = getattr(hook.instance, "is_defined_at", None)
        if snapshot is not None and (subject is None or (defined is not None and not defined(subject))):
            return part
        values = {"subject": subject, "ctx": _context(part, number, event)}
        result = hook.instance.build(*(values[name] for name in hook.arguments))
        builds = hook.instance.builds
        if builds in {"inputs", "outputs"}:
            for answer in iterate_answers(result, "build"):
                _add(part, dataset_json(answer, number, None, "build"))
        else:
            for each in named_facets(result):
                try:
                    _add(part, {"facets": [facet_json(number, builds, each.name, each.value, each.dataset)]})
                except FacetError as error:  # noqa: PERF203  (a facet costs only itself)
                    _add(part, {"refused": [error]})
        return part

    return run


def _context(part: AnswerPart, number: int, event: Event) -> Context:
    def emit(target: str, name: str, facet: object, dataset: Dataset | None) -> None:
        _add(part, {"facets": [facet_json(number, target, name, facet, dataset)]})

    return Context(event, emit)


def _add(part: AnswerPart, more: Mapping[str, list[Any]]) -> None:
    for key, values in more.items():
        if values:
            part.setdefault(key, []).extend(values)
