"""Dry runs: the plan and the lineage of a query that is not run, in a session inside this process or in PySpark's.

``headwater explain``, ``headwater plan``, :func:`headwater.lineage_of` and :mod:`headwater.testing` are made of it.
`capture_events` is for queries that do run: those of a test, or of a program on empty tables.
"""

from __future__ import annotations

from headwater.dry_run._capture import capture_events
from headwater.dry_run._columns import Source, columns_of
from headwater.dry_run._jvm import check_jpype
from headwater.dry_run._lineage import lineage
from headwater.dry_run._names import names_of
from headwater.dry_run._plan import Plan, RunByAnalysisError, plan, plan_parsed
from headwater.dry_run._session import Session, current_session, open_session, session_of, use

__all__ = [
    "Plan",
    "RunByAnalysisError",
    "Session",
    "Source",
    "capture_events",
    "check_jpype",
    "columns_of",
    "current_session",
    "lineage",
    "names_of",
    "open_session",
    "plan",
    "plan_parsed",
    "session_of",
    "use",
]
