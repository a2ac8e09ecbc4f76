"""A server for a laptop or a team: takes OpenLineage events, keeps them in DuckDB, and answers questions about them.

``store`` writes events, ``window`` and ``live`` build the graph from them, ``receiver`` takes them over HTTP, ``api``
and ``tools`` answer over HTTP and MCP, ``access`` decides who may ask, and ``server`` runs it all. It needs the extra
``serve``; no other part of the package imports it.
"""

from __future__ import annotations

__all__: list[str] = []
