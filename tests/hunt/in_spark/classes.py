"""The classes of the nodes and expressions of analysed plans."""

from __future__ import annotations

import re
from typing import Any

CLASS = re.compile(r'"class":"([\w.$]+)"')


def of(frame: Any) -> set[str]:
    """The classes in the plan of a frame, subqueries included."""
    try:
        text = frame._jdf.queryExecution().analyzed().toJSON()
    except Exception:
        return of_text(frame)
    return {name.rpartition(".")[2].rstrip("$") for name in CLASS.findall(text)}


def of_text(frame: Any) -> set[str]:
    """The names of the nodes, for a plan that can't be written as JSON."""
    text = frame._jdf.queryExecution().analyzed().treeString()
    return set(re.findall(r"^[\s:+\-]*'?([A-Z]\w+)", text, re.MULTILINE))


def of_frames(scope: dict[str, Any]) -> set[str]:
    """The classes in the plans of all frames that a program has made."""
    frames = [value for value in scope.values() if hasattr(value, "_jdf")]
    return set().union(*map(of, frames)) if frames else set()
