"""Values are drawn by a seed, and a change touches only what it may."""

from __future__ import annotations

from random import Random

from tests.hunt import values
from tests.hunt.shapes import SHAPES
from tests.hunt.tables import BATCH_ROWS, Table, TableData, select, tables

TABLES = tables("4.0")
DATA = TableData.draw(TABLES, 4)


def test_a_seed_gives_the_same_rows() -> None:
    assert TableData.draw(TABLES, 4).rows == DATA.rows
    assert TableData.draw(TABLES, 5).rows != DATA.rows


def test_a_change_of_a_column_leaves_all_others() -> None:
    changed = DATA.changed(frozenset({("t1", "x")}), "all", 1)
    assert changed.rows["t2"] == DATA.rows["t2"]
    rest = [{k: v for k, v in row.items() if k != "x"} for row in changed.rows["t1"]]
    assert rest == [{k: v for k, v in row.items() if k != "x"} for row in DATA.rows["t1"]]
    assert [row["x"] for row in changed.rows["t1"]] != [row["x"] for row in DATA.rows["t1"]]


def test_a_change_of_a_field_in_an_array_leaves_its_length_and_the_other_fields() -> None:
    shape, old = SHAPES["items"], [{"a": "1", "b": "'x'"}, None, {"a": "2", "b": None}]
    new = values.changed(shape, old, "items", {"items._element.a": Random(1)}, "all")
    assert [e and e["b"] for e in new] == ["'x'", None, None]
    assert [e and e["a"] for e in new] != ["1", None, "2"]


def test_the_new_keys_of_a_map_differ_from_each_other_and_keep_the_values() -> None:
    old = [("'a'", "1"), ("'b'", None), ("'ab'", "3")]
    for seed in range(20):
        new = values.changed(SHAPES["map"], old, "m", {"m.key": Random(seed)}, "null")
        assert [v for _, v in new] == ["1", None, "3"]
        assert len({k for k, _ in new}) == 3


def test_the_new_values_of_a_part_do_not_depend_on_the_other_parts() -> None:
    alone = DATA.changed(frozenset({("t1", "x")}), "all", 1)
    together = DATA.changed(frozenset({("t1", "x"), ("t1", "g"), ("t1", "m.key")}), "all", 1)
    assert [row["x"] for row in alone.rows["t1"]] == [row["x"] for row in together.rows["t1"]]


def test_reordered_data_have_the_same_rows_in_other_partitions() -> None:
    others = [DATA.reordered(seed) for seed in range(8)]
    for other in others:
        assert sorted(map(str, other.rows["t1"])) == sorted(map(str, DATA.rows["t1"]))
    assert [other.partitions for other in others] == [1, 3, 2, 7, 5, 11, 4, 6]


def test_rows_of_a_stream_stay_in_their_batch() -> None:
    rows = DATA.rows["t1"]
    other = DATA.reordered(1, batches=True).rows["t1"]
    assert other != rows
    for at in range(0, len(rows), BATCH_ROWS):
        batch = slice(at, at + BATCH_ROWS)
        assert sorted(map(str, other[batch])) == sorted(map(str, rows[batch]))


def test_the_rows_are_one_text_in_json() -> None:
    table = Table("t", 1, {"k": "int", "m": "pairs", "v": "variant"})
    row = {"k": "2", "m": [("1", {"a": None, "b": "'a'"})], "v": "parse_json('3')"}
    assert select(table, [row]) == (
        "SELECT k, map_from_entries(m) AS m, parse_json(v) AS v FROM (SELECT inline(from_json("
        '\'[{"k": 2, "m": [{"key": 1, "value": {"a": null, "b": "a"}}], "v": "3"}]\', '
        "'array<struct<k:int,m:array<struct<key:int,value:struct<a:int,b:string>>>,v:string>>')))"
    )
