"""Headwater: column-level lineage for Spark.

>>> import headwater
>>> spark = headwater.configure(SparkSession.builder).getOrCreate()  # doctest: +SKIP

* `configure` adds the agent to a session; `jars` returns the agent's jar for a session that is configured otherwise.
* `lineage_of` and `lineage_of_sql` return the lineage of a query that is not run.
* `register` adds extensions of this process: see :mod:`headwater.extensions`, and :mod:`headwater.testing` for tests.
* `job` names what a program does; `emit_run_facet`, `emit_job_facet` and `emit_dataset_facet` add facets to its events.
* `lineage` declares what a function reads and writes that Spark cannot analyse, `with_lineage` what the rows of a
  DataFrame were computed from.
* :mod:`headwater.events` reads event files. The errors are drawn as a tree in :mod:`headwater.errors`.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

if sys.version_info < (3, 10):  # noqa: UP036  (an import path can lead here without pip, which would refuse)
    raise ImportError("Headwater needs Python 3.10 or newer; this is Python " + sys.version.split()[0])

from headwater._emitter import (
    emit_dataset_facet,
    emit_job_facet,
    emit_run_facet,
    is_terminating_event_sent,
    job,
)
from headwater._frames import with_lineage
from headwater._jars import jars
from headwater._lineage import lineage
from headwater._register import Registration, register
from headwater._session import configure
from headwater._version import __version__
from headwater.errors import (
    BridgeError,
    DryRunError,
    EventError,
    ExtensionError,
    FacetError,
    HeadwaterError,
    HeadwaterWarning,
    JarNotFoundError,
    NodeValueError,
    RefusedError,
    SessionError,
    SparkCallError,
    SparkError,
    SparkNotFoundError,
    SpoolError,
    UnsupportedSparkError,
    UsageError,
)

if TYPE_CHECKING:
    from headwater.queries import DatasetName, OutputColumn, QueryLineage, SourceColumn, lineage_of, lineage_of_sql

__all__ = [
    "BridgeError",
    "DatasetName",
    "DryRunError",
    "EventError",
    "ExtensionError",
    "FacetError",
    "HeadwaterError",
    "HeadwaterWarning",
    "JarNotFoundError",
    "NodeValueError",
    "OutputColumn",
    "QueryLineage",
    "RefusedError",
    "Registration",
    "SessionError",
    "SourceColumn",
    "SparkCallError",
    "SparkError",
    "SparkNotFoundError",
    "SpoolError",
    "UnsupportedSparkError",
    "UsageError",
    "__version__",
    "configure",
    "emit_dataset_facet",
    "emit_job_facet",
    "emit_run_facet",
    "is_terminating_event_sent",
    "jars",
    "job",
    "lineage",
    "lineage_of",
    "lineage_of_sql",
    "register",
    "with_lineage",
]


def __getattr__(name: str) -> object:
    """Import `headwater.queries` when one of its names is first used: extensions do not need them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("headwater.queries"), name)


def __dir__() -> list[str]:
    """Return the names of `__all__`, so that `help` and the completion of names know those that are imported late."""
    return sorted({*globals(), *__all__})
