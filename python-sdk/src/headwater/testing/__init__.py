"""Tests of extensions without spark-submit: plans, lineage and events, in seconds.

There are two kinds of session. With ``pip install 'headwater[testing]'``, Spark starts inside the Python process,
through JPype. With :func:`use`, it is an existing PySpark session. Objects of one JVM cannot be passed to the other,
and a process can start only one JVM; violations raise a :class:`~headwater.DryRunError` with an explanation.
"""

from __future__ import annotations

from headwater.dry_run import Plan, Session, capture_events, current_session, lineage, open_session, plan, use
from headwater.testing import conformance
from headwater.testing._columns import assert_lineage
from headwater.testing._golden import assert_golden
from headwater.testing._result import EmittedFacet, ExtensionResult, Failure
from headwater.testing._run import run

__all__ = [
    "EmittedFacet",
    "ExtensionResult",
    "Failure",
    "Plan",
    "Session",
    "assert_golden",
    "assert_lineage",
    "capture_events",
    "conformance",
    "current_session",
    "lineage",
    "open_session",
    "plan",
    "run",
    "use",
]
