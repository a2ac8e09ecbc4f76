"""The questions that the server answers, each with its parameters: for the JSON API, its description, and MCP."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from typing import TYPE_CHECKING, Any

from headwater.analysis import ROWS, find_impact, find_node
from headwater.analysis.documents import explain_document, node_document, reached_document
from headwater.analysis.lists import find_columns, stale_tables, uncertain_rows, unused
from headwater.analysis.name_index import names_of
from headwater.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from headwater.analysis import LineageGraph

__all__ = ["MAX_ROWS", "QUESTIONS", "Parameter", "Question", "answer"]

MAX_ROWS = 1000
_ROWS = 100
_TYPES: dict[str, type | tuple[type, ...]] = {"string": str, "integer": int, "number": (int, float), "boolean": bool}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter; ``type`` is a type of JSON Schema."""

    name: str
    type: str
    description: str
    required: bool = False
    minimum: int | None = None
    maximum: int | None = None

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a value."""
        bounds = {"minimum": self.minimum, "maximum": self.maximum}
        given = {key: bound for key, bound in bounds.items() if bound is not None}
        return {"type": self.type, **given, "description": self.description}

    def value(self, given: object) -> Any:  # noqa: ANN401 - one of the types
        """Return a value of the type; a text is read as one.

        Raises :class:`~headwater.UsageError` if it is none.
        """
        found = _read(given, self.type) if isinstance(given, str) else given
        is_wrong = not isinstance(found, _TYPES[self.type]) or (isinstance(found, bool) and self.type != "boolean")
        if is_wrong or (self.required and found == ""):
            article = "an" if self.type == "integer" else "a"
            raise UsageError(f"{self.name}: {str(given)[:80]!r} is not {article} {self.type}; it is {self.description}")
        if isinstance(found, (int, float)):
            self._check_bounds(found)
        return found

    def _check_bounds(self, number: float) -> None:
        low, high = self.minimum, self.maximum
        if (low is not None and number < low) or (high is not None and number > high):
            upper = "" if high is None else f" and at most {high}"
            raise UsageError(f"{self.name}: {number} must be at least {low}{upper}; it is {self.description}")


def _read(text: str, type_: str) -> Any:  # noqa: ANN401 - one of the types
    if type_ == "string":
        return text
    if type_ == "boolean":
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    try:
        number = float(text)
    except ValueError:
        return text
    if type_ == "number":
        return number if math.isfinite(number) else text
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else text  # noqa: PLR2004 - a sensible number


@dataclass(frozen=True, slots=True)
class Question:
    """A question by its name, for people and assistants."""

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    answer: Callable[[LineageGraph, Mapping[str, Any]], dict[str, Any]]
    is_tool: bool = True
    """Whether MCP has it as a tool."""

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the parameters."""
        return {
            "type": "object",
            "properties": {each.name: each.schema for each in self.parameters},
            "required": [each.name for each in self.parameters if each.required],
            "additionalProperties": False,
        }


def answer(question: Question, graph: LineageGraph, given: Mapping[str, object]) -> dict[str, Any]:
    """Return the answer as JSON.

    Raises :class:`~headwater.UsageError` if a parameter is wrong, missing or unknown, or names nothing.
    """
    known = {parameter.name: parameter for parameter in question.parameters}
    if unknown := given.keys() - known.keys():
        raise UsageError(f"unknown parameter: {', '.join(sorted(unknown))[:80]}; there are {', '.join(known)}")
    for parameter in question.parameters:
        if parameter.required and parameter.name not in given:
            raise UsageError(f"{parameter.name} is missing; it is {parameter.description}")
    return question.answer(graph, {name: known[name].value(value) for name, value in given.items()})


def _rows(key: str, found: Iterable[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    rows = iter(found)
    limit = given.get("limit", _ROWS)
    return {key: list(islice(rows, limit)), "left_out": sum(1 for _ in rows)}


def _find(graph: LineageGraph, given: Mapping[str, Any]) -> dict[str, Any]:
    text = given["text"]
    pattern = (text if set(text) & set("*?[") else f"*{text}*").casefold()
    tables = (
        node_document(graph, (number, ROWS))
        for number, dataset in enumerate(graph.lineage.datasets)
        if any(fnmatchcase(name.casefold(), pattern) for name in names_of(dataset))
    )
    return {"tables": _rows("rows", tables, given), "columns": _rows("rows", find_columns(graph, pattern), given)}


def _reached(graph: LineageGraph, given: Mapping[str, Any], *, downstream: bool, steps: bool) -> dict[str, Any]:
    start = find_node(graph, given["name"])
    depth, direct = given.get("depth"), given.get("direct", False)
    impact = find_impact(graph, start, downstream=downstream, depth=depth, direct=direct)
    found = (
        reached_document(impact, each)
        if steps
        else {**node_document(graph, each.node), "distance": each.distance, "completed": impact.is_complete(each)}
        for each in impact.reached
    )
    start_name = node_document(graph, start)
    direction = "downstream" if downstream else "upstream"
    return {"start": start_name, "direction": direction, **_rows("reached", found, given), "tables": impact.tables}


def _impact(graph: LineageGraph, given: Mapping[str, Any]) -> dict[str, Any]:
    direction = given.get("direction", "downstream")
    if direction not in {"downstream", "upstream"}:
        raise UsageError(f"direction: {direction[:80]!r} is neither downstream nor upstream")
    return _reached(graph, given, downstream=direction == "downstream", steps=True)


def _explain(graph: LineageGraph, given: Mapping[str, Any]) -> dict[str, Any]:
    found = explain_document(graph, find_node(graph, given["name"]))
    limit = given.get("limit", _ROWS)
    left_out = {f"{key}_left_out": len(found[key]) - limit for key in ("made_by", "used_by") if len(found[key]) > limit}
    return {**found, **{key: found[key][:limit] for key in ("made_by", "used_by")}, **left_out}


def _stale(graph: LineageGraph, given: Mapping[str, Any]) -> dict[str, Any]:
    now = time.time_ns() // 1_000_000
    return _rows("rows", stale_tables(graph, now, given.get("days")), given)


_NAME = Parameter(
    "name",
    "string",
    "the name of a table or a column, such as db.orders, db.orders.amount, s3://bucket/orders.amount",
    required=True,
)
_LIMIT = Parameter(
    "limit",
    "integer",
    f"the number of rows at the most; {_ROWS} if absent, up to {MAX_ROWS}",
    minimum=1,
    maximum=MAX_ROWS,
)
_DEPTH = Parameter("depth", "integer", "the number of steps at the most; all if absent", minimum=1)
_DIRECT = Parameter("direct", "boolean", "true to follow values only: no filters, joins and sorts")
_FOLLOW = (_NAME, _DEPTH, _DIRECT, _LIMIT)

QUESTIONS = (
    Question(
        "find",
        "Find tables and columns by a part of their names; `*` and `?` in the text match as in a shell.",
        (Parameter("text", "string", "a part of a name, or a pattern", required=True), _LIMIT),
        _find,
    ),
    Question(
        "upstream",
        "List the tables and columns that a table or a column is made of, the nearest first.",
        _FOLLOW,
        lambda graph, given: _reached(graph, given, downstream=False, steps=False),
    ),
    Question(
        "downstream",
        "List the tables and columns that depend on a table or a column, the nearest first.",
        _FOLLOW,
        lambda graph, given: _reached(graph, given, downstream=True, steps=False),
    ),
    Question(
        "impact",
        "List what depends on a table or a column, each with the shortest path: expressions, jobs, last run, owners.",
        (*_FOLLOW, Parameter("direction", "string", "downstream, or upstream for what it is made of")),
        _impact,
    ),
    Question(
        "explain",
        "Describe a table or a column: type, owners, tags, the steps that make and use it, jobs, SQL, last runs.",
        (_NAME, _LIMIT),
        _explain,
    ),
    Question(
        "unknown",
        "List the columns whose lineage is local, opaque or unknown, and the parts of plans that could not be read.",
        (_LIMIT,),
        lambda graph, given: _rows("rows", uncertain_rows(graph), given),
    ),
    Question(
        "unused",
        "List the tables and the columns that nothing reads.",
        (_LIMIT,),
        lambda graph, given: _rows("rows", unused(graph), given),
        is_tool=False,
    ),
    Question(
        "stale",
        "List the tables whose sources were written after them, and those that were not written for some days.",
        (Parameter("days", "number", "a number of days", minimum=0), _LIMIT),
        _stale,
        is_tool=False,
    ),
)
