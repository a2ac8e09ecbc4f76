"""The description of the JSON API, in the form of OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

from headwater._version import __version__
from headwater.serve.questions import QUESTIONS, Question

__all__ = ["EVENT_FILTERS", "openapi_document"]

EVENT_FILTERS = {
    "job": "the name of a job",
    "run": "the id of a run",
    "type": "START, RUNNING, COMPLETE, FAIL, ABORT or OTHER",
    "since": "events of this time and later, such as 2026-05-01T10:00:00Z",
    "until": "events before this time",
    "limit": "the number of events at the most; all if absent",
}
_ERROR = {
    "description": "The request is wrong; `error` says why.",
    "content": {
        "application/json": {
            "schema": {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}
        }
    },
}
_EVENT = {"$ref": "https://openlineage.io/spec/2-0-2/OpenLineage.json"}
_SEVERAL = {"type": "array", "items": _EVENT}


def _object(*required: str, **properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


_TEXT, _NUMBER, _FLAG = ({"type": name} for name in ("string", "integer", "boolean"))
_ACCEPTED = _object(
    "accepted",
    accepted=_NUMBER,
    refused_count=_NUMBER,
    refused={"type": "array", "items": _object(index=_NUMBER, error=_TEXT)},
)
_COUNTS = ("received", "successful", "failed", "retriable", "non_retriable")
_BATCH = _object(
    "accepted",
    "status",
    "summary",
    **_ACCEPTED["properties"],
    status={"type": "string", "enum": ["success", "partial_success"]},
    summary=_object(*_COUNTS, **dict.fromkeys(_COUNTS, _NUMBER)),
    failed_events={"type": "array", "items": _object(index=_NUMBER, reason=_TEXT, retriable=_FLAG)},
)
"""The fields of the other endpoint, and those that OpenLineage's API has."""


def openapi_document() -> dict[str, Any]:
    """Return the description; the endpoints of questions come from the list of questions."""
    questions = {f"/api/v1/{question.name}": {"get": _question(question)} for question in QUESTIONS}
    return {
        "openapi": "3.1.0",
        "info": {"title": "headwater serve", "version": __version__, "description": "Lineage of OpenLineage events."},
        "paths": {
            "/api/v1/lineage": {"post": _intake("sendEvent", {"oneOf": [_EVENT, _SEVERAL]}, "201", _ACCEPTED)},
            "/api/v1/lineage/batch": {"post": _intake("sendBatch", _SEVERAL, "200", _BATCH)},
            "/api/v1/events": {"get": _events()},
            **questions,
            "/api/v1/summary": {"get": _get("summary", "Count events, jobs, datasets, columns and edges.")},
            "/health": {
                "get": {
                    **_get("health", "Answer 200 while events are stored, 503 if the last ones could not be."),
                    "security": [],
                }
            },
        },
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{}, {"token": []}],
    }


def _intake(name: str, schema: dict[str, Any], status: str, answer: dict[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": answer}}
    errors = {
        "413": "The body is too large.",
        "415": "The type or the encoding of the content is not taken.",
        "503": "The events cannot be stored now; send them again later.",
    }
    return {
        "operationId": name,
        "summary": "Store OpenLineage events. The answer comes when they are on the disk.",
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {
            status: {"description": "The events are stored; `refused` lists what was no event.", "content": content},
            "400": _ERROR,
            **{code: {**_ERROR, "description": text} for code, text in errors.items()},
        },
    }


def _events() -> dict[str, Any]:
    found = _get("events", "Return the stored events as they were sent, one per line, in the order of arrival.")
    found["parameters"] = [_parameter(name, "string", text) for name, text in EVENT_FILTERS.items()]
    found["responses"]["200"]["content"] = {"application/x-ndjson": {"schema": {"type": "string"}}}
    found["responses"]["400"] = _ERROR
    return found


def _question(question: Question) -> dict[str, Any]:
    found = _get(question.name, question.description)
    found["parameters"] = [_parameter(p.name, p.type, p.description, required=p.required) for p in question.parameters]
    found["responses"]["400"] = _ERROR
    return found


def _parameter(name: str, type_: str, description: str, *, required: bool = False) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": required, "schema": {"type": type_}, "description": description}


def _get(name: str, summary: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"type": "object"}}}
    return {"operationId": name, "summary": summary, "responses": {"200": {"description": "OK", "content": content}}}
