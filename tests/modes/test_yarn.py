"""The driver runs on YARN, or beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.spark_submit import LISTENER, Driver, agent_warnings, file_transport
from tests.modes.clusters import Yarn, yarn
from tests.modes.conftest import Modes, closed_runs

JOB = Path(__file__).resolve().parent / "jobs" / "one_write.py"


@pytest.fixture(scope="module")
def cluster(modes: Modes) -> Iterator[Yarn]:
    with yarn(modes.line, modes.work / "yarn") as started:
        yield started


def driver(modes: Modes, cluster: Yarn, name: str) -> Driver:
    return replace(modes.driver(name, env=cluster.conf), memory="600m")


def submit(driver: Driver, mode: str, transport: dict[str, str]) -> None:
    home, python = driver.line.home, str(driver.line.python)
    conf = transport | {
        "spark.master": "yarn",
        "spark.submit.deployMode": mode,
        "spark.extraListeners": LISTENER,
        "spark.yarn.jars": f"local:{home}/jars/*",
        "spark.yarn.stagingDir": (driver.folder / "staging").as_uri(),
        "spark.yarn.appMasterEnv.PYSPARK_PYTHON": python,
        "spark.yarn.appMasterEnv.SPARK_LOCAL_IP": "127.0.0.1",  # executors connect to the driver
        "spark.executor.memory": "512m",
        "spark.executor.instances": "1",
        "spark.executorEnv.PYSPARK_PYTHON": python,
    }
    done = driver.submit([str(JOB), str(driver.folder / "out")], conf)
    assert done.code == 0, "\n".join(done.log[-40:])


@pytest.mark.parametrize("mode", ["client", "cluster"])
def test_a_job_on_yarn_has_its_events(modes: Modes, cluster: Yarn, mode: str) -> None:
    own = driver(modes, cluster, f"yarn-{mode}")
    file = own.folder / "events.jsonl"
    submit(own, mode, file_transport(file))
    application, write = closed_runs(file)
    assert [e["eventType"] for e in (*application, *write)] == ["START", "COMPLETE"] * 2
    assert write[-1]["outputs"][0]["name"] == str(own.folder / "out")
    details = application[0]["run"]["facets"]["spark_applicationDetails"]
    assert (details["master"], details["deployMode"]) == ("yarn", mode)


def test_the_driver_of_a_container_warns_if_events_would_stay_inside_it(
    modes: Modes, cluster: Yarn
) -> None:
    """YARN deletes the directory of a container; without a transport the events are in a folder of it."""
    submit(driver(modes, cluster, "yarn-inside"), "cluster", {})
    warnings = agent_warnings(cluster.container_logs().splitlines())
    remedy = "is deleted with the container of YARN; set spark.openlineage.transport.type"
    assert len([warning for warning in warnings if remedy in warning]) == 1
