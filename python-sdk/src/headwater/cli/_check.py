"""``headwater check``: check the lineage in event files against a policy, for CI."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater._text import one_line
from headwater.cli._events import no_events
from headwater.cli._impact import step_lines
from headwater.cli._rows import add_answer_options, counted, format_rows, load_graph
from headwater.policy import load_policy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from headwater.analysis import LineageGraph
    from headwater.analysis.lists import Row
    from headwater.policy import Violation

__all__ = ["add_to"]

_EPILOG = """example of a policy:
  tags:
    pii: [crm.customers.email]
  rules:
    - rule: no-flow
      name: personal data stays out of the marts
      from: {tag: pii}
      to: {tables: mart.*}
      unless: masked

The other rules are only-from, no-unknown and has-owner: docs/reference/answers.md.
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "check",
        help="check lineage against the rules of a policy file",
        description="Check the lineage in events against a policy. The exit code is 1 if a rule is broken.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("policy", metavar="POLICY", type=Path, help="a policy as YAML or JSON")
    add_answer_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what breaks a rule, with the path; return 1 if there is something.

    Raises :class:`~headwater.UsageError` if there are no events: a job that emitted nothing is not one that keeps the
    rules.
    """
    policy = load_policy(options.policy)
    graph = load_graph(options)
    if not graph.lineage.jobs and not graph.lineage.datasets:
        raise no_events(options.events)
    for rule in policy.idle(graph):
        print(one_line(f"headwater: the rule {rule} of these events"), file=sys.stderr)
    violations = list(policy.violations(graph))
    if options.format == "text":
        for violation in violations:
            print("\n".join(_as_text(graph, violation)))
        print(f"{counted(len(policy.rules), 'rule')} checked, {counted(len(violations), 'violation')}")
    elif options.format == "json":
        print(json.dumps([_as_json(graph, violation) for violation in violations], indent=2))
    else:
        rows: list[Row] = [{"rule": v.rule, "violation": v.text, "path": " ".join(_path(graph, v))} for v in violations]
        nothing = "No rule is broken." if options.format == "markdown" else "rule,violation,path"
        print(format_rows(rows, options.format) or nothing)
    return 1 if violations else 0


def _as_text(graph: LineageGraph, violation: Violation) -> Iterator[str]:
    yield one_line(f"{violation.rule}: {violation.text}")
    if path := _path(graph, violation):
        yield from (one_line(f"  {line}") for line in path)
        yield ""


def _path(graph: LineageGraph, violation: Violation) -> list[str]:
    return list(step_lines(graph, violation.steps)) if violation.steps else []


def _as_json(graph: LineageGraph, violation: Violation) -> dict[str, Any]:
    return {"rule": violation.rule, "violation": violation.text, "path": _path(graph, violation)}
