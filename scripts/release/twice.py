"""usage: python -m scripts.release.twice

Builds the release of the last commit again, in a clone of its own, and compares it with dist/release. A file that has
other bytes is printed, and the exit code is 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLONE = ROOT / "build" / "release-twice"


def main() -> int:
    if run("git", "status", "--porcelain", at=ROOT):
        sys.exit(
            "release-twice: the work tree has changes; commit them, so that both builds read the same sources"
        )
    again = rebuilt()
    first, second = read(ROOT / "dist" / "release"), read(again)
    found = differences(first, second)
    for line in found:
        print(line, file=sys.stderr)
    if not found:
        print(f"release-twice: {len(first)} files have the same bytes in both builds")
        shutil.rmtree(CLONE)
    return 1 if found else 0


def rebuilt() -> Path:
    """The release of a fresh clone; it uses the tools that are there."""
    shutil.rmtree(CLONE, ignore_errors=True)
    run("git", "clone", "--quiet", "--no-local", "--depth=1", f"file://{ROOT}", str(CLONE), at=ROOT)
    (CLONE / "build").mkdir()
    (CLONE / "build" / "tools").symlink_to((ROOT / "build" / "tools").resolve())
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL")}
    subprocess.run(["make", "release-files"], cwd=CLONE, env=environment, check=True)
    return CLONE / "dist" / "release"


def run(*command: str, at: Path) -> str:
    return subprocess.run(command, cwd=at, check=True, stdout=subprocess.PIPE, text=True).stdout


def read(release: Path) -> dict[str, str]:
    """SHA-256 by file, from SHA256SUMS."""
    lines = (release / "SHA256SUMS").read_text().splitlines()
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def differences(first: dict[str, str], second: dict[str, str]) -> list[str]:
    return [
        f"release-twice: {name} differs between the builds"
        for name in sorted(first.keys() | second.keys())
        if first.get(name) != second.get(name)
    ]


if __name__ == "__main__":
    sys.exit(main())
