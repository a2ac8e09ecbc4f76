from __future__ import annotations

import json
import subprocess
import sys
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
        "  name <- customers.name (DIRECT TRANSFORMATION: upper(name))",
        "  amount <- made.amount (DIRECT IDENTITY)",
        "filtered, joined, grouped or sorted by customers.id (JOIN: JOIN ON customers.id = made.customer)",
        "filtered, joined, grouped or sorted by made.amount (FILTER: WHERE amount > 3)",
        "filtered, joined, grouped or sorted by made.customer (JOIN: JOIN ON customers.id = made.customer)",
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


def test_a_file_of_setup_that_is_no_text_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "setup.sql"
    file.write_bytes(b"SELECT '\xe9'")
    assert main(["explain", "SELECT 1", "--setup", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"headwater: {file}: 'utf-8' codec can't decode")


@pytest.mark.spark
@pytest.mark.usefixtures("headwater_session")
def test_explained_statements_are_events_that_can_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], setup: str
) -> None:
    statements = ["CREATE TABLE a AS SELECT customer FROM made", "CREATE TABLE b AS SELECT amount FROM made"]
    files = [str(tmp_path / "out" / name) for name in ("base.jsonl", "head.jsonl")]
    both = zip(files, ("--output", "-o"), (statements, statements[1:]), strict=True)
    for file, option, chosen in both:
        assert main(["explain", *chosen, "--setup", setup, option, file]) == 0
    capsys.readouterr()
    assert main(["diff", *files, "--fail-on", "lost"]) == 1
    assert capsys.readouterr().out == "datasets -1\n\nfile /headwater-warehouse/a\n  - the dataset\n"


SCRIPT = """
CREATE TABLE raw (id INT, customer STRING, amount DOUBLE) USING parquet LOCATION 's3://lake/raw';
-- the daily sums; one for each customer
CREATE TABLE daily USING parquet AS SELECT customer, sum(amount) AS total FROM raw GROUP BY customer;
INSERT OVERWRITE DIRECTORY 'abfss://out@acme.dfs.core.windows.net/top' USING parquet SELECT total FROM daily;
CREATE TABLE ledger (id INT) USING jdbc OPTIONS (url 'jdbc:postgresql://db/shop', dbtable 'ledger');
SELECT nope FROM daily;
SELECT total FROM parquet.`abfss://out@acme.dfs.core.windows.net/top`;
"""

LINES = """
-- CREATE TABLE raw (id INT, customer STRING, amount DOUBLE) USING parquet LOCATIO…
output  s3://lake raw
  id <- nothing
  customer <- nothing
  amount <- nothing

-- CREATE TABLE daily USING parquet AS SELECT customer, sum(amount) AS total FROM …
input   s3://lake raw
output  file /headwater-warehouse/daily
  customer <- raw.customer (DIRECT IDENTITY)
  total <- raw.amount (DIRECT AGGREGATION: sum(amount))
filtered, joined, grouped or sorted by raw.customer (GROUP_BY: GROUP BY customer)

-- INSERT OVERWRITE DIRECTORY 'abfss://out@acme.dfs.core.windows.net/top' USING pa…
input   file /headwater-warehouse/daily
output  abfss://out@acme.dfs.core.windows.net top
  total <- daily.total (DIRECT IDENTITY)

-- SELECT total FROM parquet.`abfss://out@acme.dfs.core.windows.net/top`
input   abfss://out@acme.dfs.core.windows.net top
output  headwater result
  total <- top.total (DIRECT IDENTITY)

-- SELECT customer FROM daily
input   file /headwater-warehouse/daily
output  headwater result
  customer <- daily.customer (DIRECT IDENTITY)
"""


@pytest.mark.spark
def test_statements_of_a_script_see_what_those_before_them_made(tmp_path: Path, spark_home: Path) -> None:
    script = tmp_path / "daily.sql"
    script.write_text(SCRIPT, encoding="utf-8")
    cell = {"cell_type": "code", "source": "%%sql\nSELECT customer FROM daily"}
    (tmp_path / "book.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    command = [sys.executable, "-m", "headwater", "explain", "daily.sql", "book.ipynb", "--output", "head.jsonl"]
    done = subprocess.run(
        [*command, "--spark-home", str(spark_home)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines() == LINES.strip().splitlines()
    problems = [line.partition(": ")[2] for line in done.stderr.splitlines() if line.startswith("headwater: ")]
    assert [problem.rpartition(": not run")[2] for problem in problems[:1]] == [
        ": USING jdbc would connect to a real system; later statements do not see it"
    ]
    assert problems[1].startswith("SELECT nope FROM daily: Spark can't plan this: [UNRESOLVED_COLUMN")
    events = [json.loads(line) for line in (tmp_path / "head.jsonl").read_text().splitlines()]
    assert [each["job"]["name"] for each in events] == [
        f"explain.{name}" for name in ["raw", "daily", "top", "result", "result"]
    ]
    assert len({each["run"]["runId"] for each in events}) == len(events)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["book.ipynb", "daily.sql", "head.jsonl"]
    assert done.returncode == 1


@pytest.mark.spark
def test_no_statement_starts_a_program_or_calls_java(tmp_path: Path, spark_home: Path) -> None:
    script = """
    CREATE TABLE t USING parquet AS
      SELECT TRANSFORM(a) USING 'touch FOLDER/transformed' AS (x STRING) FROM VALUES (1) AS v(a);
    CREATE TABLE r USING parquet AS SELECT reflect('java.lang.System', 'exit', a) AS y FROM VALUES (7) AS v(a);
    CREATE TABLE u USING parquet AS SELECT x, y FROM t, r
    """
    (tmp_path / "etl.sql").write_text(script.replace("FOLDER", str(tmp_path)), encoding="utf-8")
    command = [sys.executable, "-m", "headwater", "explain", "etl.sql", "--spark-home", str(spark_home)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if line.startswith(("  x", "  y"))] == [
        "  x <- nothing",
        "  y <- nothing",
        "  x <- t.x (DIRECT IDENTITY)",
        "  y <- r.y (DIRECT IDENTITY)",
    ]
    assert [each.name for each in tmp_path.iterdir()] == ["etl.sql"]
    assert done.returncode == 0, done.stderr


@pytest.mark.spark
@pytest.mark.usefixtures("headwater_session")
def test_a_statement_of_setup_that_fails_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "setup.sql").write_text("SELECT 1;\nCREATE TABLE t AS SELECT nope", encoding="utf-8")
    assert main(["explain", "SELECT 1", "--setup", str(tmp_path / "setup.sql")]) == 1
    lines = capsys.readouterr().err.splitlines()
    text = "headwater: --setup: CREATE TABLE t AS SELECT nope: Spark can't plan this: [UNRESOLVED_COLUMN"
    assert lines[0].startswith(text)
    assert len(lines) == 1


@pytest.mark.spark
@pytest.mark.usefixtures("headwater_session")
@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (
            "CREATE TABLE prod USING jdbc OPTIONS (url 'jdbc:postgresql://db/shop', dbtable 'orders')",
            "USING jdbc",
        ),
        ("SET fs.s3a.impl=org.example.Real", "fs.s3a.impl may reach a real file system"),
        ("SET spark.sql.catalog.prod=org.example.Catalog", "it configures a catalog"),
    ],
)
def test_a_statement_of_setup_reaches_no_real_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str, why: str
) -> None:
    (tmp_path / "setup.sql").write_text(statement, encoding="utf-8")
    assert main(["explain", "SELECT 1", "--setup", str(tmp_path / "setup.sql")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"headwater: --setup: {statement[:60]}")
    assert f"not run: {why}" in line


def test_explain_says_that_a_file_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "missing.sql"]) == 1
    assert "missing.sql: No such file or directory" in capsys.readouterr().err


@pytest.mark.spark
@pytest.mark.usefixtures("headwater_session")
def test_a_script_is_not_planned_with_the_real_file_systems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "drop.sql"
    script.write_text("DROP TABLE orders", encoding="utf-8")
    assert main(["explain", str(script)]) == 1
    assert "a Spark session with the real file systems runs in this process already" in capsys.readouterr().err
