"""``headwater impact``: what a table or a column reaches, by which path."""

from __future__ import annotations

import argparse
import json
import os
from itertools import groupby
from typing import TYPE_CHECKING

from headwater._text import one_line
from headwater.analysis import find_impact, find_node
from headwater.analysis.documents import impact_document
from headwater.analysis.graph import ROWS, time_text
from headwater.cli._rows import add_answer_options, counted, format_rows, load_graph
from headwater.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from headwater.analysis import Impact, JobStep, ReachedNode
    from headwater.analysis.graph import LineageGraph, Node
    from headwater.analysis.lists import Row

__all__ = ["add_to", "node_text", "step_lines"]

_EPILOG = """examples:
  headwater impact crm.customers.email events/            what uses the column, directly or not
  headwater impact mart.revenue --upstream --depth 1      what the table is made of
  headwater impact crm.orders --direct --csv > impact.csv values only, for a spreadsheet
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "impact",
        help="list what a table or a column reaches, with the path",
        description="List what depends on a table or a column, or what it depends on, with the shortest path to each.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="TABLE[.COLUMN]", help="for example db.orders, db.orders.amount, s3://b/orders")
    add_answer_options(parser)
    direction = parser.add_mutually_exclusive_group()
    direction.add_argument("--downstream", action="store_true", help="what depends on it (default)")
    direction.add_argument("--upstream", action="store_true", help="what it depends on")
    parser.add_argument("--depth", type=_depth, metavar="N", help="at most N steps; default: all")
    parser.add_argument("--direct", action="store_true", help="follow values only: no filters, joins and sorts")
    parser.set_defaults(run=run)


def _depth(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number of steps; give 1 or more")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Print what is reached."""
    try:
        graph = load_graph(options)
        start = find_node(graph, options.name)
    except UsageError as error:
        # Path.exists raises OSError for a name that is too long for a file.
        if not options.name or not os.path.exists(options.name):  # noqa: PTH110
            raise
        raise UsageError(
            f"{error}; {options.name} was taken for a table: write headwater impact TABLE {options.name}"
        ) from None
    impact = find_impact(graph, start, downstream=not options.upstream, depth=options.depth, direct=options.direct)
    if options.format == "json":
        print(json.dumps(impact_document(impact), indent=2))
    elif options.format == "text":
        print("\n".join(_as_text(impact)))
    else:
        print(format_rows([_row(impact, reached) for reached in impact.reached], options.format))
    return 0


def node_text(graph: LineageGraph, node: Node) -> str:
    """Return the name of a column; for the rows of a table, the name of the table with the word rows."""
    return graph.label(node) + (" (rows)" if node[1] == ROWS else "")


def step_lines(graph: LineageGraph, steps: tuple[JobStep, ...]) -> Iterator[str]:
    """Yield one line for the start of a path, and one for each step."""
    yield graph.label(steps[0].source)
    for step in steps:
        job = graph.lineage.jobs[step.job].label
        how = f"{step.expression} ({step.kind})" if step.expression else f"({step.kind})"
        warning = "" if graph.is_complete(step) else "; this job has not completed"
        yield f"-> {node_text(graph, step.target)}   {how} in {job}{warning}"


def _as_text(impact: Impact) -> Iterator[str]:
    graph, direction = impact.graph, "downstream" if impact.downstream else "upstream"
    columns = sum(reached.node[1] != ROWS for reached in impact.reached)
    amount = f"{counted(columns, 'column')} in {counted(impact.tables, 'table')}"
    yield one_line(f"{direction} of {graph.label(impact.start)}: {amount}")
    by_table = sorted(impact.reached, key=lambda reached: graph.label((reached.node[0], ROWS)))
    for dataset, of_table in groupby(by_table, key=lambda reached: reached.node[0]):
        yield ""
        yield one_line(graph.label((dataset, ROWS)) + _about(graph, dataset))
        for reached in of_table:
            yield one_line(f"  {node_text(graph, reached.node)}")
            yield from (one_line(f"    {line}") for line in step_lines(graph, reached.steps))


def _about(graph: LineageGraph, dataset: int) -> str:
    facts = []
    if run := graph.last_run(dataset):
        facts.append(f"last run {time_text(run.started)} {run.status}")
    if owners := graph.owners(dataset):
        facts.append(f"owner {', '.join(owners)}")
    return f" ({'; '.join(facts)})" if facts else ""


def _row(impact: Impact, reached: ReachedNode) -> Row:
    graph, (dataset, column) = impact.graph, reached.node
    found, run = graph.lineage.datasets[dataset], graph.last_run(dataset)
    last = reached.step
    return {
        "namespace": found.namespace,
        "table": found.label,
        "column": "" if column == ROWS else found.columns[column].name,
        "steps": reached.distance,
        "kind": last.kind,
        "expression": last.expression,
        "job": graph.lineage.jobs[last.job].label,
        "completed": "yes" if impact.is_complete(reached) else "no",
        "last_run": time_text(run.started) if run else "",
        "last_status": run.status if run else "",
        "owner": ", ".join(graph.owners(dataset)),
        "path": _path(graph, reached.steps),
    }


def _path(graph: LineageGraph, steps: tuple[JobStep, ...]) -> str:
    return " -> ".join([graph.label(steps[0].source), *(node_text(graph, step.target) for step in steps)])
