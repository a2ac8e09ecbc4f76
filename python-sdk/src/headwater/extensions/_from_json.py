"""Converts the agent's JSON to subjects: unknown keys are ignored, missing ones get their default."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from headwater.extensions import subjects

if TYPE_CHECKING:
    from collections.abc import Mapping

    from headwater.extensions.subjects import Subject

__all__ = ["SUBJECT_TYPES", "camel_case", "read_subject"]

SUBJECT_TYPES: dict[str, type[Subject]] = {
    each.__name__: each
    for each in (
        subjects.SQLExecutionStart,
        subjects.SQLExecutionEnd,
        subjects.JobStart,
        subjects.JobEnd,
        subjects.StageInfo,
        subjects.Stage,
        subjects.ActiveJob,
        subjects.RDD,
        subjects.ClientOperation,
        subjects.StreamingQueryProgress,
    )
}
"""The subject types by their names in the protocol."""


def read_subject(snapshot: Mapping[str, Any]) -> Subject | None:
    """Return one entry of a request's ``subjects`` as a value, or ``None`` if its type is unknown.

    >>> read_subject({"type": "JobEnd", "value": {"jobId": 3, "succeeded": False, "error": "lost", "later": 1}})
    JobEnd(job_id=3, time=0, succeeded=False, error='lost')
    """
    kind = SUBJECT_TYPES.get(snapshot.get("type", ""))
    if kind is None:
        return None
    value = snapshot.get("value")
    values = dict(value) if isinstance(value, dict) else {}
    if kind is subjects.RDD and snapshot.get("class"):
        values.setdefault("class", snapshot["class"])
    return cast("Subject", _read(kind, values))


def _read(kind: type, value: Mapping[str, Any]) -> object:
    found: dict[str, object] = {}
    for name, key, default, nested in _fields(kind):
        given = value.get(key)
        if given is None:
            continue
        if nested is not None and isinstance(default, tuple):
            entries = given if isinstance(given, list) else []
            found[name] = tuple(_read(nested, each) for each in entries if isinstance(each, dict))
        elif nested is not None:
            found[name] = _read(nested, given) if isinstance(given, dict) else default
        else:
            found[name] = tuple(given) if isinstance(default, tuple) else given
    return kind(**found)


@cache
def _fields(kind: type) -> tuple[tuple[str, str, Any, type[Any] | None], ...]:
    return tuple(
        (each.name, each.metadata.get("json", camel_case(each.name)), each.default, each.metadata.get("of"))
        for each in dataclasses.fields(kind)
    )


def camel_case(name: str) -> str:
    """Return the key of the agent's JSON for a field.

    >>> camel_case("duration_millis")
    'durationMillis'
    """
    return re.sub(r"_(\w)", lambda match: match.group(1).upper(), name)
