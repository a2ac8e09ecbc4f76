"""The kafka transport with a broker that is first down, then up; and `headwater replay` to a topic."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from kafka import KafkaConsumer, TopicPartition

from tests.e2e import options
from tests.e2e.events import Event
from tests.e2e.lines import line
from tests.e2e.spark_submit import Driver, Job, JobResult
from tests.e2e.spooled import events_on_disk, headwater, status, verify_output
from tests.services import processes
from tests.services.conftest import KAFKA_JARS, NOISE_SECONDS, PROMISED_SECONDS, SERVICES_LINE, jars

JOB = Path(__file__).parent / "jobs" / "copy_numbers.py"
TRANSPORT = "spark.openlineage.transport"


# Numbers that a parser with floating point would change.
DIGITS = '"id":9007199254740993,"ratio":0.12345678901234567890'
FACET = {"_producer": "https://airflow.example", "_schemaURL": "https://airflow.example/f"}
PARENT = {
    "run": {
        "runId": "0190f5a8-0000-7000-8000-000000000001",
        "facets": {"acme": FACET | {"digits": 0}},
    },
    "job": {"namespace": "airflow", "name": "dag"},
}
CONTEXT = json.dumps({"parent": PARENT}, separators=(",", ":")).replace('"digits":0', DIGITS)


@dataclass(frozen=True)
class Outcome:
    job_results: dict[str, JobResult]
    spools: dict[str, Path]
    before: dict[str, list[Event]]
    topic_texts: list[tuple[str, str]]
    replayed_texts: list[tuple[str, str]]

    @property
    def topic(self) -> list[tuple[str, Event]]:
        return [(key, json.loads(text)) for key, text in self.topic_texts]

    @property
    def replayed(self) -> list[tuple[str, Event]]:
        return [(key, json.loads(text)) for key, text in self.replayed_texts]


def conf(port: int, spool: Path) -> dict[str, str]:
    return {
        f"{TRANSPORT}.type": "kafka",
        f"{TRANSPORT}.topicName": "lineage",
        f"{TRANSPORT}.properties.bootstrap.servers": f"127.0.0.1:{port}",
        "spark.openlineage.spool.dir": str(spool),
    }


def read(port: int, topic: str) -> list[tuple[str, str]]:
    """All records of a topic with their keys."""
    consumer = KafkaConsumer(bootstrap_servers=f"127.0.0.1:{port}", consumer_timeout_ms=10_000)
    partition = TopicPartition(topic, 0)
    consumer.assign([partition])
    consumer.seek_to_beginning(partition)
    end = consumer.end_offsets([partition])[partition]
    found = []
    while consumer.position(partition) < end:
        message = next(consumer)
        found.append((message.key.decode(), message.value.decode()))
    consumer.close()
    return found


@pytest.fixture(scope="module")
def outcome(request: pytest.FixtureRequest) -> Iterator[Outcome]:
    work = options.new_folder("kafka-transport")
    (work / "data").mkdir()
    spark = line(SERVICES_LINE)
    driver_jars = [options.agent(request.config, spark), *jars(spark, KAFKA_JARS)]
    port = processes.free_port()
    spools = {name: work / f"spool-{name}" for name in ("next", "replay")}

    def run(name: str, spool: Path) -> dict[str, JobResult]:
        job = Job(name, JOB, work / f"{name}-job", conf(port, spool))
        numbers = conf(port, spool) | {"spark.openlineage.context": CONTEXT}
        jobs = [job, Job(f"{name} numbers", JOB, work / f"{name}-numbers", numbers)]
        return Driver(spark, driver_jars, work / name, memory="1g").run(jobs, work / "data")

    job_results = run("down", spools["next"])
    shutil.copytree(spools["next"], spools["replay"])
    before = {name: events_on_disk(spool) for name, spool in spools.items()}
    with processes.kafka(port):
        job_results |= run("up", spools["next"])
        topic = read(port, "lineage")
        process = headwater(
            "replay", str(spools["replay"]), "--to", f"kafka://127.0.0.1:{port}/again"
        )
        assert process.returncode == 0, process.stderr
        yield Outcome(job_results, spools, before, topic, read(port, "again"))


@pytest.mark.parametrize("name", ["down", "up"])
def test_the_job_does_not_notice_whether_the_broker_is_there(outcome: Outcome, name: str) -> None:
    assert outcome.job_results[name].error is None
    assert outcome.job_results[name].stop < PROMISED_SECONDS + NOISE_SECONDS


def test_events_rejected_by_the_broker_are_spooled_with_few_log_lines(outcome: Outcome) -> None:
    assert len(outcome.before["next"]) >= 6, "the application, two writes"
    agent_lines = outcome.job_results["down"].agent_warnings
    assert 1 <= len(agent_lines) <= 3, agent_lines


@pytest.mark.row("transport.kafka")
def test_the_next_application_delivers_everything_to_the_topic_in_order(
    outcome: Outcome, tmp_path: Path
) -> None:
    events = [event for _, event in outcome.topic]
    assert len(events) == 2 * len(outcome.before["next"])
    assert all(event in events for event in outcome.before["next"])
    assert not verify_output(events, tmp_path / "events.jsonl")
    assert not status(outcome.spools["next"])


@pytest.mark.row("transport.kafka")
def test_all_of_an_application_has_one_key(outcome: Outcome) -> None:
    keys = {key for key, _ in outcome.topic}
    assert keys == {"run:default/down", "run:default/up", "run:airflow/dag"}


@pytest.mark.row("beyond.replay")
def test_replay_delivers_a_spool_to_a_topic_with_the_same_keys(
    outcome: Outcome, tmp_path: Path
) -> None:
    assert [event for _, event in outcome.replayed] == outcome.before["replay"]
    assert {key for key, _ in outcome.replayed} == {"run:default/down", "run:airflow/dag"}
    assert not verify_output([event for _, event in outcome.replayed], tmp_path / "events.jsonl")
    assert not status(outcome.spools["replay"])


@pytest.mark.row("transport.kafka", "beyond.replay")
@pytest.mark.parametrize("topic", ["topic_texts", "replayed_texts"])
def test_numbers_arrive_with_all_their_digits(outcome: Outcome, topic: str) -> None:
    """From the application, from the spool of another one, and from `headwater replay`."""
    texts = [text for _, text in getattr(outcome, topic) if '"acme":' in text]
    assert len(texts) >= 2
    assert [text for text in texts if DIGITS not in text] == []
