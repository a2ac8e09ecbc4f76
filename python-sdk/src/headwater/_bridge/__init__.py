"""Connection between the agent in the JVM and the extensions in Python; the only package that imports py4j.

The protocol is specified in `docs/python-bridge.md`. `dispatch` answers one request and needs no JVM.
"""

from __future__ import annotations

from headwater._bridge.dispatch import dispatch

__all__ = ["dispatch"]
