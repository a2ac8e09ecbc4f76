"""``headwater spool``: the events that wait on this machine for a backend."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater._destination import display_name
from headwater._spool import Directory, default_root, directories, locked
from headwater._text import one_line
from headwater.cli import _spool_retry
from headwater.cli._agent_conf import spark_properties, spool_dir
from headwater.cli._options import add_properties_file, name_parsers

if TYPE_CHECKING:
    import argparse

__all__ = ["add_to", "status"]


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    text = "show the events on this machine that wait for a backend"
    parser = commands.add_parser("spool", help=text, description=f"{text[0].upper()}{text[1:]}.")
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    status_parser = actions.add_parser(
        "status",
        help="one line for each application with waiting events",
        description="Print a line for each application: how many of its events wait, for which destination, how many "
        "were refused, and whether it is running.",
    )
    status_parser.add_argument(
        "directory",
        nargs="?",
        type=Path,
        metavar="DIR",
        help="a spool; default: spool.dir of the agent's configuration on this machine, or the agent's default",
    )
    add_properties_file(status_parser)
    status_parser.add_argument("--json", action="store_true", help="print JSON")
    status_parser.set_defaults(run=run)
    _spool_retry.add_to(actions)
    name_parsers(actions)


def run(options: argparse.Namespace) -> int:
    """Print the waiting events by application."""
    root = options.directory or _configured(options.properties_file)
    exists = options.directory is not None or root.exists()
    rows = statuses(root) if exists else []
    if options.json:
        print(json.dumps(rows, indent=2))
        return 0
    for row in rows:
        state = "running" if row["running"] else f"{row['open_runs']} open runs"
        to = display_name(row["to"]) or "an unknown destination"
        print(one_line(f"{row['directory']}: {row['waiting']} wait for {to}, {row['refused']} refused, {state}"))
    total = f"{sum(row['waiting'] for row in rows)} events wait in {root}"
    print(one_line(total if exists else f"no events wait: there is no folder {root}"))
    return 0


def _configured(properties_file: Path | None) -> Path:
    """Return the spool of an application with this machine's configuration."""
    properties = spark_properties(properties_file)
    named = spool_dir(properties)
    return Path(named) if named else default_root(properties.get("spark.driver.extraJavaOptions", ""))


def statuses(root: Path) -> list[dict[str, Any]]:
    """Return the counts of each directory of a spool, but for one that is delivered and deleted meanwhile."""
    rows = []
    for path in directories(root):
        with contextlib.suppress(FileNotFoundError):
            rows.append(status(path))
    return rows


def status(path: Path) -> dict[str, Any]:
    """Return the counts of one directory."""
    found = Directory.read(path)
    with locked(path) as free:
        return {
            "directory": str(path),
            "application": found.header.get("application", ""),
            "to": found.header.get("to", ""),
            "waiting": found.waiting,
            "refused": found.dead,
            "open_runs": len(found.open_runs),
            "running": not free,
        }
