"""The inputs of the commands that answer questions: events of other producers, spools, the standard input."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from openlineage.client.event_v2 import DatasetEvent, InputDataset, Job, JobEvent, OutputDataset
from openlineage.client.facet_v2 import (
    column_lineage_dataset,
    ownership_dataset,
    ownership_job,
    schema_dataset,
    tags_dataset,
)
from openlineage.client.generated.base import StaticDataset
from openlineage.client.serde import Serde

import samples
from headwater._records import record
from headwater.cli import main
from headwater.events import read_events
from samples import CLEAN, RAW_ORDERS, RAW_USERS, event
from test_answers import SHOP, graph, printed

Capsys = pytest.CaptureFixture[str]
TIME = "2026-01-01T00:00:00Z"


def lineage_of(source: str, field: str, column: str) -> column_lineage_dataset.ColumnLineageDatasetFacet:
    inputs = [column_lineage_dataset.InputField("db", source, field)]
    return column_lineage_dataset.ColumnLineageDatasetFacet({column: column_lineage_dataset.Fields(inputFields=inputs)})


def test_job_events_and_dataset_events_of_other_producers_are_lineage(tmp_path: Path, capsys: Capsys) -> None:
    common: dict[str, Any] = {"eventTime": TIME, "producer": "https://example.org/p"}
    owner = ownership_dataset.OwnershipDatasetFacet([ownership_dataset.Owner("team:sales")])
    of_job = ownership_job.OwnershipJobFacet([ownership_job.Owner("team:bi")])
    tags = tags_dataset.TagsDatasetFacet([tags_dataset.TagsDatasetFacetFields("pii", "true", "CATALOG", "email")])
    schema = schema_dataset.SchemaDatasetFacet([schema_dataset.SchemaDatasetFacetFields("email", "string")])
    mart = StaticDataset("db", "mart", facets={"columnLineage": lineage_of("users", "email", "address")})
    report = OutputDataset("db", "report", facets={"columnLineage": lineage_of("mart", "address", "to")})
    events = [
        DatasetEvent(dataset=StaticDataset("db", "users", facets={"schema": schema, "tags": tags}), **common),
        DatasetEvent(dataset=mart, **common),
        DatasetEvent(dataset=StaticDataset("db", "mart", facets={"ownership": owner}), **common),
        JobEvent(
            job=Job("looker", "report", facets={"ownership": of_job}),
            inputs=[InputDataset("db", "mart")],
            outputs=[report],
            **common,
        ),
    ]
    file = tmp_path / "a.json"
    file.write_text(json.dumps([json.loads(Serde.to_json(each)) for each in events]), encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "impact", "users.email", str(file), "--csv"))))
    assert [(row["table"], row["column"], row["owner"], row["completed"]) for row in rows] == [
        ("mart", "address", "team:sales", "yes"),
        ("report", "to", "team:bi", "yes"),
    ]
    assert "4 events, 2 jobs, 0 runs" in printed(capsys, "summary", str(file))
    (found,) = json.loads(printed(capsys, "where", "email", "--json", str(file)))
    assert found["tags"] == "pii"


def test_a_dataset_event_does_not_repeat_the_lineage_of_a_job(tmp_path: Path) -> None:
    dataset = {"eventTime": "2026-06-01T00:00:00Z", "dataset": CLEAN.to_json()}
    job = event("COMPLETE", "etl", second=1, inputs=[RAW_ORDERS, RAW_USERS], outputs=[CLEAN])
    assert [job.name for job in graph(samples.write(tmp_path / "a.jsonl", [job, dataset])).lineage.jobs] == ["etl"]
    names = [job.name for job in graph(samples.write(tmp_path / "a.jsonl", [dataset])).lineage.jobs]
    assert names == ["lineage of clean/orders"]


def test_spools_and_refused_events_are_read(tmp_path: Path, capsys: Capsys) -> None:
    first, second = [json.dumps(each) for each in samples.shop()[:2]]
    segment = record(json.dumps({"headwater_spool": 1})) + record(first) + b"0000 damaged\n" + record("[") + b"cut off"
    (tmp_path / "000001.seg").write_bytes(segment)
    refused = {"reason": "400", "at": TIME, "event": json.loads(second)}
    (tmp_path / "dead-letter.jsonl").write_text(json.dumps(refused) + "\n", encoding="utf-8")
    log = read_events([tmp_path], lenient=True)
    assert (len(log.events), log.skipped) == (2, 3)
    assert main(["summary", str(tmp_path)]) == 1
    assert "000001.seg, line 3: the record is damaged" in capsys.readouterr().err


def test_events_come_from_the_standard_input() -> None:
    command = [sys.executable, "-m", "headwater", "impact", "mart.revenue", "--upstream", "-"]
    piped = Path(SHOP).read_bytes() + b"{\n"
    done = subprocess.run([*command, "--lenient"], input=piped, capture_output=True, check=True)
    assert done.stdout.startswith(b"upstream of mart.revenue: ")
    failed = subprocess.run(command, input=piped, capture_output=True, check=False)
    lines = piped.count(b"\n")
    assert failed.stderr.startswith(b"headwater: /dev/stdin, line %d: not JSON" % lines)
