"""Hands finished events to transports."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from headwater._bridge import tracebacks
from headwater._bridge.step import Step, text_of
from headwater.errors import RefusedError, SpoolError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from headwater.extensions._hooks import Hook

__all__ = ["emit_steps"]


def emit_steps(request: Mapping[str, Any], hooks: Mapping[int, Hook]) -> list[Step]:
    """Return the steps that hand events to transports; each transport gets its own copy of the events."""
    requested = [number for number in hooks if number in (request.get("hooks") or ())]
    return [_step(number, hooks[number], request) for number in requested]


def _step(number: int, hook: Hook, request: Mapping[str, Any]) -> Step:
    is_spooled = bool(hook.selector.get("spool"))
    return Step(number, hook.extension, "emit", _emit(number, hook, request), is_spooled=is_spooled)


def _emit(number: int, hook: Hook, request: Mapping[str, Any]) -> Callable[[], dict[str, Any]]:
    def run() -> dict[str, Any]:
        try:
            _send(hook, [json.loads(event) for event in request.get("events") or ()])
        except Exception as error:
            if not hook.selector.get("spool"):
                raise
            # The events wait in the spool: this is no error of the event.
            return {"failed": [{"hook": number, "kind": _kind(error), "reason": _reason(hook, error)}]}
        return {"sent": [number]}

    return run


def _send(hook: Hook, events: list[dict[str, Any]]) -> None:
    if "batch" in hook.selector:
        hook.instance.emit_batch(events)
    else:
        for event in events:
            hook.instance.emit(event)


def _kind(error: Exception) -> str:
    """Return what the agent does: it never sends the events again, sends none for a while, or tries them again."""
    if isinstance(error, RefusedError):
        return "refused"
    return "unavailable" if isinstance(error, SpoolError) else "retry"


def _reason(hook: Hook, error: Exception) -> str:
    if isinstance(error, SpoolError):
        return " ".join(str(error).split()) or type(error).__name__
    tracebacks.log_once(hook.extension, "emit", error)
    return text_of(error, tracebacks.place(hook.extension, error))
