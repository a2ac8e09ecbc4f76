"""The oracle, with programs that are Python functions over the rows: a lost edge is a miss, a false claim is counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.hunt.lineage import Claims, Lineage
from tests.hunt.oracle import Miss, Oracle, Verdict, smallest
from tests.hunt.program import Program, Step
from tests.hunt.tables import Table, TableData, tables, unnamed_parts

Row = dict[str, Any]
PROGRAM = Program("p1", "query", result=Step("sql", "SELECT * FROM t1"))
DIRECT, INDIRECT = frozenset({"DIRECT IDENTITY"}), frozenset({"INDIRECT FILTER"})
DRAWS = [TableData.draw(tables("4.0"), seed) for seed in range(3)]


def engine(
    **columns: Callable[[Row], object],
) -> Callable[[Program, Sequence[TableData]], list[dict[str, Any]]]:
    """Runs one function for each output column over the rows of t1."""

    def run(_: Program, variants: Sequence[TableData]) -> list[dict[str, Any]]:
        return [
            {
                "columns": {
                    name: sorted(str(f(row)) for row in data.rows["t1"])
                    for name, f in columns.items()
                }
            }
            for data in variants
        ]

    return run


def exact(columns: dict[str, Claims], rows: Claims | None = None) -> Lineage:
    return Lineage(columns, rows or {})


def judged(
    lineage: Lineage, *, claims: bool = False, **columns: Callable[[Row], object]
) -> Verdict:
    return Oracle(engine(**columns)).judge(PROGRAM, lineage, DRAWS, claims=claims)


def test_a_right_lineage_has_no_miss() -> None:
    lineage = exact({"a": {("t1", "k"): DIRECT}, "b": {("t1", "x"): DIRECT, ("t1", "g"): INDIRECT}})
    verdict = judged(lineage, a=lambda r: r["k"], b=lambda r: r["x"] if r["g"] == "1" else None)
    assert (verdict.misses, verdict.outputs, verdict.states) == ([], 2, {"exact": 2})


def test_an_edge_that_is_removed_from_the_event_is_a_miss() -> None:
    lineage = exact({"a": {("t1", "x"): DIRECT}})
    verdict = judged(lineage, a=lambda r: (r["x"], r["u"]))
    assert [(m.column, m.parts) for m in verdict.misses] == [("a", (("t1", "u"),))]
    assert str(verdict.misses[0]) == "a changes with t1.u"


def test_a_column_that_names_nothing_but_depends_on_data_is_a_miss() -> None:
    verdict = judged(exact({"a": {}}), a=lambda r: r["day"])
    assert verdict.misses == [Miss("a", (("t1", "day"),), 0)]


def test_a_claim_on_the_rows_names_the_source_for_every_column() -> None:
    verdict = judged(exact({"a": {}}, {("t1", "k"): INDIRECT}), a=lambda r: r["k"])
    assert verdict.misses == []


@pytest.mark.parametrize(
    ("part", "other"), [("m.value", "m.key"), ("items._element.a", "items._element.b")]
)
def test_the_part_of_a_nested_column_that_is_not_named_is_a_miss(part: str, other: str) -> None:
    verdict = judged(exact({"a": {("t1", part): DIRECT}}), a=lambda r: r[part.partition(".")[0]])
    assert [m.parts for m in verdict.misses] == [(("t1", other),)]


def test_a_column_that_names_the_whole_names_its_parts() -> None:
    assert judged(exact({"a": {("t1", "m"): DIRECT}}), a=lambda r: r["m"]).misses == []


def test_two_parts_that_change_the_result_only_together_are_both_found() -> None:
    def needs_both(items: Sequence[tuple[str, str]]) -> bool:
        return {("t1", "b"), ("t1", "y")} <= set(items)

    assert smallest([("t1", c) for c in "abcxyz"], needs_both) == [("t1", "b"), ("t1", "y")]


def test_a_column_that_depends_on_the_order_of_rows_proves_nothing() -> None:
    def first_day(_: Program, variants: Sequence[TableData]) -> list[dict[str, Any]]:
        return [
            {
                "columns": {
                    "a": [str(data.rows["t1"][0]["day"])],
                    "b": [max(map(day, data.rows["t1"]))],
                }
            }
            for data in variants
        ]

    def day(row: Row) -> str:
        return str(row["day"])

    verdict = Oracle(first_day).judge(PROGRAM, exact({"a": {}, "b": {}}), DRAWS, claims=False)
    assert {m.column for m in verdict.misses} == {"b"}
    assert verdict.of_order == ["a"]


def test_a_column_that_depends_on_the_partitions_proves_nothing() -> None:
    """A window before `dropDuplicates` sorts the rows of each partition, whatever their order was."""

    def of_partitions(_: Program, variants: Sequence[TableData]) -> list[dict[str, Any]]:
        return [
            {"columns": {"a": sorted(str(row["k"]) for row in v.rows["t1"]) * v.partitions}}
            for v in variants
        ]

    verdict = Oracle(of_partitions).judge(PROGRAM, exact({"a": {}}), DRAWS, claims=False)
    assert (verdict.misses, verdict.of_order) == ([], ["a"])


@pytest.mark.parametrize("state", ["unknown", "absent"])
def test_a_column_whose_lineage_is_unknown_is_counted_and_not_judged(state: str) -> None:
    lineage = Lineage({"a": {}}, {}, {"a": "unknown"}) if state == "unknown" else Lineage()
    verdict = judged(lineage, a=lambda r: r["k"])
    assert (verdict.misses, verdict.states) == ([], {state: 1})


def test_an_opaque_column_is_judged_too() -> None:
    lineage = Lineage({"a": {("t1", "k"): DIRECT}}, {}, {"a": "opaque"})
    assert judged(lineage, a=lambda r: (r["k"], r["x"])).misses


def test_a_claim_that_no_experiment_supports_is_counted() -> None:
    lineage = exact({"a": {("t1", "k"): DIRECT, ("t1", "w"): INDIRECT}})
    verdict = judged(lineage, claims=True, a=lambda r: r["k"])
    assert {(c.part[1], c.supported) for c in verdict.claims} == {("k", True), ("w", False)}


def test_a_run_that_ends_in_an_error_proves_nothing() -> None:
    def fails(_: Program, variants: Sequence[TableData]) -> list[dict[str, Any]]:
        return [
            {"error": "no"} if data not in DRAWS else {"columns": {"a": ["1"]}} for data in variants
        ]

    verdict = Oracle(fails).judge(PROGRAM, exact({"a": {}}), DRAWS, claims=False)
    assert (verdict.misses, verdict.failed, verdict.experiments) == ([], 2, 3)


def test_a_program_that_always_fails_has_its_error() -> None:
    verdict = Oracle(lambda _, v: [{"error": "overflow"} for _ in v]).judge(
        PROGRAM, exact({}), DRAWS, claims=False
    )
    assert (verdict.error, verdict.outputs) == ("overflow", 0)


def test_a_program_whose_result_has_no_value_is_counted() -> None:
    assert judged(exact({"a": {}}), a=lambda _: "null").empty


def test_the_unnamed_parts_are_as_large_as_they_can_be() -> None:
    one = {"t": Table("t", 1, {"k": "int", "nest": "nest", "items": "items"})}
    claims = frozenset({("t", "nest.s.a"), ("t", "items._element")})
    assert unnamed_parts(one, claims) == {("t", "k"), ("t", "nest.s.b"), ("t", "nest.d")}
