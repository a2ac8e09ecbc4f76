"""A visitor for a data source written in Python: Spark knows no more of it than its name and its options."""

from __future__ import annotations

from headwater.extensions import Context, InputDataset, Node, VisitResult, visitor


@visitor(extends="DataSourceV2Relation", holds="PythonTable")
def acme(node: Node, ctx: Context) -> VisitResult:  # noqa: ARG001  (the event is not asked for anything)
    """Name an ``acme`` table; other Python data sources are left to the agent, or to other visitors."""
    if node.args["table"]["name"] != "acme":
        return None
    return InputDataset("acme://warehouse", node.args["options"]["table"])
