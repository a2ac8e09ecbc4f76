from __future__ import annotations

import re
from pathlib import Path

import pytest

from headwater.cli import main

EXTENSIONS = """
from headwater.extensions import InputDataset, RunFacetBuilder, SQLExecutionEnd, visitor

@visitor("LogicalRelation")
def named(node, ctx):
    return InputDataset("acme", "made", facets={"acme_tier": {"name": "gold"}})

@visitor("Filter")
def broken(node, ctx):
    return node.args["nope"]

@visitor("Filter")
def silent(node, ctx):
    return None

class Ended(RunFacetBuilder):
    def build(self, end: SQLExecutionEnd):
        return {"acme_cost": {"code": "A-17"}}

class Refused(RunFacetBuilder):
    def build(self, end: SQLExecutionEnd):
        return {"nominalTime": {}, "acme_cost": {"code": "A-17"}}

@visitor("SubqueryAlias")
def half(node, ctx):
    return InputDataset("acme", "made", facets={"documentation": {}, "acme_tier": {"name": "gold"}})
"""
PROGRAM = """
import sys
from pyspark.sql import SparkSession
spark = (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate())
spark.range(3).where("id > 1").write.parquet(sys.argv[1])
spark.stop()
"""
pytestmark = pytest.mark.spark


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "acme_of_try.py").write_text(EXTENSIONS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))


def without_times(text: str) -> list[str]:
    return [re.sub(r"  \d+\.\d ms$", "", line) for line in text.splitlines()]


@pytest.mark.usefixtures("headwater_session")
def test_a_statement_shows_each_node_and_each_call(capsys: pytest.CaptureFixture[str]) -> None:
    query = "SELECT name FROM customers WHERE id > 3"
    assert main(["extensions", "try", "--extensions", "acme_of_try:*", query]) == 1
    assert without_times(capsys.readouterr().out) == [
        "[0] Project",
        "[1]   Filter",
        "      acme_of_try:broken",
        "        ERROR KeyError: 'nope' (acme_of_try.py:10 in broken)",
        "      acme_of_try:silent",
        "        nothing",
        "[2]     SubqueryAlias",
        "      acme_of_try:half",
        "        input acme made; facets acme_tier",
        "        refused: dataset facet 'documentation': description: required, and not there",
        "[3]       LogicalRelation",
        "      acme_of_try:named",
        "        input acme made; facets acme_tier",
        "not called: acme_of_try:Ended  (builder of run: SQLExecutionEnd)",
        "not called: acme_of_try:Refused  (builder of run: SQLExecutionEnd)",
    ]


@pytest.mark.usefixtures("headwater_session")
@pytest.mark.parametrize(("extension", "code"), [("named", 0), ("half", 1)])
def test_a_refused_facet_has_exit_code_one(extension: str, code: int) -> None:
    assert main(["extensions", "try", "--extensions", f"acme_of_try:{extension}", "SELECT * FROM customers"]) == code


def test_a_program_shows_the_calls_for_its_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], spark_home: Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{Path(__file__).resolve().parents[2] / 'src'}:{tmp_path}")
    program = tmp_path / "job.py"
    program.write_text(PROGRAM, encoding="utf-8")
    names = "acme_of_try:broken,acme_of_try:Ended,acme_of_try:Refused,acme_of_try:named"
    arguments = ["--spark-home", str(spark_home), str(program), str(tmp_path / "out")]
    assert main(["extensions", "try", "--extensions", names, *arguments]) == 1
    lines = without_times(capfd.readouterr().out)
    job = "job_py.execute_insert_into_hadoop_fs_relation_command"
    assert lines[lines.index(f"START {job}") :] == [
        f"START {job}",
        "  acme_of_try:broken  visit Filter [1]",
        "    ERROR KeyError: 'nope' (acme_of_try.py:10 in broken)",
        f"COMPLETE {job}",
        "  acme_of_try:Ended  build SQLExecutionEnd",
        '    run facet acme_cost {"code": "A-17"}',
        "  acme_of_try:Refused  build SQLExecutionEnd",
        '    run facet acme_cost {"code": "A-17"}',
        "    refused: run facet 'nominalTime': nominalStartTime: required, and not there",
        "not called: acme_of_try:named  (visitor: nodes LogicalRelation)",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gone.py"], "there is no file gone.py"),
        (["SELECT 1", "SELECT 2"], "one statement, in quotes: 'SELECT 2' is one argument too many"),
        (["SELECT 1", "--setup", "gone.sql"], "--setup: there is no file gone.sql"),
    ],
)
def test_wrong_arguments_are_named(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["extensions", "try", "--extensions", "acme_of_try:named", *arguments]) == 1
    assert message in capsys.readouterr().err
