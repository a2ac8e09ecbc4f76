"""Between the agent, in the JVM, and extensions; py4j is imported here and nowhere else.

The contract is `docs/python-bridge.md`. `dispatch` needs no JVM: a request in, an answer out.
"""

from __future__ import annotations

from headwater._bridge.dispatch import dispatch

__all__ = ["dispatch"]
