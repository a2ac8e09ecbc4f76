"""``headwater extensions``: list the extensions that the agent's host would load, try them, and begin a package."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from headwater._properties import read_properties
from headwater._text import one_line
from headwater.cli import _new, _try
from headwater.cli._calls import hook_text
from headwater.cli._events import load
from headwater.cli._extension_calls import calls_of
from headwater.cli._options import add_path, items_of, name_parsers, require_file
from headwater.extensions._entry_points import installed
from headwater.extensions._lifecycle import close, options_in
from headwater.extensions._load import find_extensions

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from headwater.cli._extension_calls import ExtensionCalls
    from headwater.extensions._load import LoadedExtension

__all__ = ["add_to"]

_PREFIX = "spark.openlineage.python."


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "extensions",
        help="extensions of the agent written in Python",
        description="List, try and write extensions of the agent in Python.",
    )
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    listing = actions.add_parser(
        "list",
        help="load them as the agent would, and show load errors",
        description="Load extensions as the agent's Python process would, and print a line for each: its name, where "
        "it was found, what it is called for, and the error if it cannot be loaded. The exit code is 1 if one fails.",
    )
    listing.add_argument("--extensions", metavar="M:NAME,…", help=f"instead of the setting {_PREFIX}extensions")
    text = "a file of settings, such as spark-defaults.conf"
    add_path(listing, "--properties-file", text=text)
    listing.add_argument("--discover", action="store_true", help=f"as {_PREFIX}discover=true: entry points, too")
    listing.add_argument(
        "--events",
        metavar="EVENTS",
        action="append",
        default=[],
        help="show the calls, errors and times that the last events of applications report",
    )
    listing.set_defaults(run=run)
    _try.add_to(actions)
    _new.add_to(actions)
    name_parsers(actions)


def run(options: argparse.Namespace) -> int:
    """Print one line for each extension; return 1 if one fails."""
    properties = _properties(options.properties_file)
    settings = {key.removeprefix(_PREFIX): value for key, value in properties.items() if key.startswith(_PREFIX)}
    names = items_of(options.extensions if options.extensions is not None else settings.get("extensions"))
    discover = options.discover or settings.get("discover", "").lower() == "true"
    # The host starts in the driver's folder, which is on its path.
    sys.path.insert(0, "")
    disabled = items_of(settings.get("disabled"))
    found = find_extensions(names, discover=discover, disabled=disabled, options=options_in(properties))
    close(hook for each in found for hook in each.hooks)
    timeouts, problems = _timeouts(settings.get("timeouts"), {each.name for each in found if each.status == "loaded"})
    calls = calls_of(load(options.events, lenient=True)) if options.events else {}
    for each in found:
        print("\n".join(_lines(each, timeouts.get(each.name), calls.pop(each.name, None))))
    for name, one in calls.items():
        print(one_line(f"{'called':9} {name}  (not in this configuration)"), f"{'':9}   {one.text}", sep="\n")
    for problem in problems:
        print(one_line(problem), file=sys.stderr)
    if not found:
        print(f"no extensions: set {_PREFIX}extensions=module:name, or give --extensions")
    if not discover and (points := installed()):
        not_loaded = ", ".join(point.name for point in points)
        print(f"installed but not loaded without {_PREFIX}discover=true: {not_loaded}")
    return 1 if problems or any(each.status == "failed" for each in found) else 0


def _timeouts(setting: str | None, loaded: set[str]) -> tuple[dict[str, int], list[str]]:
    """Return the time-outs in milliseconds by extension, and what is wrong with the setting."""
    timeouts: dict[str, int] = {}
    problems = []
    for text in items_of(setting):
        name, _, millis = text.rpartition("=")
        if not name or not millis.strip().isdecimal() or not int(millis):
            problems.append(f"{_PREFIX}timeouts: {text!r} is not module:name=milliseconds")
        elif name.strip() not in loaded:
            problems.append(f"{_PREFIX}timeouts: no extension {name.strip()!r} is loaded")
        else:
            timeouts[name.strip()] = int(millis)
    return timeouts, problems


def _properties(file: Path | None) -> dict[str, str]:
    if file is None:
        return {}
    require_file(file, "--properties-file")
    return read_properties(file)


def _lines(found: LoadedExtension, timeout: int | None, calls: ExtensionCalls | None) -> Iterator[str]:
    yield f"{found.status:9} {found.name}  ({found.origin})"
    for hook in found.hooks:
        yield f"{'':9}   {hook_text(hook)}"
    if timeout is not None:
        yield f"{'':9}   time-out: {timeout} ms"
    if calls is not None:
        yield f"{'':9}   {calls.text}"
    if found.problem:
        yield f"{'':9}   {found.problem}"
