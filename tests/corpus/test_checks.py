"""The checks of the corpus report what is wrong."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from tests.corpus import checks, compare, explained, known
from tests.corpus.checks import Write
from tests.corpus.direct import type_of
from tests.e2e import invariants
from tests.e2e.spark_submit import agent_warnings

PLACE = ("f.sql", 0)
EVENT: dict[str, Any] = {
    "eventType": "COMPLETE",
    "run": {"facets": {"headwater_coverage": {"columns": {"exact": 1, "unknown": 1}, "gaps": []}}},
    "inputs": [],
    "outputs": [
        {
            "namespace": "file",
            "name": "/written/out_0_0",
            "facets": {
                "schema": {"fields": [{"name": "a"}, {"name": "b"}]},
                "columnLineage": {"fields": {}},
            },
        }
    ],
}
STATEMENT: dict[str, Any] = {
    "file": "f.sql",
    "at": 0,
    "sql": "SELECT 1",
    "name": "out_0_0",
    "way": "frame",
    "write": {},
}


APPLICATION, QUERY = (f"01893d7c-0000-7000-8000-00000000000{n}" for n in (1, 2))


def events_of(run: str, job: str, kind: str, parent: dict[str, Any] | None = None) -> list[Any]:
    """START and COMPLETE of a run."""
    facets = {"parent": {"_producer": "p", **parent}} if parent else {}
    return [
        {
            "eventType": event_type,
            "eventTime": f"2026-01-01T00:00:0{at}.000Z",
            "producer": "p",
            "run": {
                "runId": run,
                "facets": facets | {"headwater_sequence": {"sequence": at, "_producer": "p"}},
            },
            "job": {
                "namespace": "n",
                "name": job,
                "facets": {"jobType": {"jobType": kind, "_producer": "p"}},
            },
            "inputs": [],
            "outputs": [],
        }
        for at, event_type in enumerate(("START", "COMPLETE"))
    ]


def test_a_lost_end_and_a_second_one_are_reported() -> None:
    application = events_of(APPLICATION, "corpus", "APPLICATION")
    parent = {"run": {"runId": APPLICATION}, "job": {"namespace": "n", "name": "corpus"}}
    start, end = events_of(QUERY, "corpus.query", "QUERY", parent)
    assert invariants.problems([application[0], start, end, application[1]]) == []
    for wrong in ([start], [start, end, end], [end]):
        found = "\n".join(invariants.problems([application[0], *wrong, application[1]]))
        assert "not so: has two events where it is not streaming" in found


def test_only_the_agents_lines_from_warn_are_reported() -> None:
    log = [
        "|INFO|io.headwater.X|a",
        "|WARN|org.apache.spark.X|b",
        "|ERROR|io.headwater.X|c",
        "|WARN|io.openlineage.X|d",
    ]
    assert agent_warnings(log) == log[2:]


def test_a_whole_write_has_no_problem() -> None:
    (write,) = checks.writes([STATEMENT], [EVENT])
    assert list(checks.write_problems(write)) == []
    assert checks.unknown(write) == checks.Unknown("f.sql #0 (frame)", 1)


def test_a_field_inside_a_column_has_a_state_of_its_own() -> None:
    event = deepcopy(EVENT)
    event["outputs"][0]["facets"]["columnLineage"]["fields"] = {"a": {}, "a.x": {}}
    assert "3 columns" in "\n".join(checks.write_problems(Write(STATEMENT, event)))
    event["run"]["facets"]["headwater_coverage"]["columns"] = {"exact": 3}
    assert list(checks.write_problems(Write(STATEMENT, event))) == []


def wrong_event(**changed: object) -> dict[str, Any]:
    return deepcopy(EVENT) | changed


def without(*keys: str) -> dict[str, Any]:
    event = deepcopy(EVENT)
    holder = event["outputs"][0]["facets"] if keys[0] != "run" else event["run"]
    holder.pop(keys[-1])
    return event


@pytest.mark.parametrize(
    ("event", "statement", "complaint"),
    [
        (None, {}, "no event has its output"),
        (EVENT, {"write": {"error": []}}, "ended with COMPLETE, not FAIL"),
        (wrong_event(eventType="FAIL"), {}, "ended with FAIL, not COMPLETE"),
        (without("run", "facets"), {}, "2 columns with the states {}"),
        (without("schema"), {}, "0 columns with the states"),
        (without("columnLineage"), {}, "no columnLineage"),
    ],
)
def test_a_wrong_write_is_reported(
    event: dict[str, Any] | None, statement: dict[str, Any], complaint: str
) -> None:
    found = list(checks.write_problems(Write(STATEMENT | statement, event)))
    assert complaint in "\n".join(found)


def test_a_query_without_columns_has_no_column_lineage() -> None:
    event = without("columnLineage")
    event["outputs"][0]["facets"] = {}
    assert list(checks.write_problems(Write(STATEMENT | {"schema": "struct<>"}, event))) == []


def test_a_difference_counts_if_the_process_without_the_agent_repeats_itself() -> None:
    one, other = (
        {"sql": "SELECT 1", "schema": "a", "rows": 1, "digest": "x"},
        {"sql": "SELECT 1", "schema": "a", "rows": 1, "digest": "y"},
    )
    error = {"sql": "SELECT 1", "error": ["AnalysisException", "C", "text"]}
    assert compare.differences({PLACE: one}, {PLACE: one}, {}) == []
    assert len(compare.differences({PLACE: one}, {PLACE: other}, {PLACE: one})) == 1
    assert len(compare.differences({PLACE: one}, {PLACE: error}, {PLACE: one})) == 1
    assert compare.differences({PLACE: one}, {PLACE: other}, {PLACE: error}) == []
    assert compare.different({PLACE: one}, {}) == [PLACE]


def test_an_unknown_column_needs_a_row_and_a_row_needs_an_unknown_column() -> None:
    listed = known.read("statement\ttext\treason\na:1\tSELECT 1\tbecause\nb:2\tSELECT 2\tbecause\n")
    assert known.problems(listed, ["a:1"], {"a:1"}) == []
    assert known.problems(listed, ["c:3"], {"c:3"}) == [
        "c:3 has unknown columns and is not in unknown.tsv"
    ]
    assert known.problems(listed, [], {"b:2"}) == [
        "unknown.tsv: b:2 has no unknown column any more"
    ]
    assert known.identity("a.sql", "SELECT  1") == known.identity("a.sql", "SELECT\n1")
    with pytest.raises(ValueError, match="has statement, text, reason"):
        known.read("statement\ttext\treason\na:1\tSELECT 1\t\n")


def test_a_row_explains_by_file_and_text_and_is_stale_without_a_difference() -> None:
    rows = explained.read(
        "oracle\tstatements\ttext\twhy\nsqlglot\tpivot.sql:*\t\\bPIVOT\\b\tit drops it\n"
    )
    one = explained.Difference("sqlglot", "pivot.sql:1", "SELECT 1 pivot (x)", "")
    others = [
        replace(one, statement="join.sql:1"),
        replace(one, oracle="experiment"),
        replace(one, sql="SELECT 1"),
    ]
    assert explained.unexplained([one, *others], rows) == others
    assert explained.stale([one], rows, {one.statement: one.sql}) == []
    assert explained.stale(others, rows, {one.statement: one.sql}) == rows
    assert explained.stale(others, rows, {"join.sql:1": one.sql}) == []


def test_the_type_of_a_nested_field_is_sql() -> None:
    inner = {"name": "_element", "type": "struct", "fields": [{"name": "a", "type": "integer"}]}
    assert type_of({"name": "l", "type": "array", "fields": [inner]}) == "array<struct<a:int>>"
