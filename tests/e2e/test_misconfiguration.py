"""A wrong setting is one line that names the key, the value and the remedy; the job runs on without lineage."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.conftest import Suite
from tests.e2e.spark_submit import Answer, Job

JOB = Path(__file__).parent / "jobs" / "copy_orders.py"
TRANSPORT = "spark.openlineage.transport"
OURS = ("|WARN|io.headwater", "|ERROR|io.headwater", "|WARN|io.openline", "|ERROR|io.openline")


@dataclass(frozen=True)
class Mistake:
    """Settings, and what the line about them must name."""

    name: str
    conf: dict[str, str]
    named: tuple[str, ...]


MISTAKES = [
    Mistake(
        "unknown transport",
        {f"{TRANSPORT}.type": "pigeon"},
        (f"{TRANSPORT}.type", "pigeon", "http", "file", "console"),
    ),
    Mistake(
        "malformed URL",
        {f"{TRANSPORT}.type": "http", f"{TRANSPORT}.url": "ht!tp://no where"},
        (f"{TRANSPORT}.url", "ht!tp://no where", "http://"),
    ),
    Mistake("missing URL", {f"{TRANSPORT}.type": "http"}, (f"{TRANSPORT}.url", "http://")),
    Mistake(
        "no number",
        {
            f"{TRANSPORT}.type": "http",
            f"{TRANSPORT}.url": "http://127.0.0.1:9",
            f"{TRANSPORT}.timeoutInMillis": "soon",
        },
        (f"{TRANSPORT}.timeoutInMillis", "soon", "Integer", "remove"),
    ),
    Mistake(
        "no Kafka client",
        {
            f"{TRANSPORT}.type": "kafka",
            f"{TRANSPORT}.topicName": "lineage",
            f"{TRANSPORT}.properties.bootstrap.servers": "127.0.0.1:9",
        },
        (f"{TRANSPORT}.type", "kafka-clients is not on the driver's class path"),
    ),
    Mistake(
        "no S3 transport",
        {f"{TRANSPORT}.type": "s3", f"{TRANSPORT}.bucketName": "lineage"},
        (f"{TRANSPORT}.type", "io.openlineage:transports-s3"),
    ),
]


@pytest.fixture(scope="module")
def answers(suite: Suite) -> dict[str, Answer]:
    jobs = [
        Job(mistake.name, JOB, suite.paths("misconfiguration", mistake.name).own, mistake.conf)
        for mistake in MISTAKES
    ]
    return suite.run("misconfiguration", jobs)


@pytest.fixture(scope="module")
def unreadable(suite: Suite) -> Answer:
    """The malformed openlineage.yml is found through the environment, so it has a JVM of its own."""
    paths = suite.paths("unreadable", "job")
    folder = suite.work / "unreadable"
    folder.mkdir()
    (folder / "openlineage.yml").write_text("transport: [type: {file\n")
    env = {"OPENLINEAGE_CONFIG": str(folder / "openlineage.yml")}
    return suite.run("unreadable", [Job("job", JOB, paths.own, {})], env)["job"]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.name)
def test_a_wrong_setting_is_one_line_that_names_key_value_and_remedy(
    mistake: Mistake, answers: dict[str, Answer]
) -> None:
    said = [row for row in answers[mistake.name].log if row.startswith(OURS)]
    assert len(said) == 1, said
    assert [word for word in mistake.named if word not in said[0]] == []


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.name)
def test_a_wrong_setting_does_no_harm_to_the_job(
    mistake: Mistake, answers: dict[str, Answer]
) -> None:
    answer = answers[mistake.name]
    assert answer.error is None
    assert answer.value == [[1, 20.0], [2, 40.0], [3, 60.0], [4, 80.0]]
    assert not [row for row in answer.log if row.startswith("\tat ")]


def test_a_wrong_setting_gives_no_events_anywhere(
    suite: Suite, answers: dict[str, Answer], unreadable: Answer
) -> None:
    assert answers and unreadable
    for group in ("misconfiguration", "unreadable"):
        assert (suite.work / group / "driver.log").is_file()
        assert sorted((suite.work / group).rglob("*.jsonl")) == []


def test_a_malformed_yml_is_one_line_that_names_the_file(unreadable: Answer) -> None:
    said = [row for row in unreadable.log if row.startswith(OURS)]
    assert len(said) == 1, said
    assert "unreadable/openlineage.yml" in said[0]
    assert unreadable.error is None
    assert len(unreadable.value) == 4
