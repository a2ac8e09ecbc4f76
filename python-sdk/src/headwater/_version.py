"""The version of the installed package, or of the checkout."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["__version__"]


def _find() -> str:
    try:
        return version("headwater")
    except PackageNotFoundError:
        # The package was imported from its sources or from an archive of --py-files.
        stated = Path(__file__).resolve().parents[3] / "VERSION"
        return stated.read_text(encoding="utf-8").strip() if stated.is_file() else "0+unknown"


__version__ = _find()
