"""Which dataset a table's name belongs to, after tables were renamed or created anew elsewhere."""

from __future__ import annotations

from headwater.model import build_lineage
from samples import Json, Table, event, parsed


def named_table(path: str, name: str, previous: str = "") -> Table:
    """A table in a folder, whose name is a symlink; ``previous`` is the one that it had before a RENAME."""
    identifiers = [{"namespace": "hive", "name": name, "type": "TABLE"}]
    renamed = {
        "lifecycleStateChange": "RENAME",
        "previousIdentifier": {"namespace": "hive", "name": previous},
    }
    facets = {"symlinks": {"identifiers": identifiers}} | ({"lifecycleStateChange": renamed} if previous else {})
    return Table(path, ["a"], {}, facets=facets)


def renaming(second: int, path: str, old: str, new: str, end: str = "COMPLETE") -> list[Json]:
    tables = [named_table(path, new, old)]
    before = tables if end == "COMPLETE" else [named_table(path, old)]
    return [
        event("START", f"rename {second}", second=second, run=f"r{second}", outputs=tables),
        event(end, f"rename {second}", second=second + 1, run=f"r{second}", outputs=before),
    ]


def labels_of(events: list[Json]) -> dict[str, str]:
    return {dataset.name: dataset.label for dataset in build_lineage(parsed(events)).datasets}


SWAP = [
    event("COMPLETE", "old", second=1, outputs=[named_table("wh/orders", "db.orders")]),
    event("COMPLETE", "new", second=2, outputs=[named_table("wh/orders_new", "db.orders_new")]),
    *renaming(3, "wh/orders", "db.orders", "db.orders_old"),
    *renaming(5, "wh/orders_new", "db.orders_new", "db.orders"),
]


def test_a_table_that_is_renamed_has_its_new_name_only() -> None:
    assert labels_of(SWAP) == {"wh/orders": "db.orders_old", "wh/orders_new": "db.orders"}
    aliases = {dataset.name: dataset.aliases for dataset in build_lineage(parsed(SWAP)).datasets}
    assert aliases == {"wh/orders": ("hive db.orders_old",), "wh/orders_new": ("hive db.orders",)}


def test_a_reader_that_knows_a_table_by_its_name_reads_the_one_that_has_it_now() -> None:
    read = event("COMPLETE", "read", second=9, inputs=[Table("db.orders", ["a"])], outputs=[Table("out", ["a"])])
    read["inputs"][0]["namespace"] = "hive"
    lineage = build_lineage(parsed([*SWAP, read]))
    (job,) = [job for job in lineage.jobs if job.name == "read"]
    assert [lineage.datasets[number].name for number in job.inputs] == ["wh/orders_new"]


def test_a_rename_that_failed_changes_no_name() -> None:
    failed = [SWAP[0], *renaming(3, "wh/orders", "db.orders", "db.x", "FAIL")]
    assert labels_of(failed) == {"wh/orders": "db.orders"}


def test_a_table_that_is_created_elsewhere_takes_its_name_along() -> None:
    moved = [SWAP[0], event("COMPLETE", "again", second=2, outputs=[named_table("wh2/orders", "db.orders")])]
    assert labels_of(moved) == {"wh/orders": "wh/orders", "wh2/orders": "db.orders"}


def test_a_write_that_failed_takes_no_name() -> None:
    again: Json = {"run": "q", "outputs": [named_table("wh2/orders", "db.orders")]}
    failed = [event("START", "again", second=2, **again), event("FAIL", "again", second=3, **again)]
    assert labels_of([SWAP[0], *failed]) == {"wh/orders": "db.orders", "wh2/orders": "wh2/orders"}


def test_a_reader_that_ends_after_the_table_was_created_elsewhere_moves_no_name() -> None:
    read: Json = {"run": "q", "inputs": [named_table("wh/orders", "db.orders")]}
    moved = event("COMPLETE", "again", second=3, outputs=[named_table("wh2/orders", "db.orders")])
    events = [SWAP[0], event("START", "read", second=2, **read), moved, event("COMPLETE", "read", second=4, **read)]
    assert labels_of(events) == {"wh/orders": "wh/orders", "wh2/orders": "db.orders"}


def test_a_name_that_a_table_has_given_up_may_be_that_of_one_that_is_only_read() -> None:
    read = event("COMPLETE", "read", second=9, inputs=[named_table("wh2/orders", "db.orders")])
    events = [SWAP[0], *renaming(3, "wh/orders", "db.orders", "db.orders_old"), read]
    assert labels_of(events) == {"wh/orders": "db.orders_old", "wh2/orders": "db.orders"}
