"""A builder that delays every event, so that a job that writes faster overloads the agent."""

from __future__ import annotations

import time

from headwater.extensions import Context, Facet, facet_builder


@facet_builder("run")
def slow(ctx: Context) -> Facet:
    """Take half a second for each event."""
    time.sleep(0.5)
    return Facet("slow", {"type": ctx.type})
