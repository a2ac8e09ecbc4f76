"""`no-flow` where the events say little of the columns, or something else of each way of a value."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import samples
from headwater.cli import main
from samples import Json, event, field
from test_policy import check

if TYPE_CHECKING:
    from pathlib import Path

Capsys = pytest.CaptureFixture[str]
PII = {"tags": {"tags": [{"key": "pii", "source": "CATALOG"}]}}


def named(name: str, **facets: Json) -> Json:
    """A dataset without a schema."""
    return {"namespace": "db", "name": name, "facets": facets}


def copied(tmp_path: Path, source: Json, *more: Json) -> str:
    """The events of a job that names its datasets only."""
    made = {**event("COMPLETE", "sync", second=1), "inputs": [source], "outputs": [named("mart.mailing")]}
    return str(samples.write(tmp_path / "events.jsonl", [made, *more]))


def no_flow(source: Json, **more: Any) -> Json:
    return {"rule": "no-flow", "from": source, "to": {"tables": "mart.*"}, **more}


@pytest.mark.parametrize(
    "source",
    [
        {"columns": "crm.customers.email"},
        {"columns": "CRM.cust*.address.city"},
        {"columns": "*.customers.email"},
        {"columns": "crm.customers.*"},
        {"columns": "crm.cust*"},
        {"columns": "*"},
        {"tag": "pii"},
    ],
)
@pytest.mark.parametrize("follow", ["values", "all"])
def test_a_table_without_a_schema_may_have_the_column(
    tmp_path: Path, capsys: Capsys, source: Json, follow: str
) -> None:
    file = copied(tmp_path, named("crm.customers", **PII))
    found = check(tmp_path, capsys, [no_flow(source, follow=follow)], file)
    assert found == ["no-flow: crm.customers reaches mart.mailing"]


def test_a_tag_of_a_field_that_no_schema_names_is_one_of_the_table(tmp_path: Path, capsys: Capsys) -> None:
    tags = {"tags": {"tags": [{"key": "pii", "field": "email", "source": "CATALOG"}]}}
    file = copied(tmp_path, named("crm.customers", **tags))
    assert check(tmp_path, capsys, [no_flow({"tag": "pii"})], file) == ["no-flow: crm.customers reaches mart.mailing"]


@pytest.mark.parametrize(
    "source", [{"columns": "crm.customers.email"}, {"columns": "*.email"}, {"columns": "*email*"}, {"tag": "pii"}]
)
def test_a_table_of_another_name_without_a_schema_does_not_count(tmp_path: Path, capsys: Capsys, source: Json) -> None:
    file = copied(tmp_path, named("crm.orders", tags={"tags": [{"key": "gold"}]}))
    policy = tmp_path / "policy.json"
    policy.write_text(json.dumps({"rules": [no_flow(source)]}), encoding="utf-8")
    assert main(["check", str(policy), file]) == 0
    assert "the rule no-flow matches no table or column" in capsys.readouterr().err


def test_a_schema_says_that_a_table_has_no_such_column(tmp_path: Path, capsys: Capsys) -> None:
    schema = {"fields": [{"name": "id", "type": "int"}]}
    rule = no_flow({"columns": "crm.customers.email"})
    assert check(tmp_path, capsys, [rule], copied(tmp_path, named("crm.customers", schema=schema))) == []


def test_other_columns_of_a_table_without_a_schema_are_not_followed(tmp_path: Path, capsys: Capsys) -> None:
    sources = {**field("crm.customers", "id", "DIRECT", "IDENTITY"), "namespace": "db"}
    lineage = {"fields": {"customer": {"inputFields": [sources]}}}
    output = named("mart.ids", columnLineage=lineage)
    ids = {**event("COMPLETE", "ids", second=2), "inputs": [named("crm.customers")], "outputs": [output]}
    file = copied(tmp_path, named("crm.customers"), ids)
    rules = [no_flow({"columns": f"crm.customers.{column}"}, follow="all") for column in ("email", "id")]
    assert check(tmp_path, capsys, rules[:1], file) == ["no-flow: crm.customers reaches mart.mailing"]
    assert check(tmp_path, capsys, rules[1:], file) == [
        "no-flow: crm.customers.id reaches mart.ids.customer",
        "no-flow: crm.customers.id reaches mart.mailing",
    ]


def way(kind: str, subtype: str, *, masking: bool) -> Json:
    return {"type": kind, "subtype": subtype, "masking": masking, "description": ""}


HASH, GROUP = way("DIRECT", "TRANSFORMATION", masking=True), way("INDIRECT", "GROUP_BY", masking=True)
CONDITION = way("INDIRECT", "CONDITIONAL", masking=False)


@pytest.mark.parametrize(
    ("ways", "reaches"),
    [([HASH, CONDITION], True), ([CONDITION], True), ([HASH, GROUP], False), ([GROUP], False), ([HASH], False)],
)
def test_a_masked_value_does_not_hide_a_condition_that_is_not_masked(
    tmp_path: Path, capsys: Capsys, ways: list[Json], *, reaches: bool
) -> None:
    source = {"namespace": "db", "name": "crm.customers", "field": "email", "transformations": ways}
    output = named("mart.mailing", columnLineage={"fields": {"a": {"inputFields": [source]}}})
    made = {**event("COMPLETE", "sync", second=1), "inputs": [named("crm.customers")], "outputs": [output]}
    file = str(samples.write(tmp_path / "events.jsonl", [made]))
    rule = no_flow({"columns": "crm.customers.email"}, unless="masked")
    expected = ["no-flow: crm.customers.email reaches mart.mailing.a"] if reaches else []
    assert check(tmp_path, capsys, [{**rule, "follow": "all"}], file) == expected
    assert check(tmp_path, capsys, [{**rule, "follow": "values"}], file) == []
