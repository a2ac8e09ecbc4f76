"""Prints rows as an aligned table, CSV, JSON or Markdown; the options of the commands that print rows."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from typing import TYPE_CHECKING

from headwater._text import one_line
from headwater.analysis import LineageGraph
from headwater.cli._events import LENIENT, add_event_files, load
from headwater.model import build_lineage

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from headwater.analysis.lists import Row

__all__ = ["add_answer_options", "aligned", "as_csv", "as_markdown", "counted", "format_rows", "load_graph"]

_FORMULA = ("=", "+", "-", "@")
_MARKDOWN = re.compile(r"[|`*\[\]~\\@]|(?<!\w)_|_(?!\w)|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""The signs that Markdown reads inside of the HTML element `code`, too; not those within a word, as in `order_id`."""


def add_answer_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for events, and the options for the form of the output."""
    add_event_files(parser)
    formats = parser.add_mutually_exclusive_group()
    for name, text in (("csv", "CSV"), ("json", "JSON"), ("markdown", "a table in Markdown")):
        formats.add_argument(
            f"--{name}", dest="format", action="store_const", const=name, default="text", help=f"print {text}"
        )
    parser.add_argument("--lenient", action="store_true", help=LENIENT)


def load_graph(options: argparse.Namespace) -> LineageGraph:
    """Read the events that the command line names."""
    return LineageGraph(build_lineage(load(options.events, lenient=options.lenient).events))


def format_rows(rows: Sequence[Row], form: str) -> str:
    """Return rows in a form: ``text``, ``csv``, ``json`` or ``markdown``."""
    formats: dict[str, Callable[[Sequence[Row]], str]] = {
        "csv": as_csv,
        "json": lambda found: json.dumps(found, indent=2),
        "markdown": as_markdown,
    }
    return formats.get(form, aligned)(rows)


def counted(number: int, what: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "table"), counted(2, "table")
    ('1 table', '2 tables')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def aligned(rows: Sequence[Row]) -> str:
    """Return rows as columns of equal width; numbers are aligned to the right, empty columns are left out."""
    if not rows:
        return ""
    names = [name for name in rows[0] if any(row[name] != "" for row in rows)]
    cells = [
        [name.replace("_", " ") for name in names],
        *([one_line(str(row[name])) for name in names] for row in rows),
    ]
    widths = [max(len(line[position]) for line in cells) for position in range(len(names))]
    right = [isinstance(rows[0][name], int) for name in names]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in cells
    )


def as_csv(rows: Sequence[Row]) -> str:
    """Return CSV; a text that a spreadsheet would run as a formula begins with ``'``.

    >>> print(as_csv([{"name": "=1+1", "count": -1}]))
    name,count
    '=1+1,-1
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0] if rows else ())
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return out.getvalue().rstrip("\n")


def _cell(value: str | int) -> str | int:
    if isinstance(value, int):
        return value
    text = one_line(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def as_markdown(rows: Sequence[Row]) -> str:
    """Return a table; no text in it is Markdown: it neither links nor mentions anybody, and cannot end its cell."""
    if not rows:
        return ""
    head = [f"| {' | '.join(name.replace('_', ' ') for name in rows[0])} |", f"|{'---|' * len(rows[0])}"]
    return "\n".join([*head, *(f"| {' | '.join(map(_markdown_cell, row.values()))} |" for row in rows)])


def _markdown_cell(value: str | int) -> str:
    text = html.escape(one_line(str(value)), quote=False)
    return f"<code>{_MARKDOWN.sub(_entity, text)}</code>" if text else ""


def _entity(sign: re.Match[str]) -> str:
    return f"&#{ord(sign[0])};"
