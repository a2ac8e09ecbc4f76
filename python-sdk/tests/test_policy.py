"""`headwater check`: rules, their violations, and files that are no policy."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import samples
from headwater.cli import main
from samples import RAW_USERS, Table, event

Capsys = pytest.CaptureFixture[str]
DATA = Path(__file__).parent / "data"
SHOP = str(DATA / "shop.jsonl")


def check(tmp_path: Path, capsys: Capsys, rules: list[dict[str, Any]], events: str = SHOP, **more: Any) -> list[str]:
    """Return the texts of the violations."""
    policy = tmp_path / "policy.json"
    policy.write_text(json.dumps({"rules": rules, **more}), encoding="utf-8")
    code = main(["check", str(policy), events, "--json"])
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert code == (1 if found else 0), printed.err
    return [f"{each['rule']}: {each['violation']}" for each in found]


def test_the_policy_of_the_shop_is_broken_with_the_path(capsys: Capsys) -> None:
    assert main(["check", str(DATA / "policy.yml"), SHOP]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "personal data stays out of the marts: crm.customers.email reaches mart.mailing.address"
    assert lines[1] == "  crm.customers.email"
    assert lines[2].startswith("  -> stg.orders.email   (DIRECT IDENTITY) in ")
    assert lines[3].startswith("  -> mart.mailing.address   lower(email) (DIRECT TRANSFORMATION) in ")
    assert lines[-1] == "4 rules checked, 6 violations"
    assert not [line for line in lines if "contacts" in line]  # its hash is masked


def test_no_events_are_an_error(tmp_path: Path, capsys: Capsys) -> None:
    empty = tmp_path / "events.jsonl"
    empty.touch()
    assert main(["check", str(DATA / "policy.yml"), str(empty)]) == 1
    assert f"there are no events in {empty}, so nothing was checked" in capsys.readouterr().err


def no_flow(**more: Any) -> dict[str, Any]:
    return {"rule": "no-flow", "from": {"columns": "crm.customers.email"}, "to": {"tables": "mart.contacts"}, **more}


def test_masking_ends_a_flow(tmp_path: Path, capsys: Capsys) -> None:
    assert check(tmp_path, capsys, [no_flow()]) == ["no-flow: crm.customers.email reaches mart.contacts.email_hash"]
    assert check(tmp_path, capsys, [no_flow(unless="masked")]) == []


def test_a_flow_may_be_bounded_by_namespaces(tmp_path: Path, capsys: Capsys) -> None:
    rule = no_flow(to={"outside_namespaces": ["file", "file:*"]})
    assert check(tmp_path, capsys, [rule]) == []
    found = check(tmp_path, capsys, [no_flow(to={"namespaces": "file", "outside_tables": ["mart.*"]})])
    assert found == ["no-flow: crm.customers.email reaches stg.orders.email"]


def test_filters_count_only_if_the_rule_says_so(tmp_path: Path, capsys: Capsys) -> None:
    rule = {"rule": "no-flow", "from": {"columns": "crm.orders.status"}, "to": {"tables": "stg.orders"}}
    assert check(tmp_path, capsys, [rule]) == []
    assert check(tmp_path, capsys, [{**rule, "follow": "all"}]) == ["no-flow: crm.orders.status reaches stg.orders"]


def test_a_job_without_column_lineage_may_let_everything_through(tmp_path: Path, capsys: Capsys) -> None:
    copy = event("COMPLETE", "copy", second=1, inputs=[RAW_USERS], outputs=[Table("export", ["a"])])
    file = str(samples.write(tmp_path / "a.jsonl", [copy]))
    rule = {"rule": "no-flow", "from": {"columns": "raw/users.email"}, "to": {"tables": "export"}, "unless": "masked"}
    assert check(tmp_path, capsys, [rule], file) == ["no-flow: raw/users.email reaches export"]
    assert check(tmp_path, capsys, [{"rule": "no-unknown", "tables": "*"}], file) == [
        "no-unknown: export has no column lineage (job copy)"
    ]


def test_tags_of_events_and_of_the_policy_count(tmp_path: Path, capsys: Capsys) -> None:
    tags = {"tags": {"tags": [{"key": "pii", "value": "high", "field": "email", "source": "CATALOG"}]}}
    users = Table("raw/users", ["id", "email", "country"], facets=tags)
    target = Table("out", ["a", "b"], {"a": [("raw/users", "email")], "b": [("raw/users", "country")]})
    job = event("COMPLETE", "job", second=1, inputs=[users], outputs=[target])
    file = str(samples.write(tmp_path / "a.jsonl", [job]))

    def rule(tag: str) -> dict[str, Any]:
        return {"rule": "no-flow", "from": {"tag": tag}, "to": {"tables": "out"}}

    assert check(tmp_path, capsys, [rule("pii")], file) == ["no-flow: raw/users.email reaches out.a"]
    assert check(tmp_path, capsys, [rule("pii=high")], file) == ["no-flow: raw/users.email reaches out.a"]
    assert check(tmp_path, capsys, [rule("pii=low")], file) == []
    found = check(tmp_path, capsys, [rule("pii")], file, tags={"pii": ["raw/users.country"]})
    assert found == ["no-flow: raw/users.email reaches out.a", "no-flow: raw/users.country reaches out.b"]


def test_a_column_that_comes_from_elsewhere_is_named_with_its_source(tmp_path: Path, capsys: Capsys) -> None:
    rule = {"rule": "only-from", "columns": "mart.revenue.revenue", "sources": ["crm.orders.*", "crm.rates.rate"]}
    assert check(tmp_path, capsys, [{**rule, "sources": "crm.orders.amount"}]) != []
    # Filters and joins do not count, and neither do tables on the way.
    assert check(tmp_path, capsys, [rule]) == []
    found = check(tmp_path, capsys, [{**rule, "sources": "crm.orders.amount"}])
    assert found == ["only-from: mart.revenue.revenue comes from crm.rates.rate"]


def test_opaque_columns_may_be_allowed(tmp_path: Path, capsys: Capsys) -> None:
    rule = {"rule": "no-unknown", "tables": "mart.*"}
    assert len(check(tmp_path, capsys, [rule])) == 2
    assert check(tmp_path, capsys, [{**rule, "allow": "opaque"}]) == []
    assert check(tmp_path, capsys, [{**rule, "except": "mart.cleaned"}]) == []


def test_local_columns_may_be_allowed(tmp_path: Path, capsys: Capsys) -> None:
    table = Table("out/a", ["rate", "x"], {"rate": [], "x": [("raw/orders", "amount")]}).to_json()
    fields = table["facets"]["columnLineage"]["fields"]
    fields["rate"]["transformationDescription"] = "local"
    fields["x"]["inputFields"][0]["transformations"][0]["description"] = "opaque: f(amount)"
    made = {**event("COMPLETE", "etl", second=1), "outputs": [table]}
    file = str(samples.write(tmp_path / "a.jsonl", [made]))
    rule = {"rule": "no-unknown", "tables": "out/*"}
    is_local = "no-unknown: out/a.rate is local (job etl)"
    is_opaque = "no-unknown: out/a.x is opaque: f(amount) (job etl)"
    assert check(tmp_path, capsys, [rule], file) == [is_local, is_opaque]
    assert check(tmp_path, capsys, [{**rule, "allow": "local"}], file) == [is_opaque]
    assert check(tmp_path, capsys, [{**rule, "allow": ["local", "opaque"]}], file) == []


def test_an_owner_may_be_that_of_the_job(tmp_path: Path, capsys: Capsys) -> None:
    owners = {"ownership": {"owners": [{"name": "team:sales"}]}}
    of_dataset = event("COMPLETE", "a", second=1, outputs=[Table("out/a", [], facets=owners)])
    of_job = event("COMPLETE", "b", second=2, outputs=[Table("out/b", [])], job_facets=owners)
    of_nobody = event("COMPLETE", "c", second=3, outputs=[Table("out/c", [])])
    file = str(samples.write(tmp_path / "a.jsonl", [of_dataset, of_job, of_nobody]))
    rule = {"rule": "has-owner", "tables": "*"}
    assert check(tmp_path, capsys, [rule], file) == ["has-owner: out/c has no owner"]


def test_a_rule_that_means_nothing_is_named(tmp_path: Path, capsys: Capsys) -> None:
    policy = tmp_path / "policy.json"
    rules = [
        no_flow(name="typing error", **{"from": {"columns": "crm.customer.email"}}),
        {"rule": "has-owner", "tables": "marts.*"},
        {"rule": "only-from", "columns": "a.b", "sources": "c.d"},
    ]
    policy.write_text(json.dumps({"rules": rules}), encoding="utf-8")
    assert main(["check", str(policy), SHOP]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"headwater: the rule {name} matches no table or column of these events"
        for name in ("typing error", "has-owner", "only-from")
    ]
    rules = [no_flow(name="to", to={"tables": "matr.*"}), no_flow(name="outside", to={"outside_tables": "*"})]
    policy.write_text(json.dumps({"rules": rules}), encoding="utf-8")
    assert main(["check", str(policy), SHOP]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "headwater: the rule to has a `to` that matches no table of these events"
    ]


BAD = {
    "": "it is not a mapping; write the keys rules and, if needed, tags",
    "[1]": "it is not a mapping",
    "rules: [": "line 1: not YAML",
    "rules: 5": "rules is 5; write a list of rules",
    "rules: []": "rules is []; write a list of rules",
    "rule: 5": "rule is 5; there is no such key; use rules",
    "rules: [{rule: no-flw}]": 'rules[0].rule is "no-flw"; write no-flow',
    "rules: [{rule: [1]}]": "rules[0].rule is [1]; write no-flow or only-from or no-unknown or has-owner",
    "rules: [{name: a}]": "rules[0].rule is missing; write no-flow or",
    "rules: [{rule: has-owner}]": "rules[0].tables is missing; write the name of a table",
    "rules: [{rule: has-owner, tables: [1]}]": "rules[0].tables is [1]; write the name of a table",
    "rules: [{rule: has-owner, name: 5, tables: a}]": "rules[0].name is 5; write a text",
    "rules: [{rule: has-owner, table: a}]": 'rules[0].table is "a"; there is no such key; use tables',
    "rules: [{rule: no-flow}]": "rules[0].to is missing; write a mapping with tables, namespaces",
    "rules: [{rule: no-flow, to: {}, from: {tag: a}}]": "rules[0].to is {}; write a mapping with tables",
    "rules: [{rule: no-flow, to: {tables: a}, from: {}}]": "rules[0].from is {}; write either tag or columns",
    "rules: [{rule: no-flow, to: {tables: a}, from: {tag: [a, b]}}]": "rules[0].from.tag is ['a', 'b']; write one tag",
    "rules: [{rule: no-flow, to: {tables: a}, from: {tag: a}, unless: mask}]": 'unless is "mask"; write masked',
    "rules: [{rule: no-flow, to: {tables: a}, from: {tag: a}, follow: 1}]": "follow is 1; write values or all",
    "tags: [a]\nrules: []": "tags is ['a']; write a mapping from each tag to its columns",
    "tags: {pii: 5}\nrules: []": "tags.pii is 5; write TABLE.COLUMN",
    "a: &a [*a]": "a is [[[[[[[...]]]]]]]; there is no such key",
    "a: &a [1,1,1,1,1,1,1,1,1,1,1]\nrules: &b [*a,*a,*a,*a,*a,*a]": "there is no such key",
    "\x00": "not YAML",
    "rules: []\ntags: {a: b.c}\nrules: [1]": 'line 1: the key "rules" is there 2 times; write it once',
    "tags:\n  x: &x [a.b]\n  pii: *x\n  pii: c.d\nrules: []": 'line 2: the key "pii" is there 2 times',
    '{"rules": [{"rule": "has-owner", "tables": "a", "tables": "b"}]}': 'the key "tables" is there 2 times',
}


@pytest.mark.parametrize("text", BAD)
def test_a_bad_policy_names_key_value_and_fix(tmp_path: Path, capsys: Capsys, text: str) -> None:
    policy = tmp_path / "policy.yml"
    policy.write_text(text, encoding="utf-8")
    assert main(["check", str(policy), SHOP]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"headwater: {policy}")
    assert BAD[text] in error


def test_a_policy_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    policy = tmp_path / "policy.json"
    policy.write_text('{"rules": [{"rule": "no-unknown", "tables": "stg.*"}]}', encoding="utf-8-sig")
    assert main(["check", str(policy), SHOP]) == 0


def test_a_csv_without_violations_has_its_head(tmp_path: Path, capsys: Capsys) -> None:
    policy = tmp_path / "policy.yml"
    policy.write_text("rules: [{rule: no-unknown, tables: stg.*}]", encoding="utf-8")
    assert main(["check", str(policy), SHOP, "--csv"]) == 0
    assert capsys.readouterr().out == "rule,violation,path\n"


def test_events_in_the_place_of_the_policy_are_an_error(tmp_path: Path, capsys: Capsys) -> None:
    assert main(["check", SHOP, str(DATA / "policy.yml")]) == 1
    assert main(["check", str(tmp_path / "none.yml"), SHOP]) == 1
    assert "give the policy first, then the events" in capsys.readouterr().err


def test_yaml_without_its_library_names_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: Capsys) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert main(["check", str(DATA / "policy.yml"), SHOP]) == 1
    assert "pip install 'headwater[policy]'" in capsys.readouterr().err
