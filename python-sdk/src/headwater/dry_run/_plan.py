"""The plan of a query, as visitors receive it; the query is not run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from headwater._pyspark import message_of
from headwater.dry_run._jvm import DRY_RUN
from headwater.dry_run._session import current_session
from headwater.errors import DryRunError, NodeValueError
from headwater.extensions.node import Node

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from headwater.dry_run._session import Session

__all__ = ["Plan", "RunByAnalysisError", "plan", "plan_parsed"]

_RESULT = "INSERT OVERWRITE DIRECTORY '/headwater/result' USING json SELECT 1 AS x"


@dataclass(frozen=True)
class Plan:
    """A query that was analyzed but not run.

    ``query`` is Spark's ``QueryExecution``, a Java object; :attr:`nodes` are the nodes that visitors receive.
    """

    session: Session
    query: Any
    text: str | None = None

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes as a visitor receives them, the root first."""
        everything = {"id": 0, "extension": "headwater.dry_run:nodes", "kind": "visitor", "nodes": ["*"]}
        snapshots = self.ask([everything])["nodes"]
        return tuple(Node(each, self.live) for each in snapshots)

    def node(self, name: str) -> Node:
        """Return the one node with this simple or full class name; raise ``DryRunError`` if there is none or more."""
        found = [
            each for each in self.nodes if name in {each.name, each.class_name, each.class_name.rpartition(".")[2]}
        ]
        if len(found) == 1:
            return found[0]
        there = ", ".join(dict.fromkeys(each.name for each in self.nodes))
        raise DryRunError(f"{len(found)} nodes of this plan are named {name!r}; it has: {there}")

    @cached_property
    def is_command(self) -> bool:
        """Whether the query writes or has another effect, instead of returning rows."""
        command = {"id": 0, "extension": "headwater.dry_run:command", "kind": "visitor", "extends": ["Command"]}
        union = {"id": 1, "extension": "headwater.dry_run:union", "kind": "visitor", "nodes": ["Union"]}
        found = self.ask([command, union])["nodes"]
        commands = {each["i"] for each in found if each["node"] != "Union"}
        # A union of commands is what Spark makes of FROM … INSERT … INSERT …
        roots = next((each["children"] for each in found if each["i"] == 0 and each["node"] == "Union"), [0])
        return commands.issuperset(roots)

    def ask(self, hooks: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Return the request that the agent would send to extensions with these hooks."""
        request: dict[str, Any] = json.loads(str(self._dry_run.request(self.query, json.dumps({"hooks": list(hooks)}))))
        return request

    def live(self, node: int, path: str) -> Any:  # noqa: ANN401  (the value at a path has no static type)
        """Read the value at a path of a node, like ``node.live(path)``."""
        answer = json.loads(str(self._dry_run.live(self.query, node, path)))
        if "error" in answer:
            raise NodeValueError(f"can't read {path!r}: {answer['error']}")
        return answer.get("value")

    def complete(self, hooks: Sequence[dict[str, Any]], answer: dict[str, Any]) -> dict[str, Any]:
        """Return the COMPLETE event of the query, with the results of the extensions."""
        hello = json.dumps({"hooks": list(hooks)})
        event: dict[str, Any] = json.loads(str(self._dry_run.lineage(self.query, hello, json.dumps(answer))))
        return event

    def saved(self) -> Plan:
        """Return this query as a write to ``/headwater/result``; a command is returned unchanged."""
        if self.is_command:
            return self
        child = self.session.java_class("java.util.ArrayList")()
        child.add(self.query.analyzed())
        children = self.session.java_class("org.apache.spark.api.python.PythonUtils").toSeq(child)
        write = _parsed(self.session, _RESULT).withNewChildren(children)
        return Plan(self.session, _analyzed(self.session, write), self.text)

    def __str__(self) -> str:
        return str(self.query.analyzed().toString())

    @property
    def _dry_run(self) -> Any:  # noqa: ANN401  (a Java class)
        return self.session.java_class(DRY_RUN)


_RUN_BY_ANALYSIS = {
    "CompoundBody": "Spark runs a SQL script (BEGIN … END) while it analyses it, so it is not planned here: "
    "headwater plan shows the lineage of a program that runs the script",
    "UnresolvedExecuteImmediate": "this Spark runs the text of EXECUTE IMMEDIATE while it analyses the statement, so "
    "it is not planned: give that text itself",
}


def plan(query: Any, *, session: Session | None = None) -> Plan:  # noqa: ANN401  (SQL, a Plan, or a DataFrame)
    """Analyze a query, which is SQL text or a DataFrame of the current session; it is not run, even if it writes.

    Raises :class:`~headwater.DryRunError` with Spark's message if the query is invalid, and for a text that Spark runs
    while it analyses it: a SQL script (``BEGIN … END``) and, from Spark 4.1 on, ``EXECUTE IMMEDIATE``.

    ::

        relation = plan("SELECT * FROM orders").node("LogicalRelation")
        assert relation.args["catalogTable"]["identifier"] == "spark_catalog.default.orders"
    """
    if isinstance(query, Plan):
        return query
    where = session or current_session()
    if isinstance(query, str):
        return plan_parsed(where, query)
    return Plan(where, where.query_of(query))


class RunByAnalysisError(DryRunError):
    """A text that Spark runs while it analyses it."""


def plan_parsed(session: Session, text: str, change: Callable[[Any], Any] | None = None) -> Plan:
    """Analyze SQL text, after ``change`` of what Spark's parser makes of it.

    Raises :class:`~headwater.DryRunError` as :func:`plan` does.
    """
    parsed = _parsed(session, text)
    return Plan(session, _analyzed(session, change(parsed) if change else parsed), text)


def _parsed(session: Session, text: str) -> Any:  # noqa: ANN401  (a Java object)
    parsed = _call_spark(session.java.sessionState().sqlParser().parsePlan, text)
    if reason := _RUN_BY_ANALYSIS.get(parsed.getClass().getSimpleName()):
        raise RunByAnalysisError(reason)
    return parsed


def _analyzed(session: Session, logical: Any) -> Any:  # noqa: ANN401  (Java objects)
    # In the default mode, executePlan runs a command immediately.
    skip = session.java_class("org.apache.spark.sql.execution.CommandExecutionMode").SKIP()
    query = session.java.sessionState().executePlan(logical, skip)
    _call_spark(query.assertAnalyzed)
    return query


def _call_spark(call: Any, *arguments: Any) -> Any:  # noqa: ANN401  (Java's)
    try:
        return call(*arguments)
    except Exception as error:
        raise DryRunError(f"Spark can't plan this: {message_of(error)}") from error
