"""Converts values of :mod:`headwater.extensions` to the agent's JSON: the reverse of what extensions receive."""

from __future__ import annotations

import dataclasses
from typing import Any

from headwater.extensions._from_json import camel_case

__all__ = ["json_of"]


def json_of(value: Any) -> Any:  # noqa: ANN401  (any of them, and what they hold)
    """Return a value of :mod:`headwater.extensions` as JSON.

    >>> from headwater.extensions import JobEnd
    >>> json_of(JobEnd(3, succeeded=False))
    {'jobId': 3, 'time': 0, 'succeeded': False, 'error': None}
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            each.metadata.get("json") or camel_case(each.name): json_of(getattr(value, each.name))
            for each in dataclasses.fields(value)
        }
    if isinstance(value, tuple):
        return [json_of(each) for each in value]
    return value
