from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from headwater.cli import main

if TYPE_CHECKING:
    from pathlib import Path

QUERY = "SELECT upper(name) AS name, amount FROM made JOIN customers ON customers.id = made.customer WHERE amount > 3"
EXTENSION = """
from headwater.extensions import InputDataset, visitor

@visitor("LogicalRelation")
def acme(node, ctx):
    return InputDataset("acme", node.args["catalogTable"]["identifier"], facets={"acme_note": {"text": "hi"}})

@visitor("LogicalRelation")
def broken(node, ctx):
    raise KeyError("uri")
"""


@pytest.fixture
def setup(tmp_path: Path) -> str:
    (tmp_path / "acme_of_explain.py").write_text(EXTENSION, encoding="utf-8")
    file = tmp_path / "setup.sql"
    statements = (
        "-- two of them\nDROP TABLE IF EXISTS made;\nCREATE TABLE made USING parquet AS\nSELECT * FROM orders;\n"
    )
    file.write_text(statements, encoding="utf-8")
    return str(file)


@pytest.mark.spark
@pytest.mark.usefixtures("headwater_session")
def test_explain_prints_inputs_and_column_sources(capsys: pytest.CaptureFixture[str], setup: str) -> None:
    assert main(["explain", QUERY, "--setup", setup]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.rpartition("/")[2] for line in lines if line.startswith("input")] == ["made", "customers"]
    assert lines[2:] == [
        "output  headwater result",
        "  name <- customers.name (DIRECT TRANSFORMATION)",
        "  amount <- made.amount (DIRECT IDENTITY)",
        "filtered, joined or sorted by customers.id (JOIN)",
        "filtered, joined or sorted by made.amount (FILTER)",
        "filtered, joined or sorted by made.customer (JOIN)",
    ]


@pytest.mark.spark
@pytest.mark.usefixtures("headwater_session")
def test_explain_calls_extensions_and_prints_json(capsys: pytest.CaptureFixture[str], setup: str) -> None:
    assert main(["explain", QUERY, "--setup", setup, "--extensions", "acme_of_explain:acme", "--json"]) == 0
    event = json.loads(capsys.readouterr().out)
    assert {each["namespace"] for each in event["inputs"]} == {"acme"}
    assert event["inputs"][0]["facets"]["acme_note"]["text"] == "hi"


@pytest.mark.spark
@pytest.mark.usefixtures("headwater_session", "setup")
def test_explain_reports_the_failed_extension(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "SELECT * FROM orders", "--extensions", "acme_of_explain:broken"]) == 1
    assert "acme_of_explain:broken failed: KeyError: 'uri'" in capsys.readouterr().err


def test_explain_rejects_an_extension_that_cannot_be_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "SELECT 1", "--extensions", "acme_nowhere:thing"]) == 1
    assert "--extensions: acme_nowhere:thing: No module named 'acme_nowhere'" in capsys.readouterr().err
    assert main(["explain", "SELECT 1", "--setup", "nowhere.sql"]) == 1
    assert "--setup: there is no file nowhere.sql" in capsys.readouterr().err


@pytest.mark.spark
@pytest.mark.usefixtures("headwater_session")
def test_explained_statements_are_events_that_can_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], setup: str
) -> None:
    statements = ["CREATE TABLE a AS SELECT customer FROM made", "CREATE TABLE b AS SELECT amount FROM made"]
    files = [str(tmp_path / "out" / name) for name in ("base.jsonl", "head.jsonl")]
    for file, chosen in zip(files, (statements, statements[1:]), strict=True):
        assert main(["explain", *chosen, "--setup", setup, "--events", file]) == 0
    capsys.readouterr()
    assert main(["diff", *files, "--fail-on", "lost"]) == 1
    assert capsys.readouterr().out == "datasets -1\n\nfile /headwater-warehouse/a\n  - the dataset\n"
