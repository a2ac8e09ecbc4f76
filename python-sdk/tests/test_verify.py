"""`headwater verify` on numbers and facets that no agent writes; test_spool.py has the problems of real runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from headwater.cli import main
from hostile import RUN, event, lines, write

if TYPE_CHECKING:
    from pathlib import Path

Capsys = pytest.CaptureFixture[str]


def numbered(kind: str, number: Any) -> dict[str, Any]:
    facet = {"_producer": "p", "_schemaURL": "s", "sequence": number}
    return event(kind, run={"runId": RUN, "facets": {"headwater_sequence": facet}})


@pytest.mark.parametrize(
    ("numbers", "problem"),
    [
        ([0, 300_000_000], "events 1 to 299999999 are missing"),
        ([10**4000, 0], f"events 1 to {10**4000 - 1}"[:300]),
        (
            list(range(0, 100, 2)),
            "events 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39 and 29 more",
        ),
        ([0, 1, 1, 2, 2, 2], "events 1, 2 occur more than once"),
        ([0, True], "COMPLETE more than once"),
        ([-5, "0"], "COMPLETE more than once"),
    ],
)
def test_any_number_is_reported_in_bounded_time(
    tmp_path: Path, capsys: Capsys, numbers: list[Any], problem: str
) -> None:
    events = [numbered("COMPLETE", number) for number in numbers]
    assert main(["verify", write(tmp_path, "a.jsonl", lines(events))]) == 1
    assert problem in capsys.readouterr().out


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"inputs": None}, "line 1: inputs is null, and not a list"),
        ({"job": {"namespace": "n", "name": "j", "facets": {"sql": None}}}, "facet sql is null, and not an object"),
        ({"run": {"runId": "1\x1b]0;x"}}, r'line 1: runId "1\u001b]0;x" is no UUID'),
        ({"eventType": "DONE"}, 'eventType "DONE" is not an OpenLineage event type'),
    ],
)
def test_a_wrong_shape_is_one_problem_of_its_line(
    tmp_path: Path, capsys: Capsys, fields: dict[str, Any], problem: str
) -> None:
    assert main(["verify", write(tmp_path, "a.jsonl", lines([event(**fields)]))]) == 1
    assert problem in capsys.readouterr().out


def test_the_type_of_an_event_is_optional(tmp_path: Path, capsys: Capsys) -> None:
    untyped = event()
    del untyped["eventType"]
    main(["verify", write(tmp_path, "a.jsonl", lines([untyped]))])
    assert "eventType" not in capsys.readouterr().out


def test_a_facet_deeper_than_the_validator_reaches_is_reported(tmp_path: Path, capsys: Capsys) -> None:
    field: dict[str, Any] = {"name": "leaf"}
    for _ in range(240):
        field = {"name": "f", "fields": [field]}
    url = "https://openlineage.io/spec/facets/1-1-1/SchemaDatasetFacet.json#/$defs/SchemaDatasetFacet"
    facet = {"_producer": "p", "_schemaURL": url, "fields": [field]}
    made = event(inputs=[{"namespace": "n", "name": "d", "facets": {"schema": facet}}])
    file = write(tmp_path, "a.jsonl", lines([made]))
    assert main(["verify", file]) == 1
    assert f"{file}, line 1: its facets are nested too deep to be validated" in capsys.readouterr().out
    assert main(["view", file]) == 0


def test_a_facet_may_name_a_schema_that_does_not_exist(tmp_path: Path, capsys: Capsys) -> None:
    (tmp_path / "spec").mkdir()
    schema = {"$id": "https://openlineage.io/spec/facets/1-0-0/X.json", "type": "object"}
    write(tmp_path / "spec", "x.json", lines([schema]))
    events = {"$id": "https://openlineage.io/spec/2-0-2/OpenLineage.json", "$defs": {"RunEvent": {"type": "object"}}}
    write(tmp_path / "spec", "OpenLineage.json", lines([events]))
    facets = {"x": {"_producer": "p", "_schemaURL": f"{schema['$id']}#/$defs/Y"}, "y": None}
    file = write(tmp_path, "a.jsonl", lines([event(job={"namespace": "n", "name": "j", "facets": facets})]))
    assert main(["verify", file, "--schemas", str(tmp_path / "spec")]) == 1
    printed = capsys.readouterr().out
    assert f"facet x: the schemas have no {schema['$id']}#/$defs/Y" in printed
    assert "facet y is null, and not an object" in printed


def test_a_file_without_events_is_an_error(tmp_path: Path, capsys: Capsys) -> None:
    file = write(tmp_path, "a.jsonl", b"")
    assert main(["verify", file]) == 1
    assert f"there are no events in {file}, so nothing was checked" in capsys.readouterr().err
