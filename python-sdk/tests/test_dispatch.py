from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from bridge_requests import NODE, dispatch_to, visit
from headwater._bridge import dispatch
from headwater.errors import NodeValueError
from headwater.extensions import (
    ColumnDependency,
    Context,
    Dataset,
    InputDataset,
    Node,
    OutputDataset,
    facet_builder,
    visitor,
)
from headwater.extensions._hooks import hooks_of
from headwater.extensions.facets import PRODUCER

if TYPE_CHECKING:
    from collections.abc import Callable


def test_none_one_and_several_answers_are_accepted() -> None:
    a, b = InputDataset("acme", "a"), InputDataset("acme", "b")
    answers: list[Any] = [None, a, [a, b], (each for each in (a, None, b))]

    def count_inputs(answer: Any) -> int:
        return len(visit(lambda node, ctx: answer)["inputs"])

    assert [count_inputs(each) for each in answers] == [0, 1, 2, 2]


def test_a_path_in_needs_that_cannot_be_read_raises_its_reason_when_it_is_read() -> None:
    node = Node(
        {"needs": {"table.options.table": None}, "unread": {"tabel.name": "'tabel' is no argument of AppendData"}}
    )
    assert node.needs["table.options.table"] is None
    with pytest.raises(NodeValueError, match=r"can't read 'tabel\.name': 'tabel' is no argument of AppendData"):
        node.needs["tabel.name"]
    with pytest.raises(NodeValueError, match="is no argument of"):
        node.needs.get("tabel.name")
    assert node.needs.get("never.asked", 1) == 1
    with pytest.raises(KeyError):
        node.needs["never.asked"]


def test_a_node_exposes_its_snapshot() -> None:
    def look(node: Node, ctx: Context) -> InputDataset:
        assert (node.class_name, node.name, node.index, node.children) == (
            "com.acme.AcmeRelation",
            "AcmeRelation",
            3,
            (4,),
        )
        assert node.needs["relation.options"]["uri"] == "acme://x"
        assert (node.attribute("ID").id, node.output[0].type) == (16, "bigint")
        with pytest.raises(NodeValueError, match="declare the path in `needs`"):
            node.live("relation.location")
        assert (ctx.type, ctx.run_id, ctx.job.name, ctx.application.id) == ("COMPLETE", "0193", "etl", "app-1")
        assert ctx.inputs[0] == Dataset("file", "/data/a")
        assert (ctx.sql, ctx.properties["spark.master"], ctx.event.execution_id) == ("select 1", "local", 4)
        return InputDataset("acme", node.args["table"])

    answer = visit(look)
    assert answer["errors"] == []
    assert answer["inputs"] == [{"node": 3, "hook": 0, "namespace": "acme", "name": "orders"}]


def test_an_output_has_facets_columns_and_a_suffix() -> None:
    orders = Dataset("acme", "orders")
    answer = visit(
        lambda node, ctx: OutputDataset(
            "acme",
            "totals",
            facets={"note": {"x": 1}},
            output_facets={"outputStatistics": {"rowCount": 3}},
            columns={"total": orders.column("amount", subtype="AGGREGATION"), "n": [orders.column("id")]},
            suffix="acme.totals",
        )
    )
    (output,) = answer["outputs"]
    assert output["suffix"] == "acme.totals"
    assert output["facets"]["note"]["_producer"] == PRODUCER
    assert output["outputFacets"]["outputStatistics"]["_schemaURL"].endswith("OutputStatisticsOutputDatasetFacet")
    assert output["columns"]["total"] == [
        {
            "namespace": "acme",
            "name": "orders",
            "field": "amount",
            "type": "DIRECT",
            "subtype": "AGGREGATION",
            "masking": False,
            "description": "",
        }
    ]
    assert [each["field"] for each in output["columns"]["n"]] == ["id"]


def test_a_dataset_can_be_the_one_that_the_agent_finds_at_another_node() -> None:
    answer = visit(lambda node, ctx: OutputDataset.of_node(node.args["query"], facets={"note": {"x": 1}}))
    (output,) = answer["outputs"]
    assert output["node"] == 4
    assert output["delegate"] is True
    assert "name" not in output
    assert visit(lambda node, ctx: InputDataset.of_node(node))["inputs"][0]["node"] == 3
    (named,) = visit(lambda node, ctx: InputDataset.of_node(node, name="orders"))["inputs"]
    assert named == {"hook": 0, "node": 3, "delegate": True, "name": "orders"}
    wrong: Any = 5
    (error,) = visit(lambda node, ctx: InputDataset.of_node(node, namespace=wrong))["errors"]
    assert "of_node takes a namespace and a name as texts, not 5" in error["message"]


def test_dependencies_are_by_name_id_or_attribute() -> None:
    def look(node: Node, ctx: Context) -> Any:
        yield ColumnDependency("total", ["AMOUNT", 13])
        yield ColumnDependency(node.attribute("id"), 12, type="INDIRECT", subtype="FILTER", masking=True)

    assert visit(look)["columns"] == [
        {
            "node": 3,
            "hook": 0,
            "output": 15,
            "from": [12, 13],
            "type": "DIRECT",
            "subtype": "TRANSFORMATION",
            "masking": False,
        },
        {
            "node": 3,
            "hook": 0,
            "output": 16,
            "from": [12],
            "type": "INDIRECT",
            "subtype": "FILTER",
            "masking": True,
        },
    ]


def test_a_facet_can_be_left_for_the_event_at_hand() -> None:
    def look(node: Node, ctx: Context) -> None:
        ctx.emit_run_facet("a", {"x": 1})
        ctx.emit_job_facet("b", {"x": 2})
        ctx.emit_dataset_facet("c", {"x": 3}, Dataset("acme", "orders"))

    facets = visit(look)["facets"]
    assert [(each["target"], each["name"], each["facet"]["x"]) for each in facets] == [
        ("run", "a", 1),
        ("job", "b", 2),
        ("dataset", "c", 3),
    ]
    assert (facets[2]["namespace"], facets[2]["dataset"]) == ("acme", "orders")


def raising(error: BaseException) -> Callable[..., Any]:
    def raise_it(*_: Any) -> Any:
        raise error

    return raise_it


class Unspeakable(Exception):  # noqa: N818  (a user's class)
    def __str__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda node, ctx: node.args["uri"], "KeyError: 'uri'"),
        (raising(SystemExit(3)), "SystemExit: 3"),
        (raising(KeyboardInterrupt()), "KeyboardInterrupt"),
        (raising(GeneratorExit()), "GeneratorExit"),
        (raising(Unspeakable()), "Unspeakable"),
        (lambda node, ctx: sys.exit("bye"), "SystemExit: bye"),
        (lambda node, ctx: "orders", "ExtensionError: visit returned 'orders'; return InputDataset"),
        (lambda node, ctx: InputDataset("acme", ""), "a dataset needs a namespace and a name"),
        (lambda node, ctx: ctx.emit_run_facet("parent", {"run": {}}), "run facet 'parent': job: required"),
        (lambda node, ctx: ColumnDependency("nope", [1]), "the output of AcmeRelation has no column 'nope'; it has: t"),
        (
            lambda node, ctx: ColumnDependency(1, 2, type="INDIRECT"),
            "for INDIRECT it must be one of JOIN, GROUP_BY",
        ),
        (
            lambda node, ctx: ColumnDependency(1, 2, subtype="JOIN"),
            "for DIRECT it must be one of IDENTITY, TRANSFORMATION",
        ),
        (lambda node, ctx: (InputDataset("a", "b") for _ in iter(int, 1)), "more than 10000 answers"),
    ],
)
def test_an_error_is_reported_and_other_answers_are_kept(function: Any, message: str) -> None:
    good = visitor("AcmeRelation")(lambda node, ctx: InputDataset("acme", "good"))
    bad = visitor("AcmeRelation")(function)
    answer = dispatch_to(bad, good, nodes=[{**NODE, "hooks": [0, 1]}])
    assert [each["name"] for each in answer["inputs"]] == ["good"]
    (error,) = answer["errors"]
    assert error["stage"] == "visit AcmeRelation"
    assert error["extension"] == hooks_of(bad)[0].extension
    assert message in error["message"]


@pytest.mark.parametrize(
    ("name", "facet", "message"),
    [
        ("x", {"y": {1}}, "dataset facet 'x': this is not JSON"),
        ("", {"y": 1}, "dataset facet '': a facet's name must be a string that is not empty"),
        (
            "x",
            {"y": "z" * 1_000_000},
            "dataset facet 'x': it has 1,000,009 characters of JSON; at most 1,000,000 are sent",
        ),
        ("x", "text", "dataset facet 'x': a mapping or a class"),
    ],
)
def test_an_invalid_facet_costs_only_itself(name: str, facet: Any, message: str) -> None:
    facets = {"good": {"a": 1}, name: facet}
    leaf = visitor("AcmeRelation")(lambda node, ctx: InputDataset("acme", "orders", facets))
    builder = facet_builder("run")(lambda ctx: facets)
    answer = dispatch_to(leaf, builder, nodes=[{**NODE, "hooks": [0]}], always=[1])
    assert list(answer["inputs"][0]["facets"]) == ["good"]
    assert [each["name"] for each in answer["facets"]] == ["good"]
    assert [each["stage"] for each in answer["errors"]] == ["visit AcmeRelation", "build"]
    assert message in answer["errors"][0]["message"]
    assert message.replace("dataset facet", "run facet") in answer["errors"][1]["message"]


def test_an_oversized_response_drops_only_the_largest_part() -> None:
    big = visitor("AcmeRelation")(lambda node, ctx: InputDataset("acme", "x" * 5000))
    small = visitor("AcmeRelation")(lambda node, ctx: InputDataset("acme", "small"))
    hooks = dict(enumerate(hook for each in (big, small) for hook in hooks_of(each, f"m:{id(each)}")))
    answer = dispatch({"nodes": [{**NODE, "hooks": [0, 1]}]}, hooks, max_bytes=2000)
    assert [each["name"] for each in answer["inputs"]] == ["small"]
    assert answer["errors"][0]["extension"] == f"m:{id(big)}"
    assert "the limit for all answers together is 2000" in answer["errors"][0]["message"]
    assert len(json.dumps(answer)) < 2000


def test_a_hook_that_is_gone_by_now_is_no_error() -> None:
    assert dispatch({"nodes": [{**NODE, "hooks": [7]}], "always": [8]}, {})["errors"] == []
