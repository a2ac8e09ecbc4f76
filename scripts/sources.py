"""The files of the repository: those that git tracks, and new ones that are not ignored."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def tracked(*suffixes: str, under: tuple[str, ...] = ()) -> list[Path]:
    """Files of the work tree by suffix (all without one), below some folders (all without one), in order."""
    listed = subprocess.run(
        [
            "git",
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
            "--",
            *(under or ["."]),
        ],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = [ROOT / name for name in listed.split("\0") if name]
    return sorted(p for p in paths if p.is_file() and (not suffixes or p.suffix in suffixes))


def repository_path(path: Path) -> str:
    return str(path.relative_to(ROOT))
