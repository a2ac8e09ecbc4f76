"""Runs every script under both agents and compares their events."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tests.differential import agents, corpus
from tests.differential.compare import Difference, differences
from tests.differential.corpus import ScriptEnvironment
from tests.differential.normalise import normalise_events
from tests.e2e import events as ev
from tests.e2e.backend import Received, accepts, backend
from tests.e2e.events import Event
from tests.e2e.lines import Line
from tests.e2e.spark_submit import Driver, JobResult
from tests.e2e.workspace import Paths
from tests.services import processes
from tests.services.conftest import TABLES

TRANSPORT = "spark.openlineage.transport.type"
DRIVER_TIMEOUT = 1800
ENVIRONMENT = {"DIFFERENTIAL_REGION": "eu-north"}


def run(
    line: Line, jars: Path, work: Path, only: Collection[str] = ()
) -> dict[str, dict[str, JobResult]]:
    """Run the scripts of both agents at the same time, each agent in its own Spark process.

    `only` selects scripts by name. The events stay in the folders of the scripts below `work`.
    """
    with ThreadPoolExecutor() as executor:
        running = {a: executor.submit(run_under, a, line, jars, work, only) for a in agents.NAMES}
        return {agent: job_results.result() for agent, job_results in running.items()}


def data(work: Path, agent: str) -> Path:
    """The folder of the fixture tables, which each process writes for itself."""
    return work / f"{agent}-data"


def run_under(
    agent: str, line: Line, jars: Path, work: Path, only: Collection[str]
) -> dict[str, JobResult]:
    """Run the scripts of one agent, with servers of its own, so that it does not find data of the other agent."""
    with servers() as (ports, received):
        environment = ScriptEnvironment(data(work, agent), work / agent, ports, received.url)
        selected_jobs = [job for job in corpus.jobs(environment) if not only or job.name in only]
        for job in selected_jobs:
            shutil.rmtree(job.folder, ignore_errors=True)
        libraries = [agents.jar(agent, line, jars), *agents.libraries(line)]
        driver = Driver(
            line, libraries, environment.work, ENVIRONMENT, memory="1500m", timeout=DRIVER_TIMEOUT
        )
        job_results = driver.run(selected_jobs, environment.data)
        for name in [job.name for job in selected_jobs if job.conf[TRANSPORT] == "http"]:
            sent = events_of_application(received, name)
            environment.paths(name).events.write_text("".join(json.dumps(e) + "\n" for e in sent))
    return job_results


@contextmanager
def servers() -> Iterator[tuple[dict[str, int], Received]]:
    with (
        processes.postgresql(TABLES) as database,
        processes.kafka() as kafka,
        backend(accepts) as http,
    ):
        yield {"postgresql": database.port, "kafka": kafka.port}, http


def events_of_application(received: Received, name: str) -> list[Event]:
    """The events that a script sent to the HTTP backend; the application has the name of the script."""
    return [e for e in received.events if e["job"]["name"].partition(".")[0] == name]


def collect_events(line: Line, work: Path) -> dict[str, tuple[list[Event], list[Event]]]:
    """The events of both agents for each script: `(published, ours)`."""
    theirs, ours = (
        {
            folder.name: script_events(Paths(data(work, agent), folder), line)
            for folder in (work / agent).iterdir()
        }
        for agent in agents.NAMES
    )
    scripts = sorted(
        name for name in theirs.keys() | ours.keys() if theirs.get(name) or ours.get(name)
    )
    return {name: (theirs.get(name, []), ours.get(name, [])) for name in scripts}


def script_events(paths: Paths, line: Line) -> list[Event]:
    """The normalised events of a script; empty if the agent wrote no file."""
    return (
        normalise_events(ev.read(paths.events), paths, line.version)
        if paths.events.is_file()
        else []
    )


def compare_scripts(found: dict[str, tuple[list[Event], list[Event]]]) -> list[Difference]:
    """All differences, by script."""
    return [d for name, (theirs, ours) in found.items() for d in differences(name, theirs, ours)]
