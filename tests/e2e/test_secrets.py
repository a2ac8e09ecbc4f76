"""A password that a job names reaches neither an event nor the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import events
from tests.e2e.conftest import Suite
from tests.e2e.spark_submit import Answer, Job, file_transport

JOB = Path(__file__).parent / "jobs" / "secrets.py"
PASSWORD = "s3cr3t-PW1"  # noqa: S105 - the one in the job
CAPTURED = "spark.openlineage.capturedProperties"


@pytest.fixture(scope="module")
def answer(suite: Suite) -> Answer:
    paths = suite.paths("secrets", "job")
    conf = {"spark.my.password": PASSWORD, CAPTURED: "spark.app.name,spark.my.password"}
    job = Job("secrets", JOB, paths.own, file_transport(paths.events) | conf)
    return suite.run("secrets", [job])["secrets"]


@pytest.fixture(scope="module")
def file(suite: Suite, answer: Answer) -> Path:
    assert answer.error is None
    return suite.paths("secrets", "job").events


def test_the_password_is_in_no_byte_of_the_events(file: Path) -> None:
    found = [e for e in events.read(file) if PASSWORD in str(e)]
    assert [(e["eventType"], e["job"]["name"]) for e in found] == []


def test_the_password_is_in_no_line_of_the_log(answer: Answer) -> None:
    assert answer.log
    assert [row for row in answer.log if PASSWORD in row] == []


def test_the_rest_of_the_sql_text_is_there(file: Path) -> None:
    facets = [e["job"].get("facets", {}).get("sql", {}) for e in events.read(file)]
    texts = " ".join(facet.get("query", "") for facet in facets)
    assert "CREATE TABLE from_view USING parquet AS SELECT id FROM v" in texts
    assert "CREATE TEMPORARY VIEW v USING jdbc OPTIONS" in texts


def test_a_captured_property_without_a_secret_keeps_its_value(file: Path) -> None:
    facets = [e["run"]["facets"].get("spark_properties", {}) for e in events.read(file)]
    names = {facet.get("properties", {}).get("spark.app.name") for facet in facets} - {None}
    assert names == {"secrets"}


def test_no_dataset_is_named_with_a_user_or_a_password(file: Path) -> None:
    found = [d for e in events.read(file) for d in [*e["inputs"], *e["outputs"]]]
    names = {f"{d['namespace']} {d['name']}" for d in found}
    assert names
    assert [n for n in names if "user=" in n or "password" in n or "bob" in n or ";" in n] == []
