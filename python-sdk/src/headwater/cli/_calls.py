"""The calls of extensions as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from headwater._text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from headwater.extensions._hooks import Hook
    from headwater.extensions._load import LoadedExtension
    from headwater.extensions.node import Node

__all__ = ["calls_lines", "has_failed", "hook_text", "never_called", "node_lines"]

_MAX_FACET_LENGTH = 200
_STAMPS = ("_producer", "_schemaURL")  # the same in all facets of an extension


def node_lines(nodes: Sequence[Node], record: Mapping[str, Any]) -> Iterator[str]:
    """Yield the plan, a line for each node with its index, and below it the calls of the visitors that match it."""
    depths: dict[int, int] = {}
    for node in nodes:
        depths[node.index] = depths.get(node.parent, -1) + 1 if node.parent is not None else 0
        yield f"[{node.index}] {'  ' * depths[node.index]}{node.name}"
        for call in record["calls"]:
            if call["node"] == node.index:
                yield from _call_lines(call, "      ")
    others = [call for call in record["calls"] if call["node"] is None]
    if others:
        yield "the event"
    for call in others:
        yield from _call_lines(call, "      ")


def calls_lines(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield the calls for one event, or for a transport; no line if nothing was called."""
    if not record["calls"] and not record["errors"]:
        return
    yield one_line(f"{record['type']} {record['job']}".strip()) or "transports"
    for call in record["calls"]:
        yield from _call_lines(call, "  ", with_stage=True)
    known = {message for call in record["calls"] for message in (call["error"], *call["refused"])}
    for error in record["errors"]:
        if error["message"] not in known:
            yield one_line(f"  {error['extension']}  {error['stage']}: {error['message']}")


def has_failed(records: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a call raised an error, or a facet of its answer was refused."""
    return any(call["error"] or call["refused"] for record in records for call in record["calls"])


def never_called(found: Sequence[LoadedExtension], records: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a line for each extension that was not called, with what it is called for."""
    called = {call["extension"] for record in records for call in record["calls"]}
    called |= {error["extension"] for record in records for error in record["errors"]}
    left = [each for each in found if each.name not in called]
    return [f"not called: {each.name}  ({'; '.join(map(hook_text, each.hooks))})" for each in left]


def hook_text(hook: Hook) -> str:
    """Return what a hook is called for, such as ``visitor: nodes LogicalRelation``."""
    if hook.kind == "visitor":
        selectors = (f"{key} {', '.join(values)}" for key, values in hook.selector.items() if values)
        return f"visitor: {'; '.join(selectors)}"
    if hook.kind == "builder":
        subjects = ", ".join(hook.selector["subjects"]) or "every event"
        return f"builder of {hook.instance.builds}: {subjects}"
    if hook.kind == "transport":
        batch = f", at most {hook.selector['batch']} events at once" if "batch" in hook.selector else ""
        return f"transport with the spool{batch}" if hook.selector.get("spool") else "transport"
    kind = {"jobNamer": "job namer"}.get(hook.kind, hook.kind)
    return f"{kind}, required" if hook.selector.get("required") else kind


def _call_lines(call: Mapping[str, Any], indent: str, *, with_stage: bool = False) -> Iterator[str]:
    place = "" if call["node"] is None else f" [{call['node']}]"
    stage = f"  {call['stage']}{place}" if with_stage or call["node"] is None else ""
    yield one_line(f"{indent}{call['extension']}{stage}  {call['millis']:.1f} ms")
    lines = [f"ERROR {call['error']}"] if call["error"] else list(_answer_lines(call["answer"]))
    lines += [f"refused: {message.removeprefix('FacetError: ')}" for message in call["refused"]]
    yield from (one_line(f"{indent}  {line}") for line in lines or ["nothing"])


def _answer_lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each part of an answer, in the form of the bridge (docs/python-bridge.md)."""
    for kind in ("input", "output"):
        for dataset in answer.get(f"{kind}s", ()):
            yield f"{kind} {_dataset_text(dataset)}"
    for each in answer.get("columns", ()):
        sources = ", ".join(f"#{source}" for source in each["from"]) or "nothing"
        yield f"column #{each['output']} <- {sources} ({each['type']} {each['subtype']})"
    for each in answer.get("facets", ()):
        about = f" of {each['namespace']} {each['dataset']}" if "dataset" in each else ""
        content = {key: value for key, value in each["facet"].items() if key not in _STAMPS}
        facet = json.dumps(content, ensure_ascii=False)
        cut = facet if len(facet) <= _MAX_FACET_LENGTH else facet[:_MAX_FACET_LENGTH] + "…"
        yield f"{each['target']} facet {each['name']}{about} {cut}"
    for each in answer.get("names", ()):
        old, new = each["from"], each["to"]
        yield f"{old['namespace']} {old['name']} is {new['namespace']} {new['name']}"
    for each in answer.get("jobs", ()):
        old, new = each["from"], each["to"]
        yield f"job {old['namespace']} {old['name']} is {new['namespace']} {new['name']}"
    if "json" in answer:
        yield "changes the event"
    yield from (f"leaves out {each['namespace']} {each['name']}" for each in answer.get("drop", ()))
    if "keep" in answer:
        yield "keeps the event" if answer["keep"] else "leaves out the event"
    yield from (f"{each['kind']}: {each['reason']}" for each in answer.get("failed", ()))
    if answer.get("sent"):
        yield "sent"


def _dataset_text(dataset: Mapping[str, Any]) -> str:
    name = " ".join(dataset[key] for key in ("namespace", "name") if dataset.get(key))
    if dataset.get("delegate"):
        name = f"of node {dataset['node']}" + (f", named {name}" if name else "")
    facets = [*dataset.get("facets", {}), *dataset.get("inputFacets", {}), *dataset.get("outputFacets", {})]
    parts = [f"columns {', '.join(dataset['columns'])}"] if dataset.get("columns") else []
    parts += [f"facets {', '.join(facets)}"] if facets else []
    parts += [f"suffix {dataset['suffix']}"] if dataset.get("suffix") else []
    return f"{name}{''.join(f'; {part}' for part in parts)}"
