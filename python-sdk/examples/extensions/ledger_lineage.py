"""A visitor for a data source written in Java or Scala, found by the table class that the plan's node holds."""

from __future__ import annotations

from headwater.extensions import Context, InputDataset, Node, QueryPlanVisitor, VisitResult


class LedgerVisitor(QueryPlanVisitor):
    """Names the books of ``LedgerSource``, and says how many columns were read of each."""

    extends = ("DataSourceV2Relation",)
    holds = ("LedgerSource$LedgerTable",)
    needs = ("options.book",)

    def visit(self, node: Node, ctx: Context) -> VisitResult:  # noqa: ARG002  (the event is not asked for anything)
        """Return the book as an input, with a facet of our own."""
        return InputDataset(
            "ledger://accounting", node.needs["options.book"], facets={"acme_ledger": {"currency": "EUR"}}
        )
