"""Events as `headwater serve` keeps them for its graph, and the graph by names."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

from headwater.events import event_of
from headwater.model import build_lineage
from headwater.serve.store import EventFilter, EventStore, NewEvent
from headwater.serve.window import MAX_RUNS, EventWindow
from samples import Table, event

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from headwater.events import Event
    from headwater.model import Lineage


def window(events: Iterable[Event]) -> EventWindow:
    found = EventWindow()
    for each in events:
        found.add(each)
    return found


def graph(lineage: Lineage) -> Any:
    """Edges and jobs by names, without the runs."""
    document = lineage.to_json()
    names = [dataset["name"] for dataset in document["datasets"]]
    columns = [[column["name"] for column in dataset["columns"]] for dataset in document["datasets"]]
    jobs = [job["name"] for job in document["jobs"]]
    edges = {
        (names[s], columns[s][a] if a >= 0 else "", names[t], columns[t][b] if b >= 0 else "", jobs[job])
        for s, a, t, b, job, _ in document["edges"]
    }
    written = {
        (job["name"], job["sql"], *sorted(names[output] for output in job["outputs"])) for job in document["jobs"]
    }
    return edges, written


def append(number: int, source: str, *, kind: str = "", application: str = "app") -> list[dict[str, Any]]:
    """A run that adds rows of a source to a table, as one step of an application."""
    out = Table("out", ["a"], {"a": [(source, "a")]}, facets={"lifecycleStateChange": {"lifecycleStateChange": kind}})
    parent = {"parent": {"run": {"runId": application}, "job": {"namespace": "shop", "name": "app"}}}
    common: dict[str, Any] = {"run": f"r{number:03}", "inputs": [Table(source, ["a"])], "run_facets": parent}
    start = event("START", "etl.append", second=2 * number, **common)
    return [start, event("COMPLETE", "etl.append", second=2 * number + 1, outputs=[out], **common)]


def sources(events: Iterable[Event]) -> set[str]:
    return {source for source, *_ in graph(build_lineage(events))[0]}


def restarted(raws: list[dict[str, Any]], folder: Path) -> tuple[list[Event], list[Event]]:
    """The events of the window of a restarted server, and of that of one that has deleted all old events."""
    with closing(EventStore(folder / "a.duckdb")) as store:
        store.write([NewEvent(event_of(raw), json.dumps(raw)) for raw in raws])
        recent = window(event_of(json.loads(text)) for text in store.recent(MAX_RUNS))
        old = store.old(4 * 10**15)
        for portion in old.portions:
            store.delete(portion, old.last)
        kept = [event_of(json.loads(text)) for text in store.select(EventFilter(), None)]
    assert len(kept) <= 2 * (MAX_RUNS + 1)
    return recent.events(), window(kept).events()
