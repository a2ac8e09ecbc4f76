"""The lineage viewer: a model of the events, and one HTML page that shows it."""

from __future__ import annotations

from headwater.viewer._runs import HISTORY_FACETS, LINEAGE_FACETS, JobRun, lineage_runs
from headwater.viewer.build import build_lineage
from headwater.viewer.model import Lineage
from headwater.viewer.page import render_page

__all__ = ["HISTORY_FACETS", "LINEAGE_FACETS", "JobRun", "Lineage", "build_lineage", "lineage_runs", "render_page"]
