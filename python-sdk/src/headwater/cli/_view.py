"""``headwater view``: write the lineage as one HTML page."""

from __future__ import annotations

import secrets
import shutil
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from headwater._text import one_line
from headwater.cli._events import add_event_options, load
from headwater.errors import UsageError
from headwater.model import build_lineage
from headwater.viewer import render_page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

__all__ = ["add_to"]

_EVENT_SUFFIXES = (".jsonl", ".ndjson", ".json", ".seg", ".gz", ".zst")


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "view",
        help="write the lineage in event files as one HTML page",
        description="Write the lineage in event files as one HTML page, which needs no server and makes no request.",
    )
    add_event_options(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", default="lineage.html", help="default: %(default)s; - is stdout"
    )
    parser.add_argument("--title", help="the page's title; default: the applications' names")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the page and print its path."""
    lineage = build_lineage(load(options.events, lenient=options.lenient).events)
    applications = [job.label for job in lineage.jobs if job.kind == "APPLICATION"]
    title = options.title or ", ".join(applications[:3]) or "Lineage"
    counts = f"{len(lineage.datasets)} datasets, {len(lineage.jobs)} jobs, {len(lineage.edges)} column edges"
    if options.output == "-":
        if options.open:
            raise UsageError("--open: a browser cannot open stdout; give --output a file")
        print(render_page(lineage, title=title))
        return 0
    page = Path(options.output)
    _check_output(page, options.events)
    page.parent.mkdir(parents=True, exist_ok=True)
    _write(page, render_page(lineage, title=title))
    print(f"{one_line(str(page))}: {counts}")
    if options.open and not webbrowser.open(page.absolute().as_uri()):
        print(f"headwater: no browser was found; open {one_line(str(page))}", file=sys.stderr)
    return 0


def _check_output(page: Path, events: Iterable[str]) -> None:
    """Raise :class:`~headwater.UsageError` if the page would replace events, which may be their only copy."""
    if page.is_dir():
        raise UsageError(f"--output {page}: it is a folder; name a file, such as {page / 'lineage.html'}")
    inputs = (Path(each) for each in events)
    if page.name.lower().endswith(_EVENT_SUFFIXES) or (page.exists() and any(_is_same(page, each) for each in inputs)):
        raise UsageError(f"--output {page}: it is a file of events; name a page, such as lineage.html")


def _is_same(page: Path, given: Path) -> bool:
    """Return whether both names are of one file."""
    return given.exists() and page.samefile(given)


def _write(page: Path, text: str) -> None:
    """Write the page; it appears under its name only when it is whole, with the mode of the page that it replaces.

    A device or a pipe is written as it is.
    """
    content = text.encode("utf-8", errors="replace")
    page = page.resolve()
    if page.exists() and not page.is_file():
        page.write_bytes(content)
        return
    new = page.with_name(f".{secrets.token_hex(8)}.new")
    try:
        new.touch(exist_ok=False)
        new.write_bytes(content)
        if page.exists():
            shutil.copymode(page, new)
        new.replace(page)
    finally:
        new.unlink(missing_ok=True)
