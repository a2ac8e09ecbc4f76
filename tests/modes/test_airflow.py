"""Tasks of a real Airflow that start Spark: each application belongs to its task, and sends its events where Airflow does."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import backend, events
from tests.e2e.backend import Received
from tests.e2e.events import Event
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import environment
from tests.modes.conftest import Modes

BIN = ROOT / "build" / "airflow" / "bin"
DAGS = Path(__file__).parent / "jobs" / "airflow"
KEY = "key-of-airflow"
LIMIT = 600


@dataclass(frozen=True)
class Sent:
    """What the backend has received from Airflow and from its Spark applications, and where they wrote."""

    received: Received
    out: Path

    def of(self, job: str) -> list[Event]:
        return [e for e in self.received.events if e["job"]["name"] == job]


def http(url: str) -> dict[str, Any]:
    return {"type": "http", "url": url, "auth": {"type": "api_key", "apiKey": KEY}}


def composite(url: str) -> dict[str, Any]:
    transports = {"first": http(url), "also": {"type": "console"}}
    return {"type": "composite", "continue_on_failure": True, "transports": transports}


@pytest.fixture(scope="module", params=[http, composite], ids=["http", "composite"])
def sent(request: pytest.FixtureRequest, modes: Modes) -> Sent:
    """The events of one run of the DAG; Airflow's own transport is that of the parameter."""
    assert BIN.exists(), "Airflow is missing: scripts/python-env airflow"
    folder = modes.work / f"airflow_{request.param.__name__}"
    folder.mkdir(parents=True)
    with backend.backend() as received:
        env = variables(modes, folder, received.url, request.param(received.url))
        run(["airflow", "db", "migrate"], folder, env)
        run(["airflow", "dags", "test", "shop"], folder, env)
    return Sent(received, folder / "out")


def variables(modes: Modes, folder: Path, url: str, transport: dict[str, Any]) -> dict[str, str]:
    """Airflow's settings as variables, with its metadata database in the folder. Commands of tasks inherit them."""
    openlineage = {
        "NAMESPACE": "airflow_prod",
        "TRANSPORT": json.dumps(transport),
        "SPARK_INJECT_PARENT_JOB_INFO": "True",
        "SPARK_INJECT_TRANSPORT_INFO": "True",
    }
    return (
        environment(modes.line)
        | {f"AIRFLOW__OPENLINEAGE__{key}": value for key, value in openlineage.items()}
        | {
            "PATH": f"{BIN}:{modes.line.home / 'bin'}:{os.environ['PATH']}",
            "AIRFLOW_HOME": str(folder / "home"),
            "AIRFLOW__CORE__DAGS_FOLDER": str(DAGS),
            "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
            "AIRFLOW_CONN_SPARK_DEFAULT": json.dumps({"conn_type": "spark", "host": "local[2]"}),
            "AGENT_JAR": str(modes.agent),
            "BACKEND": url,
            "OUT": str(folder / "out"),
        }
    )


def run(command: list[str], folder: Path, env: dict[str, str]) -> None:
    with (folder / "log").open("a") as log:
        done = subprocess.run(
            command, cwd=folder, env=env, stdout=log, stderr=log, timeout=LIMIT, check=False
        )
    assert done.returncode == 0, (folder / "log").read_text()[-5000:]


def parent(event: Event) -> dict[str, Any]:
    return dict(event["run"]["facets"]["parent"])


@pytest.mark.parametrize(("task", "app"), [("orders", "orders_app"), ("totals", "totals_app")])
def test_an_application_is_a_child_of_its_task_and_of_the_run_of_the_dag(
    sent: Sent, task: str, app: str
) -> None:
    of_task, of_dag = sent.of(f"shop.{task}"), sent.of("shop")
    assert [e["eventType"] for e in of_task] == ["START", "COMPLETE"]
    assert [e["eventType"] for e in sent.of(app)] == ["START", "COMPLETE"]
    for event in sent.of(app):
        assert parent(event)["run"]["runId"] == of_task[0]["run"]["runId"]
        assert parent(event)["job"] == {"namespace": "airflow_prod", "name": f"shop.{task}"}
        assert parent(event)["root"]["run"]["runId"] == of_dag[0]["run"]["runId"]
        assert parent(event)["root"]["job"] == {"namespace": "airflow_prod", "name": "shop"}


@pytest.mark.parametrize(("task", "app"), [("orders", "orders_app"), ("totals", "totals_app")])
def test_a_query_is_a_child_of_its_application(sent: Sent, task: str, app: str) -> None:
    application = sent.of(app)[0]["run"]["runId"]
    queries = [
        e
        for e in sent.received.events
        if not events.is_application(e) and e["job"]["name"].startswith(f"{app}.")
    ]
    assert [e["eventType"] for e in queries] == ["START", "COMPLETE"]
    assert [parent(e)["run"]["runId"] for e in queries] == [application] * 2
    assert [o["name"] for e in queries for o in e["outputs"]] == [str(sent.out / task)] * 2


def test_the_operator_gives_the_key_of_airflow(sent: Sent) -> None:
    of_spark = {"orders_app", "shop.orders"}
    keys = {
        key
        for event, (_, key) in zip(sent.received.events, sent.received.requests, strict=True)
        if event["job"]["name"].partition(".execute")[0] in of_spark
    }
    assert keys == {f"Bearer {KEY}"}
