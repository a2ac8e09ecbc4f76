"""The ``headwater`` command."""

from __future__ import annotations

from headwater.cli._main import main

__all__ = ["main"]
