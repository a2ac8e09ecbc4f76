"""What counts as a change, and what as a loss, whatever the events leave out and in whatever order they come."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from headwater.cli import main
from headwater.diff import compare
from headwater.diff.compare import _unqualified
from headwater.events import read_events
from headwater.model import build_lineage
from samples import Json, Table, field
from test_diff import Capsys, lines, snapshot, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class CountedLookups(defaultdict[Any, Any]):
    """A mapping that counts how often somebody goes through all of it."""

    rounds = 0

    def __iter__(self) -> Iterator[Any]:
        self.rounds += 1
        return super().__iter__()


def test_columns_without_types_are_compared(tmp_path: Path, capsys: Capsys) -> None:
    def file(name: str, *fields: Json) -> str:
        return written(tmp_path / name, ([], Table("t", [], facets={"schema": {"fields": list(fields)}})))

    both, one = file("both", {"name": "a"}, {"name": "b", "type": "int"}), file("one", {"name": "a", "type": "int"})
    assert main(["diff", both, one, "--fail-on", "lost"]) == 1
    assert "  - column b (int)\n" in capsys.readouterr().out
    assert lines(compare(snapshot(one), snapshot(both))) == ["+ column t b int"]
    without = file("without", {"name": "a"}, {"name": "c"})
    assert main(["diff", file("a", {"name": "a"}), without]) == 0
    assert "  + column c\n" in capsys.readouterr().out


def test_only_the_order_of_certainties_says_what_is_lost(tmp_path: Path) -> None:
    def sources(description: str) -> Table:
        return Table("t", ["c"], facets={"columnLineage": described([("x", description)])})

    def described(inputs: list[tuple[str, str]]) -> Json:
        fields = [
            {"namespace": "s3://lake", "name": "s", "field": field, "transformations": [{"description": text}]}
            for field, text in inputs
        ]
        return {"fields": {"c": {"inputFields": fields}}}

    def loses(was: str, now: str) -> list[tuple[str, bool]]:
        sides = [written(tmp_path / name, ([], sources(text))) for name, text in (("a", was), ("b", now))]
        return [(change.what, change.loses) for change in compare(*map(snapshot, sides)).changes]

    assert loses("coalesce(x, '')", "coalesce(x, 'unknown')") == [("expression", False)]
    assert loses("unknown: f(x)", "opaque: f(x)") == [("source", False)]
    assert loses("opaque: f(x)", "local: f(x)") == [("source", False)]
    assert loses("local: f(x)", "unknown: f(x)") == [("source", True)]


def test_a_column_without_sources_may_become_uncertain(tmp_path: Path, capsys: Capsys) -> None:
    def file(name: str, description: str | None) -> str:
        entry = {"inputFields": [], **({"transformationDescription": description} if description else {})}
        facets = {"columnLineage": {"fields": {"c": entry}}} if description is not None else {}
        return written(tmp_path / name, ([], Table("t", ["c"], facets=facets)))

    exact, unknown, silent = file("exact", ""), file("unknown", "unknown"), file("silent", None)
    assert main(["diff", exact, unknown, "--fail-on", "lost"]) == 1
    out = capsys.readouterr().out
    assert "certainties ~1" in out
    assert "  ~ c <- nothing (exact -> unknown)" in out
    assert main(["diff", unknown, exact, "--fail-on", "lost"]) == 0
    assert main(["diff", silent, unknown, "--fail-on", "any"]) == 0
    assert main(["diff", exact, file("other", "a text of another producer"), "--fail-on", "any"]) == 0


def symlink(name: str) -> Json:
    return {"symlinks": {"identifiers": [{"namespace": "s3://lake", "name": name, "type": "TABLE"}]}}


def test_the_order_of_events_does_not_change_the_name_of_a_dataset(tmp_path: Path) -> None:
    tables = [Table(name, ["a"], facets=symlink(other)) for name, other in (("wh/t", "db.t"), ("db.t", "wh/t"))]
    jobs: list[tuple[list[Table], Table]] = [([], table) for table in tables]
    sides = [written(tmp_path / "a", *jobs), written(tmp_path / "b", *reversed(jobs))]
    assert lines(compare(*map(snapshot, sides))) == []
    names = {dataset.name for side in sides for dataset in build_lineage(read_events([side]).events).datasets}
    assert names == {"db.t"}


def test_the_time_does_not_grow_with_the_square_of_the_datasets(tmp_path: Path) -> None:
    names = pairwise(f"t{number}" for number in range(20))
    jobs = [([Table(one, ["a"])], Table(other, ["a"], {"a": [(one, "a")]})) for one, other in names]
    found = snapshot(written(tmp_path / "events.jsonl", *jobs))
    found.sources = counted = CountedLookups(found.sources.default_factory, found.sources)
    assert compare(found, found).changes == ()
    assert counted.rounds <= 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("coalesce(c.email, e.email)", "coalesce(e.email, c.email)"),
        ("coalesce(c.email, email)", "coalesce(email, c.email)"),
        ("JOIN ON c.id = e.id AND c.day < e.day", "JOIN ON c.id = e.id AND e.day < c.day"),
        ("db1.f(email)", "db2.f(email)"),
        ("a.db.f(c.email)", "b.db.f(c.email)"),
        ("concat(c.email, 'd.email')", "concat(c.email, 'e.email')"),
    ],
)
def test_columns_of_one_name_that_change_places_are_a_change(
    tmp_path: Path, capsys: Capsys, before: str, after: str
) -> None:
    def file(name: str, expression: str) -> str:
        fields = [field(table, "email", "DIRECT", "TRANSFORMATION") for table in ("crm", "erp")]
        for each in fields:
            each["transformations"][0]["description"] = expression
        facets = {"columnLineage": {"fields": {"email": {"inputFields": fields}}}}
        return written(tmp_path / name, ([], Table("t", ["email"], facets=facets)))

    one, other = file("before", before), file("after", after)
    assert main(["diff", one, one, "--fail-on", "any"]) == 0
    capsys.readouterr()
    assert main(["diff", one, other, "--fail-on", "any"]) == 1
    assert f"~ email = {before} -> {after}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("JOIN ON o.id = c.id", "JOIN ON x.id = y.id"),
        ("upper(o.name)", "upper(name)"),
        ("f(o.name, o.name, c.id)", "f(x.name, x.name, y.id)"),
        ("shop.f(o.name)", "shop.f(x.name)"),
        ("f(spark_catalog.crm.orders.name)", "f(`o`.name)"),
    ],
)
def test_an_alias_that_tells_nothing_apart_does_not_count(before: str, after: str) -> None:
    assert _unqualified(before) == _unqualified(after)
