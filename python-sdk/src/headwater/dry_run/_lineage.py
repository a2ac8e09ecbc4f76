"""The event of a query, without running it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from headwater._bridge.dispatch import dispatch
from headwater._bridge.registry import Registry
from headwater.dry_run._plan import plan
from headwater.extensions._hooks import hooks_of, refuse_equal_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from headwater.dry_run._session import Session
    from headwater.extensions._hooks import Hook

__all__ = ["RESULT", "lineage"]

RESULT = {"namespace": "headwater", "name": "result"}
"""The output dataset of a query that returns rows."""


def lineage(query: Any, *extensions: object, session: Session | None = None) -> dict[str, Any]:  # noqa: ANN401
    """Return the COMPLETE event of a query, with the results of extensions; the query is not run.

    ``query`` is SQL text, a DataFrame of the current session, or a :class:`Plan`. The output of a query that only
    returns rows is the dataset ``headwater``, ``result``. Visitors, namers of jobs and of datasets, transformers,
    and builders without subjects are called. Use :func:`capture_events` for builders of events that occur while a
    query runs, and :func:`run` for filters.
    """
    planned = plan(query, session=session)
    saved = planned.saved()
    registry = Registry()
    for each in extensions:
        registry.add_hooks(hooks_of(each))
    refuse_equal_names(extensions)
    introduced = registry.to_json()
    answer = dispatch(saved.ask(introduced), registry.hooks, live=saved.live)
    event = saved.complete(introduced, answer)
    if saved is not planned:
        _name_result(event, planned.text)
    return _transformed(_renamed(_with_job(event, registry.hooks), registry.hooks), registry.hooks)


def _name_result(event: dict[str, Any], text: str | None) -> None:
    facets = event["job"]["facets"]
    if text is None:
        facets.pop("sql", None)
    elif "sql" in facets:
        facets["sql"]["query"] = text
    for output in event["outputs"]:
        output.update(RESULT)
        for about_the_write in ("dataSource", "lifecycleStateChange"):
            output["facets"].pop(about_the_write, None)


def _with_job(event: dict[str, Any], hooks: Mapping[int, Hook]) -> dict[str, Any]:
    """Rename the job of the query and that of its application, its parent; the job of an orchestrator is kept."""
    namers = [number for number, hook in hooks.items() if hook.kind == "jobNamer"]
    if not namers:
        return event
    parent = event["run"]["facets"].get("parent", {})
    root = parent.get("root", {})
    own = [event, parent, *([root] if root.get("run") == parent.get("run") else [])]
    jobs = [each["job"] for each in own if "job" in each]
    request = {
        "kind": "review",
        "event": {"type": "COMPLETE", "inputs": [], "outputs": []},
        "jobs": [dict(each) for each in {_key(job): _identity(job) for job in jobs}.values()],
        "hooks": namers,
    }
    answer = dispatch(request, hooks)
    names = {_key(each["from"]): each["to"] for each in answer["jobs"]}
    for job in jobs:
        job.update(names.get(_key(job), {}))
    _add_errors(event, answer)
    return event


def _renamed(event: dict[str, Any], hooks: Mapping[int, Hook]) -> dict[str, Any]:
    namers = [number for number, hook in hooks.items() if hook.kind == "namer"]
    if not namers:
        return event
    known = {key: [_identity(each) for each in event[key]] for key in ("inputs", "outputs")}
    tables = [
        {**_identity(each), "levels": levels}
        for each in (*event["inputs"], *event["outputs"])
        if (levels := each.get("facets", {}).get("hierarchy", {}).get("hierarchy"))
    ]
    request = {"kind": "review", "event": {"type": "COMPLETE", **known}, "tables": tables, "hooks": namers}
    answer = dispatch(request, hooks)
    names = {_key(each["from"]): each["to"] for each in answer["names"]}
    for key in ("inputs", "outputs"):
        for dataset in event[key]:
            dataset.update(names.get(_key(dataset), {}))
            for source in _sources(dataset):
                source.update(names.get(_key(source), {}))
    _add_errors(event, answer)
    return event


def _transformed(event: dict[str, Any], hooks: Mapping[int, Hook]) -> dict[str, Any]:
    transformers = [number for number, hook in hooks.items() if hook.kind == "transformer"]
    if not transformers:
        return event
    answer = dispatch({"kind": "transform", "json": json.dumps(event), "hooks": transformers}, hooks)
    changed: dict[str, Any] = json.loads(answer["json"]) if "json" in answer else event
    _add_errors(changed, answer)
    return changed


def _add_errors(event: dict[str, Any], answer: Mapping[str, Any]) -> None:
    if answer["errors"]:
        facet = event["run"]["facets"].setdefault("headwater_extensionErrors", {"errors": []})
        facet["errors"] += answer["errors"]


def _sources(dataset: Mapping[str, Any]) -> list[dict[str, Any]]:
    facet = dataset.get("facets", {}).get("columnLineage", {})
    fields = [source for column in facet.get("fields", {}).values() for source in column["inputFields"]]
    return [*fields, *facet.get("dataset", ())]


def _identity(dataset: Mapping[str, Any]) -> dict[str, str]:
    return {"namespace": dataset["namespace"], "name": dataset["name"]}


def _key(dataset: Mapping[str, Any]) -> tuple[str, str]:
    return dataset["namespace"], dataset["name"]
