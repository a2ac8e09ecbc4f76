"""``headwater verify``: check that event files contain each run completely, once, and in valid OpenLineage form."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.cli._events import add_event_files
from headwater.errors import EventError
from headwater.events import event_files, facets, parse_event

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["add_to", "problems"]

_TYPES = frozenset({"START", "RUNNING", "COMPLETE", "FAIL", "ABORT", "OTHER"})
_TERMINAL = frozenset({"COMPLETE", "FAIL", "ABORT"})


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "verify", help="find gaps, duplicates, unfinished runs and invalid events in event files"
    )
    add_event_files(parser)
    parser.add_argument(
        "--schemas",
        type=Path,
        metavar="DIR",
        help="OpenLineage's JSON schemas, its folder spec/, to validate against; "
        "default: the classes of openlineage-python define what is required",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one line for each problem; return 1 if there is one."""
    from headwater import _shapes  # noqa: PLC0415 - only this command needs openlineage-python

    shape = _shapes.by_schemas(options.schemas) if options.schemas else _shapes.by_classes
    lines = [
        (f"{file}, line {number}", line)
        for file in event_files(options.events)
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), start=1)
        if line.strip()
    ]
    found = list(problems(lines, shape))
    for problem in found:
        print(problem)
    print(f"{len(lines)} events, {len(found)} problems")
    return 1 if found else 0


def problems(lines: Iterable[tuple[str, str]], shape: Callable[[dict[str, Any]], Iterator[str]]) -> Iterator[str]:
    """Yield the problems of the events, which are given by location and text; ``shape`` validates one event."""
    runs: dict[str, list[dict[str, Any]]] = {}
    for place, line in lines:
        try:
            parsed = parse_event(line)
        except EventError as error:
            yield f"{place}: {error}"
            continue
        event = json.loads(line)
        yield from (f"{place}: {what}" for what in (*_shape_problems(event), *shape(event)))
        if parsed is not None:
            runs.setdefault(parsed.run_id, []).append(event)
    for run_id, events in runs.items():
        yield from (f"run {run_id} ({events[0]['job']['name']}): {what}" for what in _completeness_problems(events))


def _shape_problems(event: dict[str, Any]) -> Iterator[str]:
    """Yield violations of the rules for every event and facet."""
    if not isinstance(event.get("producer"), str):
        yield "no producer"
    if not isinstance(event.get("schemaURL"), str):
        yield "no schemaURL"
    if "run" not in event:
        return
    if event.get("eventType") not in _TYPES:
        yield f"eventType {event.get('eventType')!r} is not an OpenLineage event type"
    try:
        uuid.UUID(str(event["run"].get("runId")))
    except ValueError:
        yield f"runId {event['run'].get('runId')!r} is no UUID"
    for name, facet in facets(event):
        if missing := [key for key in ("_producer", "_schemaURL") if key not in facet]:
            yield f"facet {name} has no {' and no '.join(missing)}"


def _completeness_problems(events: list[dict[str, Any]]) -> Iterator[str]:
    types = [event.get("eventType") for event in events]
    if "START" not in types:
        yield "no START"
    if not (ends := {kind for kind in types if kind in _TERMINAL}):
        yield "no COMPLETE, FAIL or ABORT"
    elif len(ends) > 1:
        yield f"ended as {' and as '.join(sorted(ends))}"
    numbers = [_sequence(event) for event in events]
    if None in numbers:
        repeated = [kind for kind, count in Counter(types).items() if count > 1 and kind in _TERMINAL | {"START"}]
        if repeated:
            yield f"{' and '.join(sorted(map(str, repeated)))} more than once"
        return
    known = [number for number in numbers if number is not None]
    counted = Counter(known)
    if missing := [str(n) for n in range(max(known) + 1) if n not in counted]:
        yield f"events {', '.join(missing)} are missing"
    if twice := [str(n) for n, count in sorted(counted.items()) if count > 1]:
        yield f"events {', '.join(twice)} occur more than once"
    first = list(dict.fromkeys(known))
    if first != sorted(first):
        yield f"events come in the order {', '.join(map(str, first))}"


def _sequence(event: dict[str, Any]) -> int | None:
    number = event["run"].get("facets", {}).get("headwater_sequence", {}).get("sequence")
    return number if isinstance(number, int) else None
