"""Reads the JSON values of event files, whoever wrote them: one value at a time, in bounded memory.

``files`` finds and opens files, ``values`` finds where each value begins and ends, ``text`` parses one
value, and ``fields`` reads the fields of an event.
"""

from __future__ import annotations

__all__: list[str] = []
