"""Calls one extension in this process, as the agent would."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from headwater._bridge.dispatch import dispatch
from headwater._bridge.step import error_json
from headwater.dry_run import Plan
from headwater.errors import DryRunError
from headwater.extensions._from_json import SUBJECT_TYPES
from headwater.extensions._hooks import hooks_of
from headwater.extensions.context import Event, Job
from headwater.extensions.datasets import Dataset
from headwater.extensions.node import Node
from headwater.testing._json import json_of
from headwater.testing._result import ExtensionResult

if TYPE_CHECKING:
    from headwater.extensions._hooks import Hook
    from headwater.extensions.datasets import CatalogTable

__all__ = ["run"]


def run(
    extension: object, about: object = None, *, event: Event | None = None, table: CatalogTable | None = None
) -> ExtensionResult:
    """Call an extension and return its results; its errors are in ``errors``, as the agent would receive them.

    ``about`` is the subject of the call: a :class:`Plan` for a visitor, or ``Node.of(…)``, which needs no JVM; a
    subject such as ``SQLExecutionEnd(…)``, or nothing, for a builder; a ``Dataset`` for a namer or a dataset filter;
    a ``Job`` for a job namer; nothing for an event filter, which receives ``event``; an OpenLineage event, as a
    mapping, for a transformer or a transport.
    ``table`` is the second argument of a namer. Raises :class:`~headwater.DryRunError` if the extension does not handle
    it.

    >>> from headwater.extensions import SQLExecutionEnd, facet_builder
    >>> @facet_builder("run")
    ... def slow(end: SQLExecutionEnd) -> dict[str, object]:
    ...     return {"slow": {"millis": end.duration_millis}}
    >>> run(slow, SQLExecutionEnd(duration_millis=5)).facet("slow")
    {'millis': 5}
    """
    hooks = dict(enumerate(hooks_of(extension)))
    request = _request(hooks, about, event, table)
    live = about.live if isinstance(about, Plan) else about.read_live if isinstance(about, Node) else None
    answer = dispatch(request, hooks, live=live)
    answer["errors"] += [
        error_json(hooks[each["hook"]].extension, "emit", f"{each['kind']}: {each['reason']}")
        for each in answer.get("failed", ())
    ]
    return ExtensionResult.from_json(answer)


def _request(hooks: dict[int, Hook], about: object, event: Event | None, table: CatalogTable | None) -> dict[str, Any]:
    if isinstance(about, Plan):
        request_json = about.ask([hook.to_json(number) for number, hook in hooks.items()])
        return request_json if event is None else {**request_json, "event": json_of(event)}
    if isinstance(about, Node):
        return _request_of_node(hooks, about, event)
    if isinstance(about, Mapping):
        return _request_of_event(hooks, about)
    if isinstance(about, (Dataset, Job)) or (about is None and any(hook.kind == "filter" for hook in hooks.values())):
        return _review(hooks, about, event or Event(), table)
    return _request_of_subject(hooks, about, event or Event())


def _request_of_event(hooks: dict[int, Hook], event: Mapping[str, Any]) -> dict[str, Any]:
    if any(hook.kind == "transformer" for hook in hooks.values()):
        return {"kind": "transform", "json": json.dumps(event), "hooks": list(hooks)}
    return {"kind": "emit", "events": [json.dumps(event)], "hooks": list(hooks)}


def _review(
    hooks: dict[int, Hook], about: Dataset | Job | None, event: Event, table: CatalogTable | None
) -> dict[str, Any]:
    tables = []
    jobs = [json_of(about)] if isinstance(about, Job) else []
    if isinstance(about, Dataset):
        event = dataclasses.replace(event, inputs=(*event.inputs, about))
        if table is not None:
            tables.append({"namespace": about.namespace, "name": about.name, "levels": table.levels()})
    return {"kind": "review", "event": json_of(event), "tables": tables, "jobs": jobs, "hooks": list(hooks)}


def _request_of_subject(hooks: dict[int, Hook], about: object, event: Event) -> dict[str, Any]:
    name = type(about).__name__
    if about is not None and name not in SUBJECT_TYPES:
        raise DryRunError(
            f"no extension is called for {about!r:.60}: give a plan, headwater.testing.plan(…), a subject such as "
            "SQLExecutionEnd(…), or a Dataset"
        )
    subscribed = [number for number, hook in hooks.items() if _accepts(hook, about, name)]
    if not subscribed:
        what = name if about is not None else "an event alone"
        raise DryRunError(
            f"{hooks[0].extension} is not asked about {what}; a visitor is asked about headwater.testing.plan(…), a "
            "builder about the types that it says"
        )
    if about is None:
        return {"kind": "event", "event": json_of(event), "always": subscribed}
    subject = {"type": name, "hooks": subscribed, "value": json_of(about)}
    return {"kind": "event", "event": json_of(event), "subjects": [subject]}


def _request_of_node(hooks: dict[int, Hook], node: Node, event: Event | None) -> dict[str, Any]:
    """Return the request for one node; whether a class extends or holds another is known in a JVM only."""
    called = [number for number, hook in hooks.items() if hook.kind == "visitor" and _visits(hook, node)]
    if not called:
        names = [name for hook in hooks.values() for name in hook.selector.get("nodes", ())]
        raise DryRunError(
            f"{hooks[0].extension} is not called for {node.name!r}; it is called for: {', '.join(names) or 'no node'}"
        )
    snapshot = {**node.snapshot, "hooks": called}
    return {"kind": "event", "event": json_of(event or Event()), "nodes": [snapshot]}


def _visits(hook: Hook, node: Node) -> bool:
    if hook.selector["extends"]:
        return True
    return any(
        fnmatchcase(given, pattern) for given in (node.name, node.class_name) for pattern in hook.selector["nodes"]
    )


def _accepts(hook: Hook, about: object, name: str) -> bool:
    subjects = hook.selector.get("subjects")
    if hook.kind != "builder" or subjects is None:
        return False
    return not subjects if about is None else any(each.partition(":")[0] == name for each in subjects)
