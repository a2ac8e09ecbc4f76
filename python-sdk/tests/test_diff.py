from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import samples
from headwater.cli import main
from headwater.diff import compare, snapshot_of
from headwater.diff.compare import _unqualified
from headwater.events import read_events
from headwater.model import build_lineage
from samples import CLEAN, RAW_ORDERS, RAW_USERS, REPORT, Table, event

if TYPE_CHECKING:
    from pathlib import Path

    from headwater.diff import Difference, Snapshot

Capsys = pytest.CaptureFixture[str]


def written(path: Path, *jobs: tuple[list[Table], Table]) -> str:
    """Write the events of some jobs, each with its inputs and its output."""
    events = [
        event("COMPLETE", f"job {number}", second=number, inputs=inputs, outputs=[output])
        for number, (inputs, output) in enumerate(jobs)
    ]
    return str(samples.write(path, events))


def snapshot(path: str) -> Snapshot:
    return snapshot_of(build_lineage(read_events([path]).events))


def difference(folder: Path, clean: Table, inputs: list[Table] | None = None) -> Difference:
    """Compare the shop with a version that has another table `clean orders`."""
    base = written(folder / "base.jsonl", ([RAW_USERS, RAW_ORDERS], CLEAN), ([CLEAN], REPORT))
    head = written(folder / "head.jsonl", (inputs or [RAW_USERS, RAW_ORDERS], clean), ([clean], REPORT))
    return compare(snapshot(base), snapshot(head))


def lines(difference: Difference) -> list[str]:
    return [
        " ".join(filter(None, (c.sign, c.what, c.dataset.removeprefix("s3://lake "), c.column, c.before, c.after)))
        for c in difference.changes
    ]


def test_other_runs_of_the_same_lineage_do_not_differ(tmp_path: Path, capsys: Capsys) -> None:
    base = str(samples.write(tmp_path / "base.jsonl", samples.shop()))
    later = [{**each, "run": {**each["run"], "runId": f"later {each['run']['runId']}"}} for each in samples.shop()]
    head = str(samples.write(tmp_path / "head.jsonl", later))
    assert main(["diff", base, head, "--fail-on", "any"]) == 0
    assert capsys.readouterr().out == "lineage is the same\n"


def test_a_removed_column_lists_the_affected_columns(tmp_path: Path) -> None:
    lineage = {name: of for name, of in (CLEAN.lineage or {}).items() if name != "country"}
    found = difference(tmp_path, replace(CLEAN, columns=["order_id", "amount"], lineage=lineage))
    assert lines(found) == ["- column clean/orders country string"]
    assert found.changes[0].reaches == (("s3://lake gold/report", "country"),)
    assert found.changes[0].loses


def test_an_expression_over_the_same_columns_that_changed_is_shown(tmp_path: Path, capsys: Capsys) -> None:
    base = written(tmp_path / "base.jsonl", ([RAW_USERS, RAW_ORDERS], CLEAN), ([CLEAN], REPORT))
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for path, direct, indirect in zip(paths, ("upper", "lower"), ("ok", "new"), strict=True):
        text = (tmp_path / "base.jsonl").read_text(encoding="utf-8")
        for kind, expression in (("DIRECT", f"{direct}(amount)"), ("INDIRECT", f"WHERE status = '{indirect}'")):
            text = re.sub(rf'("type": "{kind}".*?"description": )""', rf'\1"{expression}"', text)
        path.write_text(text, encoding="utf-8")
    found = compare(*(snapshot(str(path)) for path in paths))
    assert "~ expression clean/orders amount upper(amount) lower(amount)" in lines(found)
    assert "~ expression clean/orders WHERE status = 'ok' WHERE status = 'new'" in lines(found)
    assert not any(change.loses for change in found.changes)
    assert main(["diff", *map(str, paths), "--fail-on", "lost"]) == 0
    assert "~ amount = upper(amount) -> lower(amount); reaches " in capsys.readouterr().out
    assert main(["diff", *map(str, paths), "--fail-on", "any"]) == 1
    assert lines(compare(snapshot(base), snapshot(str(paths[0])))) == []  # one side has no expressions


def test_another_alias_of_a_table_is_no_change(tmp_path: Path) -> None:
    base = written(tmp_path / "base.jsonl", ([RAW_USERS, RAW_ORDERS], CLEAN), ([CLEAN], REPORT))
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for path, expression in zip(paths, ("concat(a.amount, 'x.y', 1.5)", "concat(`o`.amount, 'x.y', 1.5)"), strict=True):
        text = (tmp_path / "base.jsonl").read_text(encoding="utf-8")
        path.write_text(text.replace('"description": ""', f'"description": "{expression}"'), encoding="utf-8")
    assert lines(compare(*(snapshot(str(path)) for path in paths))) == []
    other = paths[1].read_text(encoding="utf-8").replace("'x.y'", "'z.y'")
    paths[1].write_text(other, encoding="utf-8")
    assert lines(compare(*(snapshot(str(path)) for path in paths))) != []
    assert lines(compare(snapshot(base), snapshot(str(paths[0])))) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("JOIN ON o.id = c.user AND c.x = 'a'", "JOIN ON user = id AND 'a' = x"),
        ("CASE WHEN f((b <=> a)) THEN 1 END", "CASE WHEN f((a <=> b)) THEN 1 END"),
        ("JOIN ON o.id = c.id AND o.x = 1", "JOIN ON y.id = b.id AND 1 = y.x"),
        ("nvl(o.a, c.a) AND (o.b = c.d)", "nvl(o.a, c.a) AND (c.d = o.b)"),
        ("JOIN ON o.id = c.id AND o.day BETWEEN c.a AND c.b", "JOIN ON x.id = y.id AND x.day BETWEEN y.a AND y.b"),
    ],
)
def test_the_sides_of_an_equality_have_no_order(before: str, after: str) -> None:
    assert _unqualified(before) == _unqualified(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("b <= a", "a <= b"),
        ("x + b = a", "x + a = b"),
        ("b = a * 2", "a = b * 2"),
        ("b = a = c", "a = b = c"),
        ("s = 'ON b = a'", "s = 'ON a = b'"),
        ("c BETWEEN 1 AND b = a", "c BETWEEN 1 AND a = b"),
        ("x BETWEEN a + 1 AND b = c", "x BETWEEN a + 1 AND c = b"),
        ("c BETWEEN 1 AND o.a = c.a", "c BETWEEN 1 AND c.a = o.a"),
        ("x + o.a = c.a", "x + c.a = o.a"),
    ],
)
def test_other_sides_have_an_order(before: str, after: str) -> None:
    assert _unqualified(before) != _unqualified(after)


def test_a_file_without_events_is_not_compared(tmp_path: Path, capsys: Capsys) -> None:
    (tmp_path / "empty.jsonl").touch()
    head = str(samples.write(tmp_path / "head.jsonl", samples.shop()))
    for one, other in ((str(tmp_path / "empty.jsonl"), head), (head, str(tmp_path / "empty.jsonl"))):
        assert main(["diff", one, other, "--fail-on", "lost"]) == 1
        assert "empty.jsonl, so nothing was compared" in capsys.readouterr().err


def test_a_source_that_changed_is_named_with_how_it_is_used(tmp_path: Path) -> None:
    lineage = {**(CLEAN.lineage or {}), "amount": [("raw/orders", "id")]}
    found = difference(tmp_path, replace(CLEAN, lineage=lineage))
    assert lines(found) == [
        "- source clean/orders amount DIRECT IDENTITY",
        "+ source clean/orders amount DIRECT IDENTITY",
    ]
    assert [change.source for change in found.changes] == [
        ("s3://lake raw/orders", "amount"),
        ("s3://lake raw/orders", "id"),
    ]
    assert [change.loses for change in found.changes] == [True, False]


def test_a_change_of_a_row_dependency_affects_every_column(tmp_path: Path) -> None:
    found = difference(tmp_path, replace(CLEAN, whole=[]))
    assert lines(found) == ["- source clean/orders INDIRECT FILTER"]
    assert found.changes[0].reaches == (("s3://lake gold/report", "country"), ("s3://lake gold/report", "total"))


def test_a_type_that_changed_is_a_loss(tmp_path: Path) -> None:
    schema = {"schema": {"fields": [{"name": name, "type": "int"} for name in CLEAN.columns]}}
    found = difference(tmp_path, replace(CLEAN, facets=schema))
    assert "~ type clean/orders amount string int" in lines(found)
    assert all(change.loses for change in found.changes)


def test_added_and_removed_datasets_and_inputs_without_columns_are_reported(tmp_path: Path) -> None:
    new = Table("raw/vouchers", ["code"])
    found = difference(tmp_path, CLEAN, [RAW_USERS, RAW_ORDERS, new])
    assert lines(found) == ["+ input clean/orders", "+ dataset raw/vouchers"]
    assert found.changes[0].source == ("s3://lake raw/vouchers", "")
    assert not any(change.loses for change in found.changes)


@pytest.mark.parametrize(
    ("was", "now", "loses"),
    [("", "opaque", True), ("", "local", True), ("opaque", "", False), ("", "declared", False)],
)
def test_a_less_certain_dependency_is_a_loss(tmp_path: Path, was: str, now: str, *, loses: bool) -> None:
    files = []
    for side, certainty in (("base", was), ("head", now)):
        made = event("COMPLETE", "job", second=1, inputs=[RAW_USERS], outputs=[REPORT])
        field = made["outputs"][0]["facets"]["columnLineage"]["fields"]["total"]["inputFields"][0]
        field["transformations"][0]["description"] = f"{certainty}: f(x)" if certainty else "f(x)"
        files.append(str(samples.write(tmp_path / f"{side}.jsonl", [made])))
    found = compare(*map(snapshot, files))
    assert [(change.sign, change.what, change.loses) for change in found.changes] == [("~", "source", loses)]


def test_a_column_of_a_view_that_changes_lists_what_reads_the_view(tmp_path: Path) -> None:
    base, head = samples.reader(), samples.reader()
    definition = head["run"]["facets"]["headwater_views"]["views"][0]["definition"]
    definition["fields"]["amount"][0]["field"] = "id"
    files = [str(samples.write(tmp_path / f"{side}.jsonl", [made])) for side, made in (("b", base), ("h", head))]
    found = compare(*map(snapshot, files))
    assert lines(found) == ["- source db.paid amount DIRECT IDENTITY", "+ source db.paid amount DIRECT IDENTITY"]
    assert found.changes[0].reaches == (("s3://lake db.large", "amount"), ("s3://lake gold/sums", "total"))


def test_a_new_gap_is_a_loss(tmp_path: Path, capsys: Capsys) -> None:
    gap = {"headwater_coverage": {"gaps": [{"node": "com.acme.Node", "stage": "plan", "reason": "unknown node"}]}}
    made = event("COMPLETE", "job", second=1, inputs=[RAW_USERS], outputs=[REPORT])
    seen = str(samples.write(tmp_path / "base.jsonl", [made]))
    unseen = str(samples.write(tmp_path / "head.jsonl", [{**made, "run": {**made["run"], "facets": gap}}]))
    assert main(["diff", seen, unseen, "--fail-on", "lost"]) == 1
    assert capsys.readouterr().out == "gaps +1\n\nnot seen\n  + com.acme.Node (plan): unknown node\n"
    assert main(["diff", unseen, seen, "--fail-on", "lost"]) == 0


def test_names_can_be_normalised(tmp_path: Path, capsys: Capsys) -> None:
    base = samples.write(tmp_path / "base.jsonl", samples.shop())
    head = tmp_path / "head.jsonl"
    head.write_text(base.read_text(encoding="utf-8").replace("s3://lake", "s3://branch-7"), encoding="utf-8")
    assert main(["diff", str(base), str(head), "--fail-on", "any"]) == 1
    capsys.readouterr()
    assert main(["diff", str(base), str(head), "--rename", r"s3://(branch-\d+|lake)=s3://x", "--fail-on", "any"]) == 0
    for rule in ("(=x", "x", r"x=\1"):
        assert main(["diff", str(base), str(head), "--rename", rule]) == 1
        assert capsys.readouterr().err.startswith(f"headwater: --rename {rule}: ")


NAMES = [
    "a\n`````\n</details>\n# @team [x](https://example.org)",
    "`````````",
    "</code></summary><img src=x> @team",
    "\x1b[31mred\x9b0m\u202e\u2028\r",
]


def test_no_name_leaves_its_place_in_the_output(tmp_path: Path, capsys: Capsys) -> None:
    tables = [Table(name, [name], {name: [(name, name)]}, whole=[(name, name)]) for name in NAMES]
    base = written(tmp_path / "base.jsonl", *(([RAW_USERS], table) for table in tables))
    head = written(tmp_path / "head.jsonl", *(([table], replace(table, lineage=None)) for table in tables))
    for output in ("text", "markdown", "json"):
        for one, other in ((base, head), (head, base)):
            main(["diff", one, other, *([] if output == "text" else [f"--{output}"])])
            printed = capsys.readouterr().out
            assert not set(printed) & set("\x1b\x9b\u202e\u2028\r")
            if output == "markdown":
                assert_markdown_is_closed(printed)


def assert_markdown_is_closed(text: str) -> None:
    """Each line is of the comment's own form, and names are only inside a fence or inside `code`."""
    forms = r"\*\*Lineage\*\*: [a-z0-9 ,+~-]+|<details><summary><b><code>[^<>]*</code></b>: \d+ changed( ⚠)?</summary>"
    fenced = False
    for line in text.splitlines():
        if line in {"`````diff", "`````"}:
            assert fenced == (line == "`````")
            fenced = not fenced
        elif fenced:
            assert line.startswith(("+ ", "- ", "! "))
        else:
            assert line in {"", "</details>"} or re.fullmatch(forms, line), line
    assert not fenced


def test_all_formats_have_the_same_content(tmp_path: Path, capsys: Capsys) -> None:
    base = written(tmp_path / "base.jsonl", ([RAW_USERS, RAW_ORDERS], CLEAN), ([CLEAN], REPORT))
    head = written(tmp_path / "head.jsonl", ([RAW_USERS, RAW_ORDERS], replace(CLEAN, whole=None)), ([CLEAN], REPORT))
    expected_line = "- rows <- raw/orders.status (INDIRECT FILTER); reaches gold/report.country, gold/report.total"
    assert main(["diff", base, head]) == 0
    assert capsys.readouterr().out == f"sources -1\n\ns3://lake clean/orders\n  {expected_line}\n"
    assert main(["diff", base, head, "--markdown"]) == 0
    comment = capsys.readouterr().out.splitlines()
    assert comment[0] == "**Lineage**: sources -1"
    assert comment[2] == "<details><summary><b><code>clean/orders</code></b>: 1 changed ⚠</summary>"
    assert expected_line in comment
    assert main(["diff", base, head, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "counts": {"source": {"+": 0, "-": 1, "~": 0}},
        "changes": [
            {
                "sign": "-",
                "what": "source",
                "loses": True,
                "dataset": "s3://lake clean/orders",
                "source": {"dataset": "s3://lake raw/orders", "column": "status"},
                "before": "INDIRECT FILTER",
                "reaches": [
                    {"dataset": "s3://lake gold/report", "column": "country"},
                    {"dataset": "s3://lake gold/report", "column": "total"},
                ],
            }
        ],
    }
