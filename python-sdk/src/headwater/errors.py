"""The errors and warnings of this package.

::

    HeadwaterError
    ├── SparkError                  the Spark installation has a problem
    │   ├── SparkNotFoundError      no Spark is installed
    │   └── UnsupportedSparkError   Spark is older than 3.3, or its Scala is neither 2.12 nor 2.13
    ├── JarNotFoundError            this installation has no jar for that Spark
    ├── SessionError                it is too late to add the agent to this session
    ├── UsageError                  an argument is invalid
    ├── EventError                  a text is not an OpenLineage event
    ├── SpoolError                  waiting events cannot be read, or cannot be delivered now
    │   └── RefusedError            a backend rejects an event permanently
    ├── ExtensionError              an extension is invalid
    ├── FacetError                  a facet violates its schema
    ├── DryRunError                 a query or a program cannot be planned here without a run
    └── BridgeError                 the agent cannot be reached, or rejects a call
        ├── NodeValueError          a value of a plan node cannot be read
        └── SparkCallError          an extension called Spark while the agent waited for it
"""

from __future__ import annotations

__all__ = [
    "BridgeError",
    "DryRunError",
    "EventError",
    "ExtensionError",
    "FacetError",
    "HeadwaterError",
    "HeadwaterWarning",
    "JarNotFoundError",
    "NodeValueError",
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
    """A problem of the Spark installation."""


class SparkNotFoundError(SparkError):
    """No Spark was found in ``$SPARK_HOME``, among the Python packages or on the ``PATH``."""


class UnsupportedSparkError(SparkError):
    """Spark is older than 3.3, or its Scala version is neither 2.12 nor 2.13."""


class JarNotFoundError(HeadwaterError):
    """No agent jar for the Spark in use is part of this installation."""


class SessionError(HeadwaterError):
    """The agent can no longer be added, because the session or its JVM is already running."""


class UsageError(HeadwaterError):
    """An argument is invalid, alone or in combination with another one."""


class EventError(HeadwaterError):
    """A part of an event file is not an OpenLineage event."""


class SpoolError(HeadwaterError):
    """The events in a spool cannot be read, or cannot be delivered now.

    A transport with the spool may raise it: the agent then pauses, and sends the event again.
    """


class RefusedError(SpoolError):
    """A backend rejects this event permanently.

    A transport with the spool may raise it: the event is then kept in ``dead-letter.jsonl``, with this reason.
    """


class ExtensionError(HeadwaterError):
    """An extension is invalid; the message names the extension, the problem and the fix."""


class FacetError(HeadwaterError):
    """A facet violates its schema; the message names the facet and the field."""


class DryRunError(HeadwaterError):
    """A query or a program cannot be planned without a run: JPype or Java is missing, or Spark refuses it."""


class BridgeError(HeadwaterError):
    """The agent's gateway could not be reached, or rejected the call."""


class NodeValueError(BridgeError):
    """A value of a plan node cannot be read: the path is unknown or not allowed, or the event is complete."""


class SparkCallError(BridgeError):
    """An extension called Spark while the agent waited for its answer, which could then never come in time."""


class HeadwaterWarning(UserWarning):
    """A call has no effect, for example because there is no agent."""
