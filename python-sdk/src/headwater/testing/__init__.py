"""Tests of extensions without spark-submit: plans, lineage and events, in seconds.

There are two kinds of session. With ``pip install 'headwater[testing]'``, Spark starts inside the Python process,
through JPype. With :func:`use`, it is an existing PySpark session. Objects of one JVM cannot be passed to the other,
and a process can start only one JVM; violations raise a :class:`~headwater.DryRunError` with an explanation.
"""

from __future__ import annotations

from headwater.testing import conformance
from headwater.testing._capture import capture_events
from headwater.testing._columns import assert_lineage
from headwater.testing._dry_run import lineage
from headwater.testing._golden import assert_golden
from headwater.testing._plan import Plan, plan
from headwater.testing._result import EmittedFacet, ExtensionResult, Failure
from headwater.testing._run import run
from headwater.testing._session import Session, current_session, open_session, use

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
