"""Headwater: column-level lineage for Spark.

>>> import headwater
>>> spark = headwater.configure(SparkSession.builder).getOrCreate()  # doctest: +SKIP
"""

from __future__ import annotations

from headwater._jars import jars
from headwater._session import configure
from headwater._version import __version__
from headwater.errors import (
    EventError,
    HeadwaterError,
    HeadwaterWarning,
    JarNotFoundError,
    SessionError,
    SparkError,
    SparkNotFoundError,
    UnsupportedSparkError,
    UsageError,
)

__all__ = [
    "EventError",
    "HeadwaterError",
    "HeadwaterWarning",
    "JarNotFoundError",
    "SessionError",
    "SparkError",
    "SparkNotFoundError",
    "UnsupportedSparkError",
    "UsageError",
    "__version__",
    "configure",
    "jars",
]
