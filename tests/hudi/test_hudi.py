"""Events of Hudi tables."""

from __future__ import annotations

import pytest

from tests.e2e import events as ev
from tests.services.conftest import Outcome
from tests.services.written import Written

ADDED = [
    f"_hoodie_{name}"
    for name in ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
]
OWN_WRITES = ("hudi.execute_save_into_data_source_command.h", "hudi.append_data")


@pytest.fixture
def statements(job: Outcome) -> dict[str, Written]:
    """The runs that wrote the table `h`, by the first word of their job name.

    Spark 3.3 does not tell which query a command runs inside: Hudi's own writes are runs there (docs/lines.md).
    """
    assert job.error is None, job.error
    complete = [
        e
        for e in ev.read(job.folder / "events.jsonl")
        if e["eventType"] == "COMPLETE" and not e["job"]["name"].startswith(OWN_WRITES)
    ]
    return {
        f"{e['job']['name'].split('.')[1]} {Written(e, o).lifecycle}": Written(e, o)
        for e in complete
        for o in e["outputs"]
        if o["name"].endswith("/warehouse/h")
    }


def short(columns: dict[str, set[str]]) -> dict[str, set[str]]:
    """Edges with the last part of the table's path."""
    return {name: {last_part(edge) for edge in found} for name, found in columns.items()}


def last_part(edge: str) -> str:
    return edge.rpartition("/")[2]


@pytest.mark.row("connector.hudi")
def test_every_statement_names_the_table(statements: dict[str, Written]) -> None:
    assert list(statements) == [
        "execute_create_hoodie_table_command CREATE",
        "execute_insert_into_hoodie_table_command None",
        "execute_update_hoodie_table_command None",
        "execute_delete_hoodie_table_command None",
        "execute_merge_into_hoodie_table_command None",
        "execute_insert_into_hoodie_table_command OVERWRITE",
    ]
    assert {w.id[0] for w in statements.values()} == {"file"}


def test_inserts_go_by_name_or_by_position(statements: dict[str, Written]) -> None:
    inserted = statements["execute_insert_into_hoodie_table_command None"]
    assert short(inserted.columns) == {
        "id": {"orders.id IDENTITY"},
        "amount": {"orders.amount IDENTITY"},
        "status": {"orders.status IDENTITY"},
    }
    overwritten = statements["execute_insert_into_hoodie_table_command OVERWRITE"]
    assert short(overwritten.columns) == {
        "id": {"orders.id IDENTITY"},
        "amount": {"orders.amount IDENTITY"},
        "status": {"orders.status TRANSFORMATION"},
    }


@pytest.mark.row("connector.hudi")
def test_changes_of_rows(statements: dict[str, Written]) -> None:
    updated = statements["execute_update_hoodie_table_command None"]
    assert short(updated.columns)["amount"] == {
        "h.amount IDENTITY",
        "h.amount TRANSFORMATION",
        "h.id CONDITIONAL",
    }
    assert short(updated.columns)["status"] == {"h.status IDENTITY"}
    deleted = statements["execute_delete_hoodie_table_command None"]
    assert short(deleted.columns)["amount"] == {"h.amount IDENTITY"}
    assert {last_part(r) for r in deleted.rows} == {"h.id FILTER"}
    merged = statements["execute_merge_into_hoodie_table_command None"]
    assert {name.rpartition("/")[2] for _, name in merged.inputs} == {"h", "orders"}
    assert short(merged.columns)["amount"] == {
        "h.amount IDENTITY",
        "orders.amount IDENTITY",
        "orders.status CONDITIONAL",  # the clause before the update has a condition
    }
    assert short(merged.columns)["id"] == {"h.id IDENTITY", "orders.id IDENTITY"}
    assert {last_part(r) for r in merged.rows} >= {
        "h.id JOIN",
        "orders.id JOIN",
        "orders.status FILTER",
    }


@pytest.mark.row("connector.hudi")
def test_subqueries_decide_which_rows_change(job: Outcome) -> None:
    complete = [e for e in ev.read(job.folder / "events.jsonl") if e["eventType"] == "COMPLETE"]
    changes = {
        e["job"]["name"].split(".")[1].split("_")[1]: Written(e, o)
        for e in complete
        for o in e["outputs"]
        if o["name"].endswith("/warehouse/s") and not e["job"]["name"].startswith(OWN_WRITES)
    }
    updated, deleted = changes["update"], changes["delete"]
    for change in (updated, deleted):
        assert {last_part(name) for _, name in change.inputs} == {"orders", "s"}
    assert short(updated.columns)["amount"] == {
        "s.amount IDENTITY",
        "s.id CONDITIONAL",
        "orders.id CONDITIONAL",
        "orders.status CONDITIONAL",
    }
    assert {last_part(r) for r in deleted.rows} == {
        "s.id FILTER",
        "orders.id FILTER",
        "orders.day FILTER",
    }


@pytest.mark.row("connector.hudi")
def test_tables_made_of_queries_and_read_by_name(job: Outcome) -> None:
    created = job.written("/warehouse/c")
    assert created.lifecycle == "CREATE"
    assert short(created.columns) == {
        "id": {"orders.id IDENTITY"},
        "amount": {"orders.amount IDENTITY"},
    }
    copied = job.written("/copy")
    assert short(copied.columns) == {"id": {"h.id IDENTITY"}, "twice": {"h.amount TRANSFORMATION"}}


@pytest.mark.row("connector.hudi")
def test_a_path_in_snapshots_and_increments(job: Outcome) -> None:
    assert short(job.written("/by_path").columns)["twice"] == {"orders.amount TRANSFORMATION"}
    assert short(job.written("/snapshot").columns) == {"twice": {"by_path.twice IDENTITY"}}
    assert short(job.written("/increment").columns) == {"id": {"by_path.id IDENTITY"}}


@pytest.mark.row("connector.hudi")
def test_a_save_has_the_published_name_and_the_change_of_its_operation(job: Outcome) -> None:
    saved, replaced = job.written("/by_path"), job.written("/replaced")
    name = "hudi.execute_save_into_data_source_command.p"  # as the option hoodie.table.name
    assert [w.event["job"]["name"] for w in (saved, replaced)] == [name, name]
    assert [w.lifecycle for w in (saved, replaced)] == [None, "OVERWRITE"]


@pytest.mark.row("connector.hudi")
def test_the_columns_that_hudi_adds_do_not_come_from_the_table_that_is_read(job: Outcome) -> None:
    assert short(job.written("/silver").columns) == {
        "id": {"by_path.id IDENTITY"},
        "twice": {"by_path.twice IDENTITY"},
    }
    completed = [e for e in ev.read(job.folder / "events.jsonl") if e["eventType"] == "COMPLETE"]
    inserted = next(e for e in completed if e["job"]["name"].endswith("table_command.warehouse_k"))
    assert short(Written(inserted, inserted["outputs"][0]).columns) == {
        "code": {"c.id IDENTITY"},
        "price": {"c.amount IDENTITY"},
    }
    assert short(job.written("/warehouse/l").columns) == {
        "code": {"k.code IDENTITY"},
        "price": {"k.price IDENTITY"},
    }


def test_reads_and_writes_have_the_columns_that_hudi_adds(job: Outcome) -> None:
    datasets = [
        d
        for e in ev.read(job.folder / "events.jsonl")
        if e["eventType"] == "COMPLETE" and not e["job"]["name"].startswith(OWN_WRITES)
        for d in [*e["inputs"], *e["outputs"]]
    ]
    for table, own in {
        "/warehouse/h": ["id", "amount", "status"],
        "/warehouse/c": ["id", "amount"],
        "/warehouse/f": ["id", "amount", "p"],
        "/by_path": ["id", "twice"],
        "/streamed": ["id", "twice"],
    }.items():
        schemas = [d["facets"]["schema"] for d in datasets if d["name"].endswith(table)]
        names = {tuple(f["name"] for f in schema["fields"]) for schema in schemas}
        assert names == {(*ADDED, *own)}, table


@pytest.mark.row("connector.hudi")
def test_a_stream_writes_the_table_at_its_path(job: Outcome) -> None:
    streamed = job.written("/streamed")
    assert short(streamed.columns) == {
        "id": {"by_path.id IDENTITY"},
        "twice": {"by_path.twice IDENTITY"},
    }


@pytest.mark.row("connector.hudi")
def test_a_partition_that_the_statement_names_is_no_column_twice(job: Outcome) -> None:
    events = ev.read(job.folder / "events.jsonl")
    inserted = next(e for e in events if e["job"]["name"].endswith("table_command.warehouse_f"))
    coverage = inserted["run"]["facets"]["headwater_coverage"]
    assert (coverage["columns"], coverage["gaps"]) == ({"exact": 3}, [])


@pytest.mark.row("connector.hudi")
def test_a_table_with_another_name_comes_from_the_one_before(job: Outcome) -> None:
    renamed = job.written("/warehouse/g")
    assert renamed.lifecycle == "RENAME"
    assert short(renamed.columns)["amount"] == {"f.amount IDENTITY"}


@pytest.mark.row("connector.hudi")
def test_a_table_that_exists_is_not_created_again(job: Outcome) -> None:
    created = [
        e["outputs"]
        for e in ev.read(job.folder / "events.jsonl")
        if e["eventType"] == "COMPLETE"
        and e["job"]["facets"].get("sql", {}).get("query", "").startswith("CREATE TABLE IF NOT")
    ]
    assert created == [[]]


@pytest.mark.row("connector.hudi")
def test_commands_on_a_whole_table(job: Outcome) -> None:
    complete = [e for e in ev.read(job.folder / "events.jsonl") if e["eventType"] == "COMPLETE"]
    written = [
        (Written(e, o).lifecycle, [f["name"] for f in o["facets"]["schema"]["fields"]])
        for e in complete
        for o in e["outputs"]
        if o["name"].endswith("/warehouse/a")
        and not e["job"]["name"].startswith(OWN_WRITES)
        and "schema" in o["facets"]
    ]
    before, after = [*ADDED, "id", "amount", "p"], [*ADDED, "id", "amount", "note", "p"]
    assert written == [
        ("CREATE", before),
        (None, before),
        ("ALTER", after),
        ("ALTER", after),
        ("ALTER", after),
        ("TRUNCATE", after),
        ("DROP", after),
    ]
    assert job.written("/alike").lifecycle == "CREATE"


@pytest.mark.row("connector.hudi")
def test_the_columns_of_a_table_whose_schema_evolves(job: Outcome) -> None:
    complete = [e for e in ev.read(job.folder / "events.jsonl") if e["eventType"] == "COMPLETE"]
    written = [Written(e, o) for e in complete for o in e["outputs"] if o["name"].endswith("/e")]
    schemas = [
        {f["name"]: f["type"] for f in o["facets"]["schema"]["fields"]}
        for e in complete
        for o in e["outputs"]
        if o["name"].endswith("/warehouse/e")
    ]
    assert [w.lifecycle for w in written] == ["CREATE", "ALTER", "ALTER", "ALTER", "ALTER"]
    assert [[name for name in schema if name not in ADDED] for schema in schemas] == [
        ["id", "amount", "p"],
        ["id", "note", "amount", "p"],
        ["id", "remark", "amount", "p"],
        ["id", "remark", "amount", "p"],
        ["id", "amount", "p"],
    ]
    assert schemas[-1]["amount"] == "double"
    assert short(written[2].columns)["remark"] == {"e.note IDENTITY"}


def test_internal_data_of_hudi_is_in_no_event(job: Outcome) -> None:
    found = [
        e
        for e in ev.read(job.folder / "events.jsonl")
        if not e["job"]["name"].startswith(OWN_WRITES)
    ]
    names = {d["name"] for e in found for d in [*e["inputs"], *e["outputs"]]}
    assert not [name for name in names if ".hoodie" in name]
    gaps = [e["run"]["facets"].get("headwater_coverage", {}).get("gaps") for e in found]
    assert not [g for g in gaps if g]
