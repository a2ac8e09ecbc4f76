"""The file of calls that `headwater extensions try` reads."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typing_extensions import Self

    from headwater._bridge.step import Outcome

__all__ = ["VARIABLE", "CallLog", "calls_json"]

VARIABLE = "HEADWATER_EXTENSION_CALLS"
"""The environment variable with the path of the file."""


class CallLog:
    """A file with a line of JSON for each answered request; several processes append to it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    @classmethod
    def of_environment(cls) -> Self | None:
        """Return the file that the environment names, or nothing."""
        path = os.environ.get(VARIABLE)
        return cls(Path(path)) if path else None

    def add(
        self, request: Mapping[str, Any], outcomes: Sequence[Outcome], errors: Sequence[Mapping[str, str]] = ()
    ) -> None:
        """Append the calls of a request."""
        line = json.dumps(calls_json(request, outcomes, errors), ensure_ascii=True) + "\n"
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(line)


def calls_json(
    request: Mapping[str, Any], outcomes: Sequence[Outcome], errors: Sequence[Mapping[str, str]] = ()
) -> dict[str, Any]:
    """Return the calls of a request: what was called, how long it took in milliseconds, and the answer or the error.

    ``refused`` has the errors of the facets that are not in the answer.
    """
    event = request.get("event") or {}
    document = json.loads(request["json"]) if "json" in request else {}
    calls = [
        {
            "extension": each.extension,
            "stage": each.step.stage,
            "node": each.step.node,
            "millis": each.millis,
            "answer": each.part,
            "error": each.error and each.error["message"],
            "refused": [error["message"] for error in each.refused],
        }
        for each in outcomes
    ]
    return {
        "type": event.get("type") or document.get("eventType", ""),
        "job": (event.get("job") or document.get("job") or {}).get("name", ""),
        "calls": calls,
        "errors": list(errors),
    }
