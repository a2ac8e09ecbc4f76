"""Computes the response to one request."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from headwater._bridge.plan import steps_of
from headwater._bridge.step import error_json, run_step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from headwater._bridge.step import Outcome
    from headwater.extensions._hooks import Hook
    from headwater.extensions.node import LiveReader

__all__ = ["MAX_BYTES", "assemble", "dispatch"]

MAX_BYTES = 1_048_576
"""Maximum size of an answer in bytes, unless the agent sends another one."""

_KEYS = {
    "event": ("inputs", "outputs", "columns", "facets"),
    "review": ("names", "jobs", "drop"),
    "transform": (),
    "emit": ("sent", "failed"),
}


def dispatch(
    request: Mapping[str, Any],
    extensions: Mapping[int, Hook],
    *,
    live: LiveReader | None = None,
    max_bytes: int = MAX_BYTES,
) -> dict[str, Any]:
    """Call the extensions whose hooks the request names, one after the other in this thread, and return the response.

    >>> from headwater.extensions import InputDataset, visitor
    >>> from headwater.extensions._hooks import hooks_of
    >>> acme = visitor("AcmeRelation")(lambda node, ctx: InputDataset("acme", node.args["table"]))
    >>> request = {"nodes": [{"i": 3, "node": "AcmeRelation", "args": {"table": "orders"}, "hooks": [0]}]}
    >>> dispatch(request, dict(enumerate(hooks_of(acme))))["inputs"]
    [{'hook': 0, 'node': 3, 'namespace': 'acme', 'name': 'orders'}]
    """
    outcomes = []
    for step in steps_of(request, extensions, live):
        outcomes.append(run_step(step))
        outcomes[-1].accept()
    return assemble(request, outcomes, max_bytes)


def assemble(
    request: Mapping[str, Any],
    outcomes: Iterable[Outcome],
    max_bytes: int,
    errors: Iterable[dict[str, str]] = (),
    timings: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """Merge the parts into a response; if it exceeds ``max_bytes``, leave out the extension with the largest part."""
    included, too_big = _within_limit(list(outcomes), max_bytes - (len(json.dumps(timings)) if timings else 0))
    kind = request.get("kind", "event")
    answer: dict[str, Any] = {key: [] for key in _KEYS.get(kind, _KEYS["event"])}
    for outcome in included:
        for key, value in outcome.part.items():
            if key == "keep":
                answer["keep"] = answer.get("keep", True) and value
            elif key == "json":
                answer["json"] = value  # each transformer has changed what the one before it has returned
            else:
                answer[key].extend(value)
    if timings:
        answer["timings"] = list(timings)
    answer["errors"] = [error for each in included for error in each.errors] + too_big + list(errors)
    if kind == "review":
        answer["keep"] = answer.get("keep", True)
        for key in ("names", "jobs"):
            answer[key] = list({json.dumps(each["from"]): each for each in answer[key]}.values())
        failed = {each["extension"] for each in answer["errors"]}
        answer["done"] = sorted({each.step.number for each in included if each.extension not in failed})
    return answer


def _within_limit(outcomes: list[Outcome], max_bytes: int) -> tuple[list[Outcome], list[dict[str, str]]]:
    errors = []
    # Space for the JSON around the parts, and for one error per step.
    available_bytes = max_bytes - 200 - sum(len(json.dumps(error)) for each in outcomes for error in each.errors)
    while (total := sum(each.size for each in outcomes)) > available_bytes:
        sizes: dict[str, int] = {}
        for each in outcomes:
            sizes[each.extension] = sizes.get(each.extension, 0) + each.size
        if not sizes or total == 0:
            break
        worst = max(sizes, key=lambda name: sizes[name])
        outcomes = [each for each in outcomes if each.extension != worst]
        message = (
            f"its answer has {sizes[worst]} bytes and was left out; the limit for all answers together is {max_bytes}"
        )
        errors.append(error_json(worst, "answer", message))
    return outcomes, errors
