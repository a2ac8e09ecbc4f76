"""Extensions in Java and Scala, compiled against the published agent, run without changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.extensions.outcome import columns, errors, names
from tests.extensions_jvm.conftest import Suite

FACTORY = "io.openlineage.spark.api.OpenLineageEventHandlerFactory"
HOOKS = (
    "columnVisitors=1, datasetFacets=1, inputBuilders=1, inputFacets=1, inputVisitors=1, "
    "jobFacets=1, outputBuilders=1, outputFacets=1, outputVisitors=1, runFacets=1"
)


def facet_value(facets: dict[str, Any], name: str) -> Any:  # noqa: ANN401 - JSON
    return facets[name]["word"]


@pytest.mark.row("api.factory")
def test_each_method_of_a_factory_is_called_once_for_each_run(suite: Suite) -> None:
    assert suite["published"].answer.error is None
    for folder in ("source", "counted"):
        facets = suite["published"].writing(folder)[-1]["run"]["facets"]
        assert facet_value(facets, "acme_created") == HOOKS


def test_the_context_has_the_query_and_the_session(suite: Suite) -> None:
    facets = suite["published"].writing("counted")[-1]["run"]["facets"]
    node, app, session, executed, version = facet_value(facets, "acme_context").split()
    assert (node, app) == ("InsertIntoHadoopFsRelationCommand", "published")
    assert (session, executed) == ("true", "true")
    assert version.startswith(suite.line.id)


@pytest.mark.row("api.visitors", "api.column-visitors", "api.job-suffix")
def test_visitors_find_inputs_and_outputs_and_their_columns(suite: Suite) -> None:
    start, complete = suite["published"].writing("counted")
    assert ("acme://java", "files") in names(start["inputs"])
    files = next(i for i in complete["inputs"] if i["name"] == "files")
    assert [f["name"] for f in files["facets"]["schema"]["fields"]] == ["id", "secret"]
    assert facet_value(files["facets"], "acme_visited") == "LogicalRelation"
    assert facet_value(files["inputFacets"], "acme_read") == "read"
    counted = next(o for o in complete["outputs"] if o["namespace"] == "acme://java")
    assert counted["name"] == "counted"
    assert [f["name"] for f in counted["facets"]["schema"]["fields"]] == ["secret", "count"]
    assert columns(counted)["secret"] == [("vault", "key", "IDENTITY")]
    assert complete["job"]["name"].endswith(".acme_counted")


def test_results_of_visitors_are_added_to_those_of_the_agent(suite: Suite) -> None:
    """The published agent also adds both."""
    complete = suite["published"].writing("counted")[-1]
    read, written = (
        [d["name"].rpartition("/")[2] for d in complete[k]] for k in ("inputs", "outputs")
    )
    assert {"source", "files"} <= set(read)
    assert written == ["counted", "counted", "planned", "mirror"]
    assert len(set(names(complete["outputs"]))) == len(written), "each name once"


@pytest.mark.row("api.job-suffix")
def test_a_visitor_without_a_dataset_gives_the_job_its_suffix(suite: Suite) -> None:
    complete = suite["published"].writing("source")[-1]
    assert complete["job"]["name"].endswith(".acme_source")
    assert ("acme://java", "source") not in names(complete["outputs"])


def test_output_visitors_are_not_called_for_relations_that_a_query_reads(suite: Suite) -> None:
    """A visitor of relations is for others to delegate to: the published agent visits the root."""
    assert ("acme://java", "relation") not in names(
        [o for e in suite["published"].writing("counted") for o in e["outputs"]]
    )


@pytest.mark.row("api.visitors")
def test_builders_find_datasets_in_events_and_rdds(suite: Suite) -> None:
    complete = suite["published"].writing("counted")[-1]
    assert ("acme://scan", "source") in names(complete["inputs"])
    assert names(complete["outputs"])[1:] == [
        ("acme://java", "counted"),
        ("acme://java", "planned"),
        ("acme://java", "mirror"),
    ]


@pytest.mark.row("api.facet-builders")
def test_facet_builders_are_called_for_their_subjects(suite: Suite) -> None:
    complete = suite["published"].writing("counted")[-1]
    assert "partitions" in facet_value(complete["job"]["facets"], "acme_job")
    assert facet_value(complete["run"]["facets"], "acme_stage") in {
        "ResultStage",
        "ShuffleMapStage",
    }
    assert "tasks" in facet_value(complete["run"]["facets"], "acme_stageInfo")
    for read in complete["inputs"]:
        assert facet_value(read["inputFacets"], "acme_input").startswith("job ")
    for dataset in complete["inputs"] + complete["outputs"]:
        assert facet_value(dataset["facets"], "acme_rdd_FileScanRDD") == "rdd"
    for written in complete["outputs"]:
        assert written["outputFacets"]["acme_outputStatistics"]["rowCount"] == 10


def test_a_factory_in_the_documented_folder_builds_facets_of_queries(suite: Suite) -> None:
    for event in suite["published"].writing("counted"):
        found = facet_value(event["run"]["facets"], "acme_query")
        assert found == "InsertIntoHadoopFsRelationCommand"


def test_scala_extensions_and_classes_between_are_known_by_their_type_arguments(
    suite: Suite,
) -> None:
    start = suite["published"].writing("source")[0]
    assert ("acme://scala", "numbers") in names(start["inputs"])
    assert facet_value(start["job"]["facets"], "acme_start").startswith("published.")


def test_the_context_shows_the_effective_configuration(suite: Suite) -> None:
    facets = suite["published"].writing("counted")[-1]["run"]["facets"]
    assert facet_value(facets, "acme_config") == "default true [] FileConfig true true"


def test_the_context_has_meters_builders_names_vendors_and_catalogs(suite: Suite) -> None:
    facets = suite["published"].writing("counted")[-1]["run"]["facets"]
    expected = "[acme.asked, source, id file, my_app_1, published, 0, false, hive]"
    assert facet_value(facets, "acme_tools") == expected


def test_a_column_visitor_reads_the_agents_lineage(suite: Suite) -> None:
    facets = suite["published"].writing("counted")[-1]["run"]["facets"]
    expected = "[id, secret] [secret from secret IDENTITY] true true false true"
    assert facet_value(facets, "acme_readBack") == expected


def test_row_dependencies_are_in_the_column_lineage(suite: Suite) -> None:
    for written in suite["published"].writing("counted")[-1]["outputs"][:2]:
        found = written["facets"]["columnLineage"]["dataset"]
        gates = [d for d in found if d["name"] == "gate"]
        assert [(g["field"], g["transformations"][0]["subtype"]) for g in gates] == [
            ("open", "FILTER")
        ]


def test_a_job_without_a_query_has_extensions_too(suite: Suite) -> None:
    assert suite["rdd"].answer.error is None
    start, complete = suite["rdd"].writing("/text")
    assert facet_value(start["run"]["facets"], "acme_jobStart").startswith("job ")
    assert facet_value(complete["run"]["facets"], "acme_jobStart").startswith("job ")
    assert "partitions" in facet_value(complete["job"]["facets"], "acme_job")
    assert ("acme://java", "mirror") in names(complete["outputs"])


@pytest.mark.row("breaker.custom")
def test_a_custom_circuit_breaker_trips(suite: Suite) -> None:
    spent = [e for e in suite["spent"].events if e["eventType"] == "COMPLETE"]
    gaps = [
        g for e in spent for g in e["run"]["facets"].get("headwater_coverage", {}).get("gaps", [])
    ]
    assert [(g["stage"], "the quota is spent" in g["reason"]) for g in gaps] == [
        ("circuitBreaker", True)
    ]
    written = {o["namespace"] for e in spent for o in e["outputs"]}
    assert written == {"acme://java"}, "what an extension says is told"
    assert "circuitBreaker" not in str(suite["resolved"].events)


@pytest.mark.row("resolver.custom")
def test_a_custom_resolver_names_the_dataset(suite: Suite) -> None:
    outputs = {o["namespace"] for e in suite["resolved"].events for o in e["outputs"]}
    assert outputs == {"disk://warehouse", "acme://java"}


def test_a_factory_that_cannot_be_made_is_named_once(suite: Suite) -> None:
    naming = [e for e in suite["published"].events if FACTORY in errors([e])]
    assert {e["run"]["runId"] for e in naming} == {naming[0]["run"]["runId"]}
    assert "com.acme.broken.NoConstructor" in errors(naming)[FACTORY]
    assert list(errors(suite["published"].events)) == [FACTORY]


def test_a_broken_extension_loses_only_its_own_part(suite: Suite) -> None:
    assert suite["broken"].answer.error is None
    start, complete = suite["broken"].writing("source")
    assert facet_value(start["job"]["facets"], "acme_survivor") == "said"
    found = errors([complete])
    broken = "com.acme.broken.BrokenFactory"
    assert "OutOfMemoryError: not really" in found[broken]
    assert "NoClassDefFoundError" in found[f"{broken}$Unlinked"]
    assert "StackOverflowError" in found[f"{broken}$Overflowing"]
    assert "no answer within 1500 ms" in found[broken]
    assert facet_value(complete["run"]["facets"], "acme_created") == HOOKS


def test_a_facet_that_cannot_be_sent_costs_only_itself(suite: Suite) -> None:
    start = suite["broken"].writing("source")[0]
    facets = start["run"]["facets"]
    assert facet_value(facets, "acme_good") == "said"
    assert not {"", "acme_null", "acme_cyclic", "acme_infinite", "acme_large"} & set(facets)
    assert "word" not in facets["parent"]
    odd = [line for line in suite["broken"].answer.log if "BrokenFactory$Odd failed" in line]
    reasons = ("needs a name", "acme_null", "headwater_agent", "parent", "acme_cyclic", "acme_inf")
    for reason in (*reasons, "acme_large has more than 1048576"):
        assert len([line for line in odd if reason in line]) == 1, reason


def test_stack_traces_of_extensions_are_short(suite: Suite) -> None:
    log = suite["broken"].answer.log
    at = next(i for i, line in enumerate(log) if "BrokenFactory$Overflowing failed" in line)
    frames = [line for line in log[at : at + 100] if "BrokenFactory$Overflowing.build" in line]
    assert 0 < len(frames) <= 20


def test_a_hanging_extension_is_not_called_again_before_it_returns(suite: Suite) -> None:
    complete = suite["broken"].writing("counted")[-1]
    assert "has not returned" in errors([complete])["com.acme.broken.BrokenFactory"]
    assert facet_value(complete["run"]["facets"], "acme_created") == HOOKS


def test_a_broken_extension_is_logged_once(suite: Suite) -> None:
    agent_lines = [
        line for line in suite["broken"].answer.log if "BrokenFactory$Unlinked failed" in line
    ]
    assert len(agent_lines) == 1
    assert "|WARN|" in agent_lines[0]
