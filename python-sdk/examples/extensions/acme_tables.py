"""A visitor for a data source written in Python; its plan node has only a name and options."""

from __future__ import annotations

from headwater.extensions import Context, InputDataset, Node, VisitResult, visitor


@visitor(extends="DataSourceV2Relation", holds="PythonTable")
def acme(node: Node, ctx: Context) -> VisitResult:  # noqa: ARG001  (the event is not needed)
    """Name an ``acme`` table; other Python data sources are ignored."""
    if node.args["table"]["name"] != "acme":
        return None
    return InputDataset("acme://warehouse", node.args["options"]["table"])
