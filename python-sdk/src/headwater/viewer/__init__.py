"""The lineage viewer: one HTML page that shows a lineage."""

from __future__ import annotations

from headwater.viewer.page import render_page

__all__ = ["render_page"]
