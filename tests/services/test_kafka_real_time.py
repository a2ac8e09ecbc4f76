"""Events of a stream from Kafka to Kafka in real-time mode. Spark has it from 4.1 on."""

from __future__ import annotations

from tests.services.conftest import Outcome


def test_a_stream_in_real_time_names_its_topics_columns_and_rows(
    outcomes: dict[str, Outcome],
) -> None:
    job = outcomes["kafka_real_time"]
    found = job.written("answers")
    broker = f"kafka://127.0.0.1:{job.port}"
    assert found.inputs == {(broker, "numbers")}
    assert found.columns["value"] == {"numbers.value TRANSFORMATION"}
    assert found.event["job"]["name"] == "kafka_real_time.write_to_stream.answer"
    assert found.event["run"]["facets"]["headwater_coverage"]["gaps"] == []
    assert found.output["outputFacets"]["outputStatistics"]["rowCount"] == 3
