"""Headwater: column-level lineage for Spark.

>>> import headwater
>>> spark = headwater.configure(SparkSession.builder).getOrCreate()  # doctest: +SKIP
"""

from __future__ import annotations

from importlib.metadata import version

from headwater._jars import jars
from headwater._session import configure
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

__version__ = version("headwater")
