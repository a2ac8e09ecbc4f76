"""Random jobs over structs: what is reached has each field into which the value of a field can get."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from headwater.analysis import LineageGraph, find_impact, find_node
from headwater.model import build_lineage
from nested_samples import jobs
from properties import repeatable
from samples import Table, parsed

if TYPE_CHECKING:
    from random import Random

    from samples import Json, Source

COLUMNS = ["a", "a.x", "a.x.p", "a.x.q", "a.y", "b", "b.x", "c"]
Field = tuple[str, str]
Flow = dict[Field, set[Field]]
How = dict[str, list[tuple[str, str]]]
"""The source columns of each column with the subtype of the dependency."""


def parents(name: str) -> list[str]:
    return [name[:at] for at, letter in enumerate(name) if letter == "."]


def fields(columns: list[str], column: str) -> list[str]:
    """The parts of a column that have no parts themselves, or the column itself."""
    inside = [each for each in columns if f"{each}.".startswith(f"{column}.")]
    return [each for each in inside if not any(other.startswith(f"{each}.") for other in inside)]


def random_columns(random: Random) -> list[str]:
    found = [each for each in COLUMNS if random.random() < 0.85]
    return [each for each in found if set(parents(each)) <= set(found)] or ["c"]


def random_job(random: Random, source: list[str], target: list[str]) -> How:
    """Columns that are copied, computed, or built of parts with sources of their own."""
    how: How = {}
    for column in (each for each in target if "." not in each):
        kind = random.choice(["IDENTITY", "TRANSFORMATION", "parts", ""])
        parts = [each for each in target if parents(each)[-1:] == [column]]
        if kind == "parts" and parts:
            for part in parts:
                several = random.sample(source, min(len(source), random.choice([0, 1, 1, 2])))
                how[part] = [(each, random.choice(["IDENTITY", "TRANSFORMATION"])) for each in several]
            how[column] = [(each, "TRANSFORMATION") for part in parts for each, _ in how[part]]
        elif kind:
            how[column] = [(random.choice(source), "IDENTITY" if kind == "parts" else kind)]
    return how


def add_flow(flow: Flow, how: How, source: tuple[str, list[str]], target: tuple[str, list[str]]) -> None:
    """Add which field gets into which one; a copy of a struct with other parts may have any field in any other one."""
    columns, names = source[1], target[1]
    for field in (each for each in names if fields(names, each) == [each]):
        described = next((each for each in [field, *reversed(parents(field))] if each in how), None)
        for column, subtype in how[described] if described else []:
            same = column + field[len(described or "") :]
            exact = subtype == "IDENTITY" and same in columns
            for each in fields(columns, same if exact else column):
                flow.setdefault((source[0], each), set()).add((target[0], field))


def random_events(random: Random) -> tuple[dict[str, list[str]], Flow, list[Json]]:
    """Four tables, five jobs between them, and a job for each field that writes a table of its own."""
    tables = {f"t{number}": random_columns(random) for number in range(4)}
    flow: Flow = {}
    each: list[tuple[Table, Table]] = []
    subtypes: list[list[str]] = []
    for _ in range(5):
        source, target = random.sample(sorted(tables), 2)
        how = random_job(random, tables[source], tables[target])
        add_flow(flow, how, (source, tables[source]), (target, tables[target]))
        lineage: dict[str, list[Source]] = {name: [(source, column) for column, _ in of] for name, of in how.items()}
        each.append((Table(source, tables[source]), Table(target, tables[target], lineage)))
        subtypes.append([subtype for of in how.values() for _, subtype in of])
    for table, columns in tables.items():
        ends = [name for name in columns if fields(columns, name) == [name]]
        each += [(Table(table, columns), Table(f"end/{table}/{name}", ["v"], {"v": [(table, name)]})) for name in ends]
    events = jobs(*each)
    for event, of_job in zip(events, subtypes, strict=False):
        entries = event["outputs"][0]["facets"]["columnLineage"]["fields"].values()
        sources = [source for entry in entries for source in entry["inputFields"]]
        for source, subtype in zip(sources, of_job, strict=True):
            source["transformations"][0]["subtype"] = subtype
    return tables, flow, events


def closure(flow: Flow, start: list[Field]) -> set[str]:
    seen, pending = set(start), list(start)
    while pending:
        new = flow.get(pending.pop(), set()) - seen
        seen |= new
        pending += new
    return {f"end/{table}/{name}" for table, name in seen}


@repeatable
@given(st.randoms(use_true_random=False))
def test_no_field_is_missed_downstream(random: Random) -> None:
    tables, flow, events = random_events(random)
    graph = LineageGraph(build_lineage(parsed(events)))
    for table, columns in tables.items():
        for column in columns:
            impact = find_impact(graph, find_node(graph, f"s3://lake {table}#{column}"), direct=True)
            reached = {graph.lineage.datasets[each.node[0]].name for each in impact.reached}
            assert closure(flow, [(table, each) for each in fields(columns, column)]) <= reached


@repeatable
@given(st.randoms(use_true_random=False))
def test_no_field_is_missed_upstream(random: Random) -> None:
    tables, flow, events = random_events(random)
    graph = LineageGraph(build_lineage(parsed(events)))
    ends = {dataset.name for dataset in graph.lineage.datasets if dataset.name.startswith("end/")}
    sources: dict[str, set[Field]] = {}
    for end in ends:
        impact = find_impact(graph, find_node(graph, f"s3://lake {end}#v"), downstream=False, direct=True)
        labels = {graph.lineage.datasets[each.node[0]].name: set[str]() for each in impact.reached}
        for dataset, column in (each.node for each in impact.reached):
            labels[graph.lineage.datasets[dataset].name].add(graph.lineage.datasets[dataset].columns[column].name)
        sources[end] = {(table, name) for table, names in labels.items() for name in names}
    for table, columns in tables.items():
        for field in (each for each in columns if fields(columns, each) == [each]):
            for end in closure(flow, [(table, field)]) & ends:
                assert any((table, each) in sources[end] for each in [field, *parents(field)])
