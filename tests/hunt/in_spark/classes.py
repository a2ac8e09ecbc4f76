"""The classes in the plans of every query and command that a session executes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pyspark.java_gateway import ensure_callback_server_started
from pyspark.sql import DataFrame
from pyspark.sql.streaming import StreamingQuery

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CLASS = re.compile(r'"(?:product-)?class":"([\w.$]+)"')
NODE = re.compile(r"^[\s:+\-]*'?([A-Z]\w+)", re.MULTILINE)


def of_plan(plan: Any) -> set[str]:
    """The classes of the nodes and expressions, subqueries included; of nodes only, without their packages, if Spark can't
    write the plan as JSON.
    """
    try:
        return set(CLASS.findall(plan.toJSON()))
    except Exception:
        return set(NODE.findall(plan.treeString()))


class ExecutedClasses:
    """A `QueryExecutionListener` that collects the classes of the plans that a rule of the agent may see."""

    def __init__(self, spark: SparkSession) -> None:
        context = spark.sparkContext
        self._spark: Any = context._jvm.org.apache.spark
        self._bus: Any = context._jsc.sc().listenerBus()
        self._names: set[str] = set()
        self._bases: dict[str, set[str]] = {}
        ensure_callback_server_started(context._gateway)
        session: Any = spark._jsparkSession
        session.listenerManager().register(self)

    def take(self) -> list[str]:
        """The simple names of the classes since the last call, and of their base classes and traits."""
        self._bus.waitUntilEmpty()
        names, self._names = self._names, set()
        return sorted({base for name in names for base in self.bases(name)})

    def add(self, scope: dict[str, Any]) -> None:
        """Collect the classes of the frames as they were parsed, and of the streams: their whole plan, and that of the
        last batch.
        """
        for value in list(scope.values()):
            if isinstance(value, StreamingQuery):
                stream = value._jsq.streamingQuery()
                self._names |= of_plan(stream.logicalPlan())
                if stream.lastExecution() is not None:
                    self._names |= of_plan(stream.lastExecution().analyzed())
            elif isinstance(value, DataFrame):
                self._names |= of_plan(value._jdf.queryExecution().logical())

    def bases(self, name: str) -> set[str]:
        """The simple names of a class, of its base classes and of its traits."""
        if name not in self._bases:
            parents: list[str] = []
            if "." in name:
                found = self._spark.util.Utils.classForName(name, False, False)
                above = [found.getSuperclass(), *found.getInterfaces()]
                parents = [c.getName() for c in above if c and ".spark.sql." in c.getName()]
            simple = re.split(r"[.$]", name.rstrip("$"))[-1]
            self._bases[name] = {simple}.union(*map(self.bases, parents))
        return self._bases[name]

    def onSuccess(self, _: str, execution: Any, _duration: int) -> None:  # noqa: N802 - Spark's name
        """Collect the classes of an executed query."""
        for plan in (execution.logical(), execution.analyzed(), execution.commandExecuted()):
            self._names |= of_plan(plan)

    def onFailure(self, _: str, _execution: Any, _error: Any) -> None:  # noqa: N802 - Spark's name
        """A query that fails may have no analysed plan."""

    class Java:
        """What py4j implements by this class."""

        implements = ("org.apache.spark.sql.util.QueryExecutionListener",)
