"""``headwater view``: write the lineage as one HTML page."""

from __future__ import annotations

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

__all__ = ["add_to"]


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
    if page.is_dir():
        raise UsageError(f"--output {page}: it is a folder; name a file, such as {page / 'lineage.html'}")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(render_page(lineage, title=title), encoding="utf-8", errors="replace")
    print(f"{one_line(str(page))}: {counts}")
    if options.open:
        webbrowser.open(page.absolute().as_uri())
    return 0
