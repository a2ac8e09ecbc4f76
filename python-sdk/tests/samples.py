"""Sample events in the agent's form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from headwater.events import RunEvent, parse_event

if TYPE_CHECKING:
    from pathlib import Path

Json = dict[str, Any]
START = datetime(2026, 5, 1, 10, tzinfo=timezone.utc)
Source = tuple[str, str]


@dataclass
class Table:
    """A dataset: `lineage` maps a column to its sources, `whole` lists the sources of every row."""

    name: str
    columns: list[str]
    lineage: dict[str, list[Source]] | None = None
    whole: list[Source] | None = None
    facets: Json | None = None

    def to_json(self) -> Json:
        facets: Json = {"schema": {"fields": [{"name": name, "type": "string"} for name in self.columns]}}
        if self.lineage is not None:
            facets["columnLineage"] = {
                "fields": {
                    column: {"inputFields": [field(*source, "DIRECT", "IDENTITY") for source in sources]}
                    for column, sources in self.lineage.items()
                },
                "dataset": [field(*source, "INDIRECT", "FILTER") for source in self.whole or []],
            }
        return {"namespace": "s3://lake", "name": self.name, "facets": {**facets, **(self.facets or {})}}


def field(table: str, column: str, kind: str, subtype: str) -> Json:
    how = {"type": kind, "subtype": subtype, "masking": False, "description": ""}
    return {"namespace": "s3://lake", "name": table, "field": column, "transformations": [how]}


def event(  # noqa: PLR0913
    kind: str,
    job: str,
    *,
    second: int,
    run: str = "",
    inputs: list[Table] | None = None,
    outputs: list[Table] | None = None,
    job_facets: Json | None = None,
    run_facets: Json | None = None,
) -> Json:
    return {
        "eventTime": (START + timedelta(seconds=second)).isoformat().replace("+00:00", ".5Z"),
        "eventType": kind,
        "run": {"runId": run or f"run of {job}", "facets": run_facets or {}},
        "job": {"namespace": "shop", "name": job, "facets": job_facets or {}},
        "inputs": [table.to_json() for table in inputs or []],
        "outputs": [table.to_json() for table in outputs or []],
    }


RAW_USERS = Table("raw/users", ["id", "email", "country"])
RAW_ORDERS = Table("raw/orders", ["id", "user_id", "amount", "status"])
CLEAN = Table(
    "clean/orders",
    ["order_id", "country", "amount"],
    {"order_id": [("raw/orders", "id")], "country": [("raw/users", "country")], "amount": [("raw/orders", "amount")]},
    whole=[("raw/orders", "status")],
)
REPORT = Table(
    "gold/report",
    ["country", "total"],
    {"country": [("clean/orders", "country")], "total": [("clean/orders", "amount")]},
)


def shop() -> list[Json]:
    """Two consecutive jobs, of which the second has run twice, and one failed job."""
    sql = {"sql": {"query": "select 1 -- </script><script>alert(1)</script>"}, "jobType": {"jobType": "SQL_JOB"}}
    error = {"errorMessage": {"message": "disk full\nand more", "stackTrace": "at a\nat b"}}
    return [
        event("START", "etl.clean", second=0, job_facets=sql),
        event("COMPLETE", "etl.clean", second=4, inputs=[RAW_USERS, RAW_ORDERS], outputs=[CLEAN], job_facets=sql),
        event("START", "etl.report", second=5, run="first"),
        event("COMPLETE", "etl.report", second=6, run="first", inputs=[CLEAN], outputs=[REPORT]),
        event("START", "etl.report", second=7, run="second"),
        event("COMPLETE", "etl.report", second=9, run="second", inputs=[CLEAN], outputs=[REPORT]),
        event("START", "etl.export", second=10, inputs=[REPORT]),
        event("FAIL", "etl.export", second=11, inputs=[REPORT], run_facets=error),
    ]


REPORT_FACETS: Json = {
    "ownership": {"owners": [{"name": "team:sales"}]},
    "tags": {"tags": [{"key": "gold"}, {"key": "pii", "value": "email", "field": "country"}]},
    "hierarchy": {"hierarchy": [{"type": "CATALOG", "name": "lake"}, {"type": "TABLE", "name": "report"}]},
    "acme_cost": {"_producer": "acme", "center": "=7+1", "budget": {"year": 2026, "open": True}},
    "outputStatistics": {"rowCount": 1234, "size": 5_600_000, "fileCount": 3},
}
REPORT_JOB: Json = {
    "sql": {"query": "SELECT country, sum(amount) AS total FROM orders"},
    "acme_team": {"chat": "#sales"},
}


def report() -> Table:
    return Table("gold/report", ["country", "total"], REPORT.lineage, facets=REPORT_FACETS)


def report_shop() -> list[Json]:
    """The report was written twice, has failed once, and has an opaque column; a job without an end writes a table."""
    unseen = Table("gold/other", ["x", "rate"], {"x": [], "rate": []})
    in_progress = Table("gold/late", ["total"], {"total": [("gold/report", "total")]})
    error: Json = {"errorMessage": {"message": "disk full"}}
    events = [
        event("COMPLETE", "etl.report", second=4, run="1", inputs=[CLEAN], outputs=[report()], job_facets=REPORT_JOB),
        event("START", "etl.report", second=5, run="2", inputs=[CLEAN], outputs=[report()], job_facets=REPORT_JOB),
        event("COMPLETE", "etl.report", second=65, run="2", inputs=[CLEAN], outputs=[report()], job_facets=REPORT_JOB),
        event("FAIL", "etl.report", second=70, run="3", outputs=[report()], run_facets=error, job_facets=REPORT_JOB),
        event("COMPLETE", "etl.other", second=80, inputs=[report()], outputs=[unseen]),
        event("START", "etl.late", second=90, inputs=[report()], outputs=[in_progress]),
    ]
    fields = events[2]["outputs"][0]["facets"]["columnLineage"]["fields"]
    how = fields["country"]["inputFields"][0]["transformations"][0]
    how |= {"subtype": "TRANSFORMATION", "description": "opaque: f(country)"}
    fields["total"]["inputFields"][0]["transformations"][0] |= {"subtype": "AGGREGATION", "description": "sum(amount)"}
    fields = events[4]["outputs"][0]["facets"]["columnLineage"]["fields"]
    fields["x"]["transformationDescription"] = "unknown"
    fields["rate"]["transformationDescription"] = "local"
    return events


def view(name: str, columns: list[str], **entries: Json | list[Json]) -> Json:
    """An entry of the facet `headwater_views`."""
    return {"namespace": "s3://lake", "name": name, "columns": columns, **entries}


def used(field: str, subtype: str, dataset: str = "") -> Json:
    """A column that `headwater_views` names, of the view itself or of another dataset."""
    return {**({"namespace": "s3://lake", "name": dataset} if dataset else {}), "field": field, "subtypes": [subtype]}


def reader() -> Json:
    """A job that writes a table from a view over another view; both were created elsewhere."""
    from_table = {
        "fields": {"amount": [used("amount", "IDENTITY", "raw/orders")]},
        "dataset": [used("status", "FILTER", "raw/orders")],
    }
    from_view = {"fields": {"amount": [used("amount", "TRANSFORMATION", "db.paid")], "never_null": []}}
    consumer = {
        "namespace": "s3://lake",
        "name": "gold/sums",
        "fields": {"total": [used("amount", "AGGREGATION")]},
        "dataset": [used("never_null", "SORT")],
    }
    views = [
        view("db.paid", ["amount"], definition=from_table),
        view("db.large", ["amount", "never_null"], definition=from_view, usedBy=[consumer]),
    ]
    how = Table("gold/sums", ["total"], {"total": [("raw/orders", "amount")]}).to_json()
    text = {"subtype": "AGGREGATION", "description": "opaque: sum(l.amount * 2)"}
    how["facets"]["columnLineage"]["fields"]["total"]["inputFields"][0]["transformations"][0] |= text
    facets = {"headwater_views": {"views": views}}
    return {**event("COMPLETE", "etl.sums", second=20, inputs=[RAW_ORDERS], run_facets=facets), "outputs": [how]}


def many(datasets: int, columns: int, runs: int) -> list[Json]:
    """A chain of layers: each table has two of the ten previous tables as sources, written by frequent jobs."""
    names = [f"c{i}" for i in range(columns)]
    tables = [
        Table(
            f"layer{i // 10}/table{i}",
            names,
            {name: [(f"layer{j // 10}/table{j}", name) for j in sources] for name in names} if sources else None,
        )
        for i in range(datasets)
        for sources in [[] if i < 10 else [i - 10, (i // 10 - 1) * 10 + (i * 7) % 10]]
    ]
    jobs = [
        (table, {source for sources in table.lineage.values() for source, _ in sources})
        for table in tables
        if table.lineage
    ]
    by_name = {table.name: table for table in tables}
    events = []
    for run in range(runs):
        table, sources = jobs[run % len(jobs)]
        inputs = [Table(name, by_name[name].columns) for name in sorted(sources)]
        job = f"etl.write.{table.name}"
        events += [
            event("START", job, second=2 * run, run=f"run {run}"),
            event("COMPLETE", job, second=2 * run + 1, run=f"run {run}", inputs=inputs, outputs=[table]),
        ]
    return events


def parsed(events: list[Json]) -> list[RunEvent]:
    return [found for item in events if isinstance(found := parse_event(json.dumps(item)), RunEvent)]


def write(path: Path, events: list[Json]) -> Path:
    path.write_text("".join(json.dumps(item) + "\n" for item in events), encoding="utf-8")
    return path
