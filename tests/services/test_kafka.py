"""Events of Kafka, in batches and streams."""

from __future__ import annotations

import pytest

from tests.services.conftest import Outcome
from tests.services.written import Written


@pytest.fixture
def job(outcomes: dict[str, Outcome]) -> Outcome:
    return outcomes["kafka"]


@pytest.fixture
def streams(outcomes: dict[str, Outcome]) -> Outcome:
    return outcomes["kafka_streams"]


@pytest.fixture
def broker(job: Outcome) -> str:
    return f"kafka://127.0.0.1:{job.port}"


@pytest.mark.row("identity.kafka")
@pytest.mark.parametrize("topic", ["alpha", "beta", "gamma"])
def test_a_topic_is_named_by_its_first_broker(job: Outcome, broker: str, topic: str) -> None:
    found = job.written(topic)
    assert found.id == (broker, topic)
    assert set(found.columns) >= {"value"}


@pytest.mark.parametrize("topic", ["alpha", "gamma"])
def test_a_write_adds_rows_to_a_topic_and_creates_none(job: Outcome, topic: str) -> None:
    assert job.written(topic).lifecycle is None


def test_each_topic_that_a_computed_column_names_is_an_output(
    streams: Outcome, broker: str
) -> None:
    found = streams.written("late")
    outputs = {(output["namespace"], output["name"]) for output in found.event["outputs"]}
    assert outputs == {(broker, "late"), (broker, "early")}


@pytest.mark.row("connector.kafka")
def test_each_of_several_topics_is_a_dataset(job: Outcome, broker: str) -> None:
    found = job.written("/two_topics")
    assert found.inputs == {(broker, "alpha"), (broker, "beta")}
    assert found.columns["text"] == {"alpha.value TRANSFORMATION", "beta.value TRANSFORMATION"}
    assert found.columns["offset"] == {"alpha.offset IDENTITY", "beta.offset IDENTITY"}


@pytest.mark.row("connector.kafka")
@pytest.mark.parametrize("name", ["/assigned", "/pattern_with_offsets"])
def test_partitions_and_offsets_name_the_topic(job: Outcome, broker: str, name: str) -> None:
    assert job.written(name).inputs == {(broker, "alpha")}


@pytest.mark.row("facet.input.statistics")
def test_the_rows_of_one_topic_are_counted(job: Outcome) -> None:
    assert job.written("/assigned").rows_read == {"alpha": 3}
    assert job.written("/pattern_with_offsets").rows_read == {"alpha": 2}
    assert job.written("/two_topics").rows_read == {"alpha": None, "beta": None}
    kind = job.written("/assigned").event["inputs"][0]["facets"]["datasetType"]
    assert kind["datasetType"] == "TOPIC"


def test_a_batch_read_of_kafka_is_one_run(job: Outcome) -> None:
    """Kafka's source makes an RDD of a DataFrame, which is an execution of its own from Spark 4.0 on."""
    names = {event["job"]["name"] for event in job.completed}
    assert not [name for name in names if "deserialize_to_object" in name]


def test_a_pattern_without_offsets_is_a_gap(job: Outcome) -> None:
    found = job.written("/pattern")
    assert found.inputs == set()
    assert "the topics that match the pattern" in str(found.event["run"]["facets"])


@pytest.mark.row("stream.kafka", "stream.pattern")
def test_a_stream_names_the_topics_that_it_reads_and_writes(job: Outcome, broker: str) -> None:
    found = job.written("copied")
    assert found.id == (broker, "copied")
    assert found.inputs == {(broker, "alpha"), (broker, "beta")}
    assert found.columns["value"] == {"alpha.value IDENTITY", "beta.value IDENTITY"}


def test_the_run_of_a_stream_reports_its_offsets(job: Outcome) -> None:
    found = job.written("copied")
    facet = found.event["run"]["facets"]["headwater_streaming"]
    (source,) = facet["sources"]
    assert source["endOffset"] == '{"alpha":{"0":3},"beta":{"0":3}}'
    assert (facet["inputRows"], facet["outputRows"]) == (6, 6)
    statistics = found.output["outputFacets"]["outputStatistics"]
    assert statistics["rowCount"] == 6
    assert found.event["run"]["facets"]["headwater_coverage"]["gaps"] == []


def test_writes_in_foreach_batch_depend_on_the_topic(job: Outcome, broker: str) -> None:
    found = job.written("/kept")
    assert found.inputs == {(broker, "alpha")}
    assert found.columns["text"] == {"alpha.value TRANSFORMATION"}
    batch = found.event["run"]["facets"]["headwater_batch"]
    assert batch["job"]["name"].endswith(".write_to_stream.kept")


@pytest.mark.row("stream.pattern")
@pytest.mark.parametrize("name", ["/bronze", "/bronze_table"])
def test_topics_of_a_pattern_have_their_columns_in_delta(
    streams: Outcome, broker: str, name: str
) -> None:
    (found,) = (
        Written(event, output)
        for event in streams.completed
        for output in event["outputs"]
        if event["inputs"] and output["name"].endswith(name)
    )
    assert found.inputs == {(broker, "orders.eu"), (broker, "orders.us")}
    assert found.columns["text"] == {
        "orders.eu.value TRANSFORMATION",
        "orders.us.value TRANSFORMATION",
    }
    assert found.columns["offset"] == {"orders.eu.offset IDENTITY", "orders.us.offset IDENTITY"}
    assert found.event["run"]["facets"]["headwater_coverage"]["gaps"] == []


def test_a_continuous_stream_names_its_topics_and_columns(streams: Outcome, broker: str) -> None:
    found = streams.written("copied.at.once")
    assert found.inputs == {(broker, "orders.eu")}
    assert found.columns["value"] == {"orders.eu.value TRANSFORMATION"}
    assert found.event["run"]["facets"]["headwater_coverage"]["gaps"] == []
