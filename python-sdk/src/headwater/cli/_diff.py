"""``headwater diff``: compare the lineage of two sets of events, for people and for CI."""

from __future__ import annotations

import json
import re
from functools import reduce
from typing import TYPE_CHECKING

from headwater.cli._events import LENIENT, load
from headwater.diff import as_json, as_markdown, as_text, compare, snapshot_of
from headwater.errors import UsageError
from headwater.model import build_lineage

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from headwater.diff import Difference, Snapshot

__all__ = ["add_to"]


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "diff",
        help="compare the lineage of two sets of events",
        description="Compare datasets, columns, types, dependencies, expressions and gaps, and list what each change "
        "reaches. Runs, times and names of jobs do not count.",
    )
    parser.add_argument("base", metavar="BASE", help="event file or folder with the old lineage")
    parser.add_argument("head", metavar="HEAD", nargs="+", help="event files or folders with the new lineage")
    parser.add_argument(
        "--rename",
        metavar="REGEX=TEXT",
        action="append",
        default=[],
        help="replace a pattern in dataset names ('NAMESPACE NAME'), such as a temporary folder; repeatable",
    )
    forms = parser.add_mutually_exclusive_group()
    for name, text in (("json", "JSON"), ("markdown", "a comment for a pull request")):
        forms.add_argument(f"--{name}", dest="format", action="store_const", const=name, help=f"print {text}")
    parser.set_defaults(format="text")
    parser.add_argument(
        "--fail-on",
        choices=("lost", "any"),
        help="exit with code 1 if lineage is lost, a type changes or a dependency is less certain; or at any change",
    )
    parser.add_argument("--lenient", action="store_true", help=LENIENT)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the difference; return 1 if ``--fail-on`` applies."""
    rename = _renaming(options.rename)
    sides = ([options.base], options.head)
    difference = compare(*(_snapshot(paths, rename, lenient=options.lenient) for paths in sides))
    print(_FORMATS[options.format](difference))
    found = (change for change in difference.changes if options.fail_on == "any" or change.loses)
    return 1 if options.fail_on and any(found) else 0


def _json(difference: Difference) -> str:
    return json.dumps(as_json(difference), indent=2)


_FORMATS: dict[str, Callable[[Difference], str]] = {"text": as_text, "markdown": as_markdown, "json": _json}


def _snapshot(paths: list[str], rename: Callable[[str], str], *, lenient: bool) -> Snapshot:
    events = load(paths, lenient=lenient).events
    if not events:
        names = ", ".join(paths)
        raise UsageError(
            f"there are no events in {names}, so nothing was compared; see if the job that wrote them failed"
        )
    return snapshot_of(build_lineage(events), rename)


def _renaming(rules: list[str]) -> Callable[[str], str]:
    """Parse ``--rename``; the pattern ends at the last ``=``."""
    compiled = []
    for rule in rules:
        pattern, equals, text = rule.rpartition("=")
        try:
            compiled.append((re.compile(pattern), text))
            compiled[-1][0].sub(text, "")
        except (re.error, IndexError) as error:
            raise UsageError(f"--rename {rule}: {error}; write REGEX=TEXT") from error
        if not equals or not pattern:
            raise UsageError(f"--rename {rule}: write REGEX=TEXT")
    return lambda name: reduce(lambda found, each: each[0].sub(each[1], found), compiled, name)
