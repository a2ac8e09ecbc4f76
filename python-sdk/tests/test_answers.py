"""`impact`, `where`, `unused`, `stale` and `unknown` on the events of a Spark application and of other producers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import samples
from headwater.analysis import ROWS, LineageGraph, find_impact, find_node
from headwater.analysis.lists import unused
from headwater.cli import main
from headwater.errors import UsageError
from headwater.events import read_events
from headwater.model import build_lineage
from samples import CLEAN, RAW_ORDERS, RAW_USERS, REPORT, Table, event, parsed

Capsys = pytest.CaptureFixture[str]
SHOP = str(Path(__file__).parent / "data" / "shop.jsonl")


def graph(*files: str | Path) -> LineageGraph:
    return LineageGraph(build_lineage(read_events(files or [SHOP]).events))


def reached(name: str, **options: Any) -> list[str]:
    found = graph()
    impact = find_impact(found, find_node(found, name), **options)
    return sorted(found.label(each.node) for each in impact.reached)


def printed(capsys: Capsys, *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_a_column_reaches_what_is_computed_from_it() -> None:
    amount = ["mart.broken.amount", "mart.mailing.score", "mart.revenue.revenue", "stg.large_orders.amount_usd"]
    assert reached("crm.rates.rate", direct=True) == [*amount, "stg.orders.amount_usd"]
    assert reached("crm.rates.rate", direct=True, depth=1) == ["stg.orders.amount_usd"]
    assert "mart.revenue" in reached("crm.rates.rate")  # a filter decides its rows


def test_a_column_comes_from_the_columns_of_its_expression() -> None:
    expected = ["crm.orders.amount", "crm.rates.rate", "stg.large_orders.amount_usd", "stg.orders.amount_usd"]
    assert reached("mart.revenue.revenue", downstream=False, direct=True) == expected
    assert "crm.orders.status" in reached("mart.revenue.revenue", downstream=False)


def test_a_table_reaches_what_any_of_its_columns_reaches() -> None:
    assert set(reached("crm.rates")) > set(reached("crm.rates.rate")) - {"crm.rates"}
    assert reached("crm.rates", depth=1)
    assert reached("mart.revenue") == []


def test_each_form_of_the_output_has_path_expression_and_last_run(capsys: Capsys) -> None:
    command = ["impact", "crm.rates.rate", SHOP, "--direct"]
    (row,) = [
        r for r in csv.DictReader(io.StringIO(printed(capsys, *command, "--csv"))) if r["table"] == "mart.revenue"
    ]
    assert (row["column"], row["expression"], row["last_status"]) == ("revenue", "sum(amount_usd)", "COMPLETE")
    assert row["path"] == "crm.rates.rate -> stg.orders.amount_usd -> mart.revenue.revenue"
    found = json.loads(printed(capsys, *command, "--json"))
    (revenue,) = [r for r in found["reached"] if r["table"] == "mart.revenue"]
    assert [step["expression"] for step in revenue["steps"]] == ["o.amount * r.rate", "sum(amount_usd)"]
    assert revenue["last_run"]["status"] == "COMPLETE"
    markdown = printed(capsys, *command, "--markdown").splitlines()
    assert markdown[0].startswith("| namespace | table | column |")
    assert len(markdown) == 2 + len(found["reached"])


def test_lineage_of_a_run_that_did_not_complete_is_marked(capsys: Capsys) -> None:
    text = printed(capsys, "impact", "mart.broken.amount", "--upstream", "--depth", "1", SHOP)
    assert "mart_broken; this job has not completed" in text
    rows = csv.DictReader(io.StringIO(printed(capsys, "impact", "crm.rates.rate", "--direct", "--csv", SHOP)))
    assert {row["table"]: row["completed"] for row in rows}["mart.broken"] == "no"


def test_a_longer_path_of_completed_runs_comes_before_a_short_one_that_failed(tmp_path: Path) -> None:
    def job(kind: str, name: str, second: int, source: str, target: str) -> dict[str, Any]:
        made = Table(target, ["x"], {"x": [(source, "x")]})
        return event(kind, name, second=second, inputs=[Table(source, ["x"])], outputs=[made])

    events = [
        job("FAIL", "short", 1, "a", "c"),
        job("COMPLETE", "long", 2, "a", "b"),
        job("COMPLETE", "rest", 3, "b", "c"),
        job("FAIL", "only", 4, "c", "d"),
    ]
    found = graph(samples.write(tmp_path / "a.jsonl", events))
    impact = find_impact(found, find_node(found, "a.x"))
    assert [(found.label(r.node), len(r.steps), impact.is_complete(r)) for r in impact.reached] == [
        ("b.x", 1, True),
        ("c.x", 2, True),
        ("d.x", 2, False),
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("crm.customers", "crm.customers"),
        ("CRM.Customers.EMAIL", "crm.customers.email"),
        ("customers.email", "crm.customers.email"),
        ("/tmp/shop/crm.db/customers.email", "crm.customers.email"),  # noqa: S108 - a dataset's name
        ("file /tmp/shop/crm.db/customers", "crm.customers"),
        ("spark_catalog.crm.customers", None),
        ("orders", None),
        ("crm.customers.mail", None),
        ("", None),
    ],
)
def test_a_name_may_be_short_if_it_is_unique(name: str, expected: str | None) -> None:
    found = graph()
    if expected:
        assert found.label(find_node(found, name)) == expected
        return
    with pytest.raises(UsageError, match="is the name of 2 tables" if name == "orders" else "no table or column"):
        find_node(found, name)


def test_the_runs_of_a_table_are_those_that_wrote_it_and_not_the_others_of_the_job(
    capsys: Capsys, tmp_path: Path
) -> None:
    source, first, second = Table("src", ["id"]), Table("a", ["id"], {"id": [("src", "id")]}), Table("b", ["id"])
    events = [
        event("COMPLETE", "daily", run="1", second=60, inputs=[source], outputs=[first]),
        event("FAIL", "daily", run="2", second=3600, inputs=[source], outputs=[second]),
        event("COMPLETE", "daily", run="3", second=7200, inputs=[source], outputs=[Table("c", ["id"])]),
    ]
    found = LineageGraph(build_lineage(parsed(events)))
    a, b = (find_node(found, name)[0] for name in ("s3://lake a", "s3://lake b"))
    start = parsed(events)[0].time.timestamp() * 1000
    assert [found.last_written(each) for each in (a, b)] == [start, None]
    runs = [found.last_run(each) for each in (a, b)]
    assert [(run.id, run.status) for run in runs if run] == [("1", "COMPLETE"), ("2", "FAIL")]
    assert main(["impact", "s3://lake src", str(samples.write(tmp_path / "e.jsonl", events))]) == 0
    assert "FAIL" not in "".join(line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("a "))


def test_names_that_only_the_case_tells_apart_can_be_found() -> None:
    users = Table("users", ["id", "ID", "Name"], {"id": [("Users", "ID")], "ID": [], "Name": []})
    events = [event("COMPLETE", "job", second=1, inputs=[Table("Users", ["ID"])], outputs=[users])]
    found = LineageGraph(build_lineage(parsed(events)))
    for name in ("users.ID", "users.id", "s3://lake users.ID"):
        node = find_node(found, name)
        assert found.lineage.datasets[node[0]].columns[node[1]].name == name[-2:]
        assert found.lineage.datasets[node[0]].name == "users"
    assert find_node(found, "users.name") == find_node(found, "USERS.Name")
    with pytest.raises(
        UsageError, match=r"3 tables or columns: 's3://lake Users.ID', 's3://lake users.id', 's3://lake"
    ):
        find_node(found, "USERS.Id")


def test_a_table_and_a_column_with_one_name_can_both_be_found() -> None:
    topics = [Table("events", ["id"]), Table("events.id", ["x"]), Table("EVENTS.ID", ["x"])]
    found = LineageGraph(build_lineage(parsed([event("COMPLETE", "job", second=1, outputs=topics)])))
    with pytest.raises(UsageError, match=r"of 2 tables or columns: .* in which # is before the column") as error:
        find_node(found, "events.id")
    names = str(error.value).split("'")[1::2]
    assert names == ["s3://lake events.id#", "s3://lake events#id"]
    table, column = (find_node(found, name) for name in names)
    assert (table[0] != column[0], table[1], column[1]) == (True, ROWS, 0)
    assert find_node(found, "events#id") == column


def test_a_wrong_name_lists_similar_ones(capsys: Capsys) -> None:
    assert main(["impact", "crm.customers.mail", SHOP]) == 1
    assert "similar: crm.customers.email" in capsys.readouterr().err


def test_columns_are_found_by_name(capsys: Capsys) -> None:
    rows = json.loads(printed(capsys, "where", "*.EMAIL*", SHOP, "--json"))
    assert [row["column"] for row in rows] == [
        "crm.customers.email",
        "stg.orders.email",
        "mart.contacts.email_hash",
        "mart.cleaned.email",
    ]
    assert printed(capsys, "where", "nothing", SHOP) == "nothing found\n"


def test_tables_and_columns_that_nothing_reads_are_listed(capsys: Capsys) -> None:
    rows = json.loads(printed(capsys, "unused", SHOP, "--json"))
    columns = [row["unused"] for row in rows if row["what"] == "column"]
    assert columns == ["crm.rates.day", "stg.large_orders.order_id"]
    assert "mart.revenue" in [row["unused"] for row in rows if row["what"] == "table"]


def test_a_field_is_used_with_its_struct_and_a_struct_with_its_field(tmp_path: Path) -> None:
    source = Table("source", ["a", "a.x", "a.x.y", "b", "b.x", "c", "c.x"])
    target = Table("target", ["v", "w"], {"v": [("source", "a.x")], "w": [("source", "b")]})
    events = [event("COMPLETE", "job", second=1, inputs=[source], outputs=[target])]
    rows = unused(graph(samples.write(tmp_path / "a.jsonl", events)))
    assert [row["unused"] for row in rows] == ["source.c", "source.c.x", "target"]


def test_columns_of_a_table_that_is_read_without_column_lineage_may_be_used(tmp_path: Path) -> None:
    reads = event("COMPLETE", "reader", second=1, inputs=[RAW_USERS])
    copies = event("COMPLETE", "copy", second=2, inputs=[RAW_ORDERS], outputs=[Table("copy", ["id"])])
    file = samples.write(tmp_path / "a.jsonl", [reads, copies])
    found = graph(file)
    assert [found.lineage.datasets[n].name for n in (0, 1) if found.reads_unknown_columns(n)] == [
        "raw/users",
        "raw/orders",
    ]
    impact = find_impact(found, find_node(found, "raw/orders.amount"))
    assert [found.label(each.node) for each in impact.reached] == ["copy"]
    assert not find_impact(found, find_node(found, "raw/orders.amount"), direct=True).reached


def test_a_table_is_stale_if_its_source_was_written_after_it(tmp_path: Path, capsys: Capsys) -> None:
    def write(name: str, second: int, inputs: list[Table], output: Table) -> list[dict[str, Any]]:
        run = f"{name} {second}"
        begin = event("START", name, second=second, run=run)
        return [begin, event("COMPLETE", name, second=second + 1, run=run, inputs=inputs, outputs=[output])]

    events = [*write("clean", 0, [RAW_ORDERS], CLEAN), *write("report", 5, [CLEAN], REPORT)]
    file = str(samples.write(tmp_path / "a.jsonl", events))
    assert printed(capsys, "stale", file) == "nothing found\n"
    samples.write(tmp_path / "a.jsonl", [*events, *write("clean", 10, [RAW_ORDERS], CLEAN)])
    (row,) = json.loads(printed(capsys, "stale", file, "--json"))
    assert (row["table"], row["reason"]) == ("gold/report", "written after it: clean/orders")
    rows = json.loads(printed(capsys, "stale", file, "--json", "--days", "2", "--at", "2026-05-10"))
    assert [row["reason"].split("; ")[-1] for row in rows] == ["not written for 8 days"] * 2
    assert main(["stale", file, "--at", "yesterday"]) == 1
    assert "--at yesterday: not a time; write it as" in capsys.readouterr().err
    for days in ("nan", "inf", "-1", "two"):
        with pytest.raises(SystemExit):
            main(["stale", file, f"--days={days}"])
        assert f"{days} is not a number of days; give 0 or more" in capsys.readouterr().err


def test_local_opaque_and_unknown_columns_are_listed_with_node_and_job(tmp_path: Path, capsys: Capsys) -> None:
    rows = json.loads(printed(capsys, "unknown", SHOP, "--json"))
    assert [(row["column"], row["certainty"]) for row in rows] == [
        ("mart.cleaned.order_id", "opaque"),
        ("mart.cleaned.email", "opaque"),
    ]
    gap = {"node": "Acme (scan)", "stage": "sources", "reason": "no rule for it", "count": 1}
    facets = {"headwater_coverage": {"columns": {"unknown": 1}, "gaps": [gap]}}
    table = Table("out", ["a", "b"], {"a": [], "b": []}).to_json()
    for name, certainty in {"a": "unknown", "b": "local"}.items():
        table["facets"]["columnLineage"]["fields"][name]["transformationDescription"] = certainty
    made = {**event("COMPLETE", "etl", second=1, run_facets=facets), "outputs": [table]}
    rows = json.loads(printed(capsys, "unknown", str(samples.write(tmp_path / "a.jsonl", [made])), "--json"))
    assert rows == [
        {"column": "out.a", "certainty": "unknown", "reason": "", "node": "Acme (scan)", "job": "etl"},
        {"column": "out.b", "certainty": "local", "reason": "", "node": "Acme (scan)", "job": "etl"},
        {"column": "", "certainty": "gap", "reason": "sources: no rule for it", "node": "Acme (scan)", "job": "etl"},
    ]


@pytest.mark.parametrize("form", ["text", "csv", "json", "markdown"])
def test_a_name_cannot_leave_its_place(tmp_path: Path, capsys: Capsys, form: str) -> None:
    name = "=1|x\x1b[31m\n`````\n@team <b>"
    table = Table(name, ["a"], {"a": [("raw/orders", "amount")]})
    file = str(samples.write(tmp_path / "a.jsonl", [event("COMPLETE", name, second=1, outputs=[table])]))
    flag = [] if form == "text" else [f"--{form}"]
    text = printed(capsys, "impact", "raw/orders.amount", file, *flag)
    assert "\x1b" not in text
    assert not [line for line in text.splitlines() if line.startswith(("`", "@", "=") if form == "csv" else ("`", "@"))]
    if form == "markdown":
        assert "`" not in text
        assert "<b>" not in text


def test_a_wrong_depth_is_named(capsys: Capsys) -> None:
    with pytest.raises(SystemExit):
        main(["impact", "a", "--depth", "0"])
    assert "0 is not a number of steps; give 1 or more" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["impact", "where", "unused", "stale", "unknown", "check"])
def test_help_names_the_inputs(capsys: Capsys, command: str) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "files with OpenLineage events" in text
    assert "--markdown" in text
