"""Compare the lineage of two sets of events, and list the columns that each change affects."""

from __future__ import annotations

from headwater.diff.changes import Change, Difference
from headwater.diff.compare import compare
from headwater.diff.report import as_json, as_markdown, as_text
from headwater.diff.snapshot import Snapshot, snapshot_of

__all__ = ["Change", "Difference", "Snapshot", "as_json", "as_markdown", "as_text", "compare", "snapshot_of"]
