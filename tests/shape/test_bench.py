"""The computations of the benchmarks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bench import cost, facets, measures, scaling
from bench.fit import exponent
from bench.goals import GOALS, Goal, ratio, verdict
from bench.table import table


@pytest.mark.parametrize("power", [0.0, 1.0, 1.5, 2.0])
def test_the_exponent_of_a_power_is_that_power(power: float) -> None:
    points = [(size, 3 * size**power) for size in (10, 20, 40, 80)]
    assert exponent(points) == pytest.approx(power)


def test_the_exponent_lies_between_those_of_uneven_steps() -> None:
    found = exponent([(1, 1), (2, 2), (4, 8)])
    assert found is not None
    assert 1 < found < 2


@pytest.mark.parametrize("points", [[], [(10, 5)], [(10, 5), (10, 6)], [(10, 5), (20, 0)]])
def test_there_is_no_exponent_below_two_sizes(points: list[tuple[float, float]]) -> None:
    assert exponent(points) is None


VALUES = {"none": 10.0, "ours": 11.0, "published": 14.0}


def test_a_ratio_can_be_relative_to_a_run_without_agent() -> None:
    assert ratio(Goal("all", "m", 0.25), VALUES) == pytest.approx(11 / 14)
    assert ratio(Goal("over", "m", 0.25, over_none=True), VALUES) == pytest.approx(0.25)


def test_a_goal_is_met_at_its_limit_and_missed_by_a_factor_above() -> None:
    goal = Goal("over", "m", 0.25, over_none=True)
    assert verdict(goal, 0.25) == "met"
    assert verdict(goal, -0.1) == "met"
    assert verdict(goal, 0.5) == "missed by a factor of 2.0"


def test_a_goal_is_not_measurable_if_the_published_agent_costs_nothing() -> None:
    goal = Goal("over", "m", 0.25, over_none=True)
    found = ratio(goal, VALUES | {"published": 10.0})
    assert found is None
    assert verdict(goal, found).startswith("not measurable")


def test_a_table_is_padded_and_aligned() -> None:
    assert table(("what", "n"), [["bytes", "1"], ["a", "200"]]) == (
        "| what  |   n |\n| ----- | --: |\n| bytes |   1 |\n| a     | 200 |"
    )


def reading(process: int, bus: list[int], events: int) -> dict[str, Any]:
    threads = {measures.BUS: bus}
    native = dict.fromkeys(measures.JVM_OWN, process / 1e9)
    return {
        "process": process,
        "threads": threads,
        "native": native,
        "events": events,
        "bytes": events * 1000,
    }


def test_a_pass_is_the_difference_of_its_readings_by_query() -> None:
    before, after = reading(10**9, [10**6, 1000], 5), reading(3 * 10**9, [9 * 10**6, 9000], 9)
    found = measures.of_pass({"before": before, "after": after}, queries=4)
    assert found == {
        "bus_cpu_ms": 2.0,
        "bus_kb": 2.0,
        "worker_cpu_ms": 0.0,
        "worker_mb": 0.0,
        "threads_ms": 2.0,
        "events": 1.0,
        "kb": 1.0,
        "process_s": 2.0,
        "compiler_s": 2.0,
        "collector_s": 2.0,
    }
    assert {m.key for m in measures.BY_PASS} == set(found)


def test_a_row_has_minimum_and_median_of_each_and_the_ratio_of_medians() -> None:
    metric = measures.Metric("kb", "KB", 0)
    measures_by_contender = {
        "none": [0.0, 0.0, 0.0],
        "ours": [3.0, 1.0, 2.0],
        "published": [8.0, 4.0, 9.0],
    }
    rows = cost.rows(
        (metric,), {name: [{"kb": v} for v in vs] for name, vs in measures_by_contender.items()}
    )
    assert rows == [["KB", "0 / 0", "1 / 2", "4 / 8", "0.250"]]


def test_goals_are_judged_by_minima() -> None:
    metrics = {"bus_cpu_ms", "kb", "process_s"}
    assert {goal.metric for goal in GOALS} == metrics
    values = {"none": (2.0, 9.0), "ours": (3.0, 9.0), "published": (102.0, 200.0)}
    measures_by_contender = {
        name: [dict.fromkeys(metrics, v) for v in vs] for name, vs in values.items()
    }
    found = {row[0]: row[2:] for row in cost.goals(measures_by_contender, measures_by_contender)}
    assert found["bus-thread CPU"] == ["0.029", "met"] * 2
    assert found["whole-process CPU over no agent"] == ["0.010", "met"] * 2


def test_bytes_by_facet_add_up() -> None:
    job = {"name": "j", "facets": {"sql": {"query": "é"}}}
    inputs = [{"name": "d", "facets": {"schema": {"fields": []}}}] * 2
    line = json.dumps(
        {"run": {"runId": "1"}, "job": job, "inputs": inputs},
        separators=(",", ":"),
        ensure_ascii=False,
    )
    found = facets.by_facet([line])
    assert found["job.sql"] == len('"sql":{"query":"é"}'.encode()) + 1
    assert found["inputs.schema"] == 2 * (len('"schema":{"fields":[]}') + 1)
    assert found.total() == len(line.encode())


def test_constant_costs_do_not_hide_growth_at_large_sizes() -> None:
    row = {"shape": "s", "axis": "columns", "wanted": 400, "bytes": 0, "seconds": 1.0}
    costs = {1: 100.0, 2: 100.0, 200: 200.0, 400: 800.0}
    rows = [row | {"size": size, "worker_ms": cost_} for size, cost_ in costs.items()]
    assert scaling.kind(rows)[-2] == "2.00"
    assert float(scaling.kind(rows)[-3]) < 1


def test_a_shape_that_ended_early_names_spark_as_the_limit() -> None:
    row = {"shape": "s", "axis": "columns", "wanted": 40, "bytes": 1000, "seconds": 3.0}
    rows = [row | {"size": size, "worker_ms": float(size)} for size in (10, 20)]
    assert scaling.kind(rows)[-2:] == [
        "1.00",
        "limited by Spark's own analysis: 3 s of CPU at 20",
    ]
    assert scaling.kind([*rows, row | {"size": 40, "worker_ms": 40.0}])[-1] == ""
