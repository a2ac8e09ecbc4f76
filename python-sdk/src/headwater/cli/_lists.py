"""``headwater where``, ``unused``, ``stale`` and ``unknown``: one row for each table or column."""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import TYPE_CHECKING

from headwater._reading.fields import time_of
from headwater.analysis.lists import find_columns, stale_tables, uncertain_rows, unused
from headwater.cli._rows import add_answer_options, counted, format_rows, load_graph
from headwater.errors import EventError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from headwater.analysis import LineageGraph
    from headwater.analysis.lists import Row

    Answer = Callable[[LineageGraph, argparse.Namespace], Iterable[Row]]

__all__ = ["add_to"]


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands to the parser."""
    _add_where(commands)
    _add_list(
        commands,
        "unused",
        "list tables and columns that nothing reads",
        "List the tables that no job in the events reads and, of the others, the columns that nothing depends on.",
        lambda graph, _: unused(graph),
    )
    stale = _add_list(
        commands,
        "stale",
        "list tables that are older than their sources",
        "List the tables whose sources were written after them, and those that were not written for a time.",
        lambda graph, options: stale_tables(graph, _now(options.at), options.days),
    )
    stale.add_argument("--days", type=_days, metavar="N", help="also list tables that were not written for N days")
    stale.add_argument("--at", metavar="TIME", help="the end of these days, for example 2026-05-01; default: now")
    _add_list(
        commands,
        "unknown",
        "list columns whose lineage is local, opaque or unknown",
        "List the columns whose lineage is local, opaque or unknown, and the parts of plans that could not be read.",
        lambda graph, _: uncertain_rows(graph),
    )


def _add_where(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "where",
        help="find columns by name",
        description="Find the columns with a name, in all tables, with their tags and owners. `*` and `?` match as in "
        "a shell.",
    )
    parser.add_argument("pattern", metavar="COLUMN", help="for example email, '*_id', 'crm.*.email'")
    add_answer_options(parser)
    parser.set_defaults(run=partial(_run, lambda graph, options: find_columns(graph, options.pattern), "column"))


def _add_list(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    summary: str,
    description: str,
    answer: Answer,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=summary, description=description)
    add_answer_options(parser)
    parser.set_defaults(run=partial(_run, answer, "row"))
    return parser


def _run(answer: Answer, what: str, options: argparse.Namespace) -> int:
    rows = list(answer(load_graph(options), options))
    if rows or options.format == "json":
        print(format_rows(rows, options.format))
    if options.format == "text":
        print(f"{counted(len(rows), what)} found" if rows else "nothing found")
    return 0


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = -1
    if not 0 <= days < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number of days; give 0 or more")
    return days


def _now(text: str | None) -> int:
    if text is None:
        return time.time_ns() // 1_000_000
    try:
        return round(time_of(text).timestamp() * 1000)
    except EventError:
        raise UsageError(f"--at {text}: not a time; write it as 2026-05-01 or 2026-05-01T10:00:00Z") from None
