"""Plans statements and programs without their data: in a session whose file systems are a temporary folder."""

from __future__ import annotations

from headwater.planning.filesystems import WAREHOUSE, FileSystems

__all__ = ["WAREHOUSE", "FileSystems"]
