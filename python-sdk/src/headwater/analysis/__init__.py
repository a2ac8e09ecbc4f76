"""Answers to questions about lineage: what a column reaches, what nothing reads, what is not known.

``graph`` follows dependencies, ``names`` finds the table or the column that a user names, with ``name_index``,
``impact`` lists what is reached and by which path, ``lists`` has the answers that are one row for each table or column,
``documents`` gives answers as JSON, and ``summary`` counts.
"""

from __future__ import annotations

from headwater.analysis.graph import ROWS, JobStep, LineageGraph, Node
from headwater.analysis.impact import Impact, ReachedNode, find_impact
from headwater.analysis.names import find_node
from headwater.analysis.summary import summarize

__all__ = ["ROWS", "Impact", "JobStep", "LineageGraph", "Node", "ReachedNode", "find_impact", "find_node", "summarize"]
