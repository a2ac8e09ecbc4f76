"""Requests of the agent for tests, and their responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater._bridge import dispatch
from headwater.extensions import visitor
from headwater.extensions._hooks import hooks_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.extensions import Context, Node

EVENT = {
    "type": "COMPLETE",
    "time": "2026-11-21T14:00:00Z",
    "runId": "0193",
    "job": {"namespace": "prod", "name": "etl"},
    "jobType": "SQL_JOB",
    "executionId": 4,
    "application": {"id": "app-1", "name": "etl"},
    "inputs": [{"namespace": "file", "name": "/data/a"}, {"namespace": "file", "name": "/scratch/b"}],
    "outputs": [{"namespace": "file", "name": "/data/c"}],
    "sql": "select 1",
    "properties": {"spark.master": "local"},
    "error": None,
    "unknown": 1,
}
NODE = {
    "i": 3,
    "class": "com.acme.AcmeRelation",
    "node": "AcmeRelation",
    "children": [4],
    "output": [{"name": "total", "type": "bigint", "id": 15}, {"name": "Id", "type": "bigint", "id": 16}],
    "args": {"table": "orders", "query": {"node": 4}},
    "needs": {"relation.options": {"uri": "acme://x"}},
    "hooks": [0],
}
CHILD = {"i": 4, "node": "Scan", "output": [{"name": "amount", "type": "int", "id": 12}], "hooks": []}


def dispatch_to(*extensions: object, **request: Any) -> dict[str, Any]:
    hooks = dict(enumerate(hook for each in extensions for hook in hooks_of(each)))
    return dispatch({"id": 1, "kind": "event", "event": EVENT, **request}, hooks)


def visit(function: Callable[[Node, Context], Any]) -> dict[str, Any]:
    return dispatch_to(visitor("AcmeRelation")(function), nodes=[NODE, CHILD])
