"""Tests of the oracle itself: its definition of DIRECT, its experiments, and its scores."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.accuracy.oracle import by_sqlglot, data, events, experiment, explained, pools, suites
from tests.accuracy.oracle.by_perturbation import Evidence
from tests.accuracy.oracle.model import Direct, Lineage, Query, Source
from tests.accuracy.oracle.reference import agree
from tests.accuracy.oracle.report import complaints
from tests.accuracy.oracle.score import Total, judge

SHOP = suites.load("shop")
SOLD = Query(
    "sold",
    "SELECT e.name AS who, CASE WHEN s.qty > 2 THEN s.price ELSE e.bonus END AS paid, count(*) AS n "
    "FROM emp e JOIN sales s ON e.id = s.emp WHERE s.channel = 'AA' GROUP BY 1, 2",
    frozenset({"emp", "sales"}),
)


def sources(text: str) -> frozenset[Source]:
    return frozenset((t, c) for t, _, c in (part.partition(".") for part in text.split()))


@pytest.mark.parametrize(
    ("select", "required", "allowed"),
    [
        ("CASE WHEN dept > 1 THEN salary ELSE boss END", "salary boss", ""),
        ("CASE dept WHEN 1 THEN salary END", "salary", ""),
        ("if(dept > 1, name, 'x')", "name", ""),
        ("decode(dept, 1, name, 2, hired, boss)", "name hired boss", ""),
        ("decode(dept, 1, name, 2, hired)", "name hired", ""),
        ("nvl2(dept, name, boss)", "name boss", ""),
        ("coalesce(dept, boss)", "dept boss", ""),
        ("nullif(dept, boss)", "dept", "boss"),
        ("rank() OVER (PARTITION BY dept ORDER BY salary)", "", ""),
        ("sum(salary) OVER (PARTITION BY dept ORDER BY id)", "salary", ""),
        ("lag(salary, 1, boss) OVER (ORDER BY id)", "salary boss", ""),
        ("sum(salary) FILTER (WHERE dept > 1)", "salary", ""),
        ("EXISTS (SELECT 1 FROM emp x WHERE x.boss = emp.id)", "", ""),
        ("dept IN (SELECT boss FROM emp)", "dept", "boss"),
        ("(SELECT max(salary) FROM emp x WHERE x.dept = emp.dept)", "salary", ""),
        ("max_by(name, CASE WHEN dept > 1 THEN salary END)", "name", ""),
        ("filter(array(dept, boss), x -> x > salary)", "dept boss", ""),
        ("slice(array(dept, boss), salary, 1)[id]", "dept boss", ""),
        ("map(dept, salary)[boss]", "salary", ""),
        ("elt(dept, name, hired)", "name hired", ""),
        ("typeof(salary)", "", ""),
        ("CASE WHEN dept > 1 THEN if(boss > 1, salary, bonus) END", "salary bonus", ""),
        ("count(*)", "", ""),
        ("dept IN (1, 2)", "dept", ""),
    ],
)
def test_direct_dependencies_follow_the_definition(select: str, required: str, allowed: str) -> None:
    query = Query("q", f"SELECT {select} AS x FROM emp", frozenset({"emp"}))
    want = frozenset(("emp", c) for c in required.split())
    may = want | frozenset(("emp", c) for c in allowed.split())
    assert by_sqlglot.direct(query, SHOP.tables) == [Direct(want, may)]


@pytest.mark.parametrize(
    ("operator", "required", "allowed"),
    [
        ("UNION ALL", "emp.id sales.emp", "emp.id sales.emp"),
        ("INTERSECT", "emp.id", "emp.id sales.emp"),
        ("EXCEPT", "emp.id", "emp.id"),
    ],
)
def test_set_operations_follow_the_definition(operator: str, required: str, allowed: str) -> None:
    query = Query("q", f"SELECT id FROM emp {operator} SELECT emp FROM sales", frozenset({"emp", "sales"}))
    assert by_sqlglot.direct(query, SHOP.tables) == [Direct(sources(required), sources(allowed))]


def observed() -> Evidence:
    made = experiment.informative_experiments(SOLD, SHOP)
    for one in made:
        experiment.perturb(SOLD, SHOP, one)
    changes = tuple(change for one in made for change in one.changes)
    return Evidence(changes, "duckdb", "", len(made), sum(one.failed for one in made))


def right() -> Lineage:
    direct = {"who": sources("emp.name"), "paid": sources("sales.price emp.bonus"), "n": frozenset[Source]()}
    whole = sources("emp.id sales.emp sales.channel emp.name sales.price emp.bonus sales.qty")
    every = {name: found | whole for name, found in direct.items()}
    return Lineage(("who", "paid", "n"), frozenset({"emp", "sales"}), direct, every, has_facet=True)


def test_experiments_show_every_kind_of_dependency() -> None:
    pairs = {source for output, source in observed().pairs if output == 1}
    assert pairs == sources("sales.price emp.bonus sales.qty emp.id sales.emp sales.channel")


def test_a_right_report_is_exact() -> None:
    score = judge(SOLD, SHOP, right(), observed(), ())
    assert complaints(score) == []
    total = Total((score,))
    assert (total.precision, total.recall, total.perturbation, total.exact) == (1.0, 1.0, 1.0, 1)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (replace(right(), inputs=frozenset({"emp"})), "input tables wrong by sales"),
        (replace(right(), direct={**right().direct, "who": frozenset()}), "missing emp.name"),
        (
            replace(right(), direct={**right().direct, "paid": sources("sales.price emp.bonus sales.qty")}),
            "not DIRECT sales.qty",
        ),
        (
            replace(right(), every={**right().every, "n": right().every["n"] - sources("sales.channel")}),
            "n: changes with sales.channel",
        ),
        (None, "no event"),
    ],
)
def test_a_wrong_report_is_noticed(wrong: Lineage | None, complaint: str) -> None:
    score = judge(SOLD, SHOP, wrong, observed(), ())
    assert not score.exact
    assert complaint in "\n".join(complaints(score))


def test_an_explained_case_corrects_sqlglot() -> None:
    case = explained.Case("shop", "sold", "paid", ("emp", "bonus"), "not-direct", "for this test")
    score = judge(SOLD, SHOP, right(), observed(), (case,))
    assert complaints(score) == ["- sold.paid: not DIRECT emp.bonus; missing -"]


def test_every_explained_case_names_a_query_that_exists() -> None:
    known = {s: {q.name for q in suites.load(s).queries} for s in ("tpch", "tpcds", "shop")}
    assert [c for c in explained.read() if c.query not in known[c.suite]] == []


def test_data_is_the_same_for_the_same_seed_and_its_alternates_differ() -> None:
    profile = experiment.candidates(SHOP)[0]
    work = experiment.workload(SOLD, SHOP, profile)
    wide = work.wide("sales", frozenset({"qty"}))
    assert wide == work.wide("sales", frozenset({"qty"}))
    assert all(wide.cells[data.version("qty", at)] != wide.cells["qty"] for at in range(data.ALTERNATES))


def test_data_holds_the_constants_that_a_query_compares_with() -> None:
    found = pools.harvest(
        "SELECT d_date AS day FROM date_dim WHERE d_date BETWEEN DATE '1999-02-22' AND "
        "(DATE '1999-02-22' + INTERVAL 30 DAYS) AND d_day_name LIKE 'Mon%' AND d_year IN (1999, 2000)"
    )
    assert {"1999-02-22", "1999-03-24"} <= {str(v) for v in found.of("d_date")}
    assert found.of("d_day_name") == ["Mon", "Monzz"]
    assert found.of("d_year") == [1999, 2000]


def test_engines_agree_up_to_the_rounding_of_decimals() -> None:
    assert agree([["1.33333", "null"]], [["1.333", "null"]])
    assert not agree([["1.4"]], [["1.3"]])
    assert not agree([["a"]], [["b"]])
    assert not agree([["1"]], [["1", "1"]])


def test_an_event_is_read_into_tables_and_top_level_columns() -> None:
    used = {"namespace": "file", "name": "/w/doc", "field": "addr.city", "transformations": [{"type": "DIRECT"}]}
    whole = {"namespace": "file", "name": "/w/t", "field": "k", "transformations": [{"type": "INDIRECT"}]}
    link = {"symlinks": {"identifiers": [{"type": "TABLE", "namespace": "x", "name": "default.real"}]}}
    facets = {
        "schema": {"fields": [{"name": "Town"}, {"name": "n"}]},
        "columnLineage": {"fields": {"Town": {"inputFields": [used]}}, "dataset": [whole]},
    }
    event = {
        "eventType": "COMPLETE",
        "inputs": [{"namespace": "file", "name": "/w/doc"}, {"namespace": "file", "name": "/w/t", "facets": link}],
        "outputs": [{"namespace": "file", "name": "/w/out_q", "facets": facets}],
    }
    read = events.by_output([{**event, "eventType": "START"}, event])["out_q"]
    assert read.outputs == ("town", "n")
    assert read.inputs == {"doc", "real"}
    assert read.direct == {"town": sources("doc.addr"), "n": frozenset()}
    assert read.every == {"town": sources("doc.addr real.k"), "n": sources("real.k")}
