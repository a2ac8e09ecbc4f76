"""What can go wrong, and what to do about it.

::

    HeadwaterError
    ├── SparkError                  something about the Spark that is installed
    │   ├── SparkNotFoundError      there is none
    │   └── UnsupportedSparkError   it is too old, or of a Scala that has no agent
    ├── JarNotFoundError            this installation holds no jar for that Spark
    ├── SessionError                the agent can't be added to this session any more
    ├── UsageError                  an argument makes no sense
    ├── EventError                  a line is not an OpenLineage event
    ├── SpoolError                  events that wait can't be read or delivered
    │   └── RefusedError            a backend will never take an event
    ├── ExtensionError              an extension can't be used as it is written
    ├── FacetError                  a facet is not what its schema says
    ├── KitError                    headwater.testing can't do this here
    └── BridgeError                 something between Python and the agent
        ├── LiveError               a value of a plan's node can't be read
        └── SparkCallError          an extension called Spark while it was being asked
"""

from __future__ import annotations

__all__ = [
    "BridgeError",
    "EventError",
    "ExtensionError",
    "FacetError",
    "HeadwaterError",
    "HeadwaterWarning",
    "JarNotFoundError",
    "KitError",
    "LiveError",
    "RefusedError",
    "SessionError",
    "SparkCallError",
    "SparkError",
    "SparkNotFoundError",
    "SpoolError",
    "UnsupportedSparkError",
    "UsageError",
]


class HeadwaterError(Exception):
    """The base of every error that this package raises on purpose."""


class SparkError(HeadwaterError):
    """Something about the Spark that is installed."""


class SparkNotFoundError(SparkError):
    """No Spark in ``$SPARK_HOME``, among the Python packages or on the ``PATH``."""


class UnsupportedSparkError(SparkError):
    """The Spark is older than 3.5, or its Scala is neither 2.12 nor 2.13."""


class JarNotFoundError(HeadwaterError):
    """No agent jar for the Spark in use came with this installation."""


class SessionError(HeadwaterError):
    """A listener can no longer be added: the session, or its JVM, is already running."""


class UsageError(HeadwaterError):
    """An argument makes no sense, alone or together with another one."""


class EventError(HeadwaterError):
    """A line of an event file is not an OpenLineage event."""


class SpoolError(HeadwaterError):
    """Events that wait in a spool can't be read, or not be delivered now."""


class RefusedError(SpoolError):
    """A backend will never take this event."""


class ExtensionError(HeadwaterError):
    """An extension can't be used as it is written; the text names it, what is wrong, and what to write instead."""


class FacetError(HeadwaterError):
    """A facet is not what its schema says; the text names the facet and the field."""


class KitError(HeadwaterError):
    """:mod:`headwater.testing` can't do this here: no JPype, no Java, or things of two JVMs mixed."""


class BridgeError(HeadwaterError):
    """The agent's gateway could not be reached, or refused."""


class LiveError(BridgeError):
    """A value of a plan's node can't be read: no such path, a path that is not allowed, or the event is over."""


class SparkCallError(BridgeError):
    """An extension called Spark while it was being asked: the answer could never come in time."""


class HeadwaterWarning(UserWarning):
    """Something was asked for that can have no effect."""
