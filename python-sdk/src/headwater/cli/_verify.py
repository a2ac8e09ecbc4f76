"""``headwater verify``: check that event files contain each run completely, once, and in valid OpenLineage form."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater._reading.fields import TERMINAL_TYPES, facets, object_at, sequence_facet
from headwater._text import one_line
from headwater.cli._events import add_event_files, no_events
from headwater.events import RunEvent, read_entries

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from headwater.events import Entry

__all__ = ["add_to"]

_TYPES = TERMINAL_TYPES | {"START", "RUNNING", "OTHER"}
_MAX_LIST = 20
_MAX_QUOTE = 80
_MAX_PROBLEM = 1000


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "verify",
        help="find gaps, duplicates, unfinished runs and invalid events in event files",
        description="Print a line for each missing, repeated or invalid event, and for each run without a START or an "
        "end. The exit code is 1 if there is one, or no event.",
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
    """Print one line for each problem; return 1 if there is one.

    Raises :class:`~headwater.UsageError` if there are no events.
    """
    from headwater import _schemas  # noqa: PLC0415 - only this command needs openlineage-python

    report = _Report(_schemas.by_schemas(options.schemas) if options.schemas else _schemas.by_classes)
    for problem in report.problems(read_entries(options.events)):
        print(one_line(problem[:_MAX_PROBLEM]))
    if not report.events:
        raise no_events(options.events)
    print(f"{report.events} events, {report.found} problems")
    return 1 if report.found else 0


@dataclass(slots=True)
class _Run:
    """What is kept of a run: its job, and the type and the number of each event."""

    job: str
    types: list[str] = field(default_factory=list)
    numbers: list[int | None] = field(default_factory=list)


@dataclass(slots=True)
class _Report:
    """Finds and counts the problems of events; ``validate`` yields what is wrong in one event."""

    validate: Callable[[dict[str, Any]], Iterator[str]]
    events: int = 0
    found: int = 0

    def problems(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the problems of each event, then those of each run."""
        for problem in self._problems(entries):
            self.found += 1
            yield problem

    def _problems(self, entries: Iterable[Entry]) -> Iterator[str]:
        runs: dict[str, _Run] = {}
        for entry in entries:
            self.events += 1
            if entry.event is None:
                yield f"{entry.place}: {entry.error}"
                continue
            yield from (f"{entry.place}: {what}" for what in self._event_problems(entry.raw))
            if isinstance(entry.event, RunEvent):
                run = runs.setdefault(entry.event.run_id, _Run(entry.event.job_name))
                run.types.append(entry.event.type)
                run.numbers.append(_sequence(entry.raw))
        for run_id, run in runs.items():
            yield from (f"run {run_id} ({run.job}): {what}" for what in _completeness_problems(run))

    def _event_problems(self, event: dict[str, Any]) -> Iterator[str]:
        yield from _form_problems(event)
        try:
            yield from self.validate(event)
        except RecursionError:
            yield "its facets are nested too deep to be validated"


def _form_problems(event: dict[str, Any]) -> Iterator[str]:
    """Yield violations of the rules for every event and facet."""
    yield from (f"no {key}" for key in ("producer", "schemaURL") if not isinstance(event.get(key), str))
    if "run" in event:
        kind = event.get("eventType", "OTHER")  # the specification does not require it
        if not isinstance(kind, str) or kind not in _TYPES:
            yield f"eventType {_quoted(kind)} is not an OpenLineage event type"
        run_id = object_at(event, "run").get("runId")
        if not _is_uuid(str(run_id)):
            yield f"runId {_quoted(run_id)} is no UUID"
    lists = (key for key in ("inputs", "outputs") if not isinstance(event.get(key, []), list))
    yield from (f"{key} is {_quoted(event[key])}, and not a list" for key in lists)
    for name, facet in facets(event):
        if not isinstance(facet, dict):
            yield f"facet {name} is {_quoted(facet)}, and not an object"
        elif missing := [key for key in ("_producer", "_schemaURL") if key not in facet]:
            yield f"facet {name} has no {' and no '.join(missing)}"


def _quoted(value: object) -> str:
    return json.dumps(value)[:_MAX_QUOTE]


def _is_uuid(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True


def _completeness_problems(run: _Run) -> Iterator[str]:
    if "START" not in run.types:
        yield "no START"
    if not (ends := {kind for kind in run.types if kind in TERMINAL_TYPES}):
        yield "no COMPLETE, FAIL or ABORT"
    elif len(ends) > 1:
        yield f"ended as {' and as '.join(sorted(ends))}"
    known = [number for number in run.numbers if number is not None]
    if len(known) == len(run.numbers):
        yield from _order_problems(known)
        return
    repeated = [kind for kind, count in Counter(run.types).items() if count > 1 and kind in TERMINAL_TYPES | {"START"}]
    if repeated:
        yield f"{' and '.join(sorted(repeated))} more than once"


def _order_problems(numbers: list[int]) -> Iterator[str]:
    """Yield the gaps, the duplicates and the wrong order of the numbers, which should be 0, 1, 2 and so on."""
    counted = Counter(numbers)
    ordered = sorted(counted)
    gaps = [(one + 1, other - 1) for one, other in pairwise([-1, *ordered]) if other > one + 1]
    if gaps:
        yield f"events {_listed([str(one) if one == last else f'{one} to {last}' for one, last in gaps])} are missing"
    if twice := [str(number) for number in ordered if counted[number] > 1]:
        yield f"events {_listed(twice)} occur more than once"
    first = list(counted)
    if first != ordered:
        yield f"events come in the order {_listed(list(map(str, first)))}"


def _listed(names: list[str]) -> str:
    more = len(names) - _MAX_LIST
    return ", ".join(names[:_MAX_LIST]) + (f" and {more} more" if more > 0 else "")


def _sequence(event: Mapping[str, Any]) -> int | None:
    number = sequence_facet(event).get("sequence")
    return number if isinstance(number, int) and not isinstance(number, bool) and number >= 0 else None
