"""Reads information about processes from /proc."""

from __future__ import annotations

from pathlib import Path

PROC = Path("/proc")


def argv(pid: int) -> str:
    """The arguments of a process; empty if it has ended."""
    return read(pid, "cmdline")


def environ(pid: int) -> str:
    """The initial environment of a process."""
    return read(pid, "environ")


def read(pid: int, name: str) -> str:
    try:
        return (PROC / str(pid) / name).read_bytes().replace(b"\0", b"\n").decode(errors="replace")
    except OSError:
        return ""


def hosts(folder: Path) -> list[int]:
    """The agent's hosts of drivers that have this folder in their environment."""
    pids = [int(p.name) for p in PROC.iterdir() if p.name.isdigit()]
    host_pids = [pid for pid in pids if "headwater.host" in argv(pid).splitlines()]
    return [pid for pid in host_pids if f"ACME_FOLDER={folder}" in environ(pid).splitlines()]
