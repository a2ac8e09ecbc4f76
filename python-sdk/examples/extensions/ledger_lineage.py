"""A visitor for a data source written in Java or Scala, selected by the table class that the plan node holds."""

from __future__ import annotations

from headwater.extensions import Context, InputDataset, Node, QueryPlanVisitor, VisitResult


class LedgerVisitor(QueryPlanVisitor):
    """Names the books of ``LedgerSource``, and reports how many columns of each were read."""

    extends = ("DataSourceV2Relation",)
    holds = ("LedgerSource$LedgerTable",)
    needs = ("options.book",)

    def visit(self, node: Node, ctx: Context) -> VisitResult:  # noqa: ARG002  (the event is not needed)
        """Return the book as an input, with a custom facet."""
        return InputDataset(
            "ledger://accounting", node.needs["options.book"], facets={"acme_ledger": {"currency": "EUR"}}
        )
