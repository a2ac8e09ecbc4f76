"""The scripts that both agents run: cases of tests/e2e, tests/lake and tests/services, and one job per configuration."""

from __future__ import annotations

from collections.abc import Iterator
from configparser import ConfigParser
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.case import CASES, Case, load, load_all
from tests.e2e.spark_submit import Job, file_transport
from tests.e2e.workspace import Paths
from tests.lake import formats
from tests.lake.conftest import CASES as LAKE
from tests.services.conftest import job as service_job

HERE = Path(__file__).resolve().parent
SETTINGS = HERE / "configurations.ini"
PREFIX = "spark.openlineage."
# These cases are slow, or their result depends on timing; what they test is covered elsewhere.
EXCLUDED = {
    "concurrent_queries",
    "frames_of_rdds",
    "functions_opaque",
    "temporary_view_on_frame",
    "two_sessions",
}
LAKE_CASES = ("iceberg_changes", "iceberg_writes")


@dataclass(frozen=True)
class ScriptEnvironment:
    """The folders of one agent's scripts, and the servers that they use."""

    data: Path
    work: Path
    ports: dict[str, int]
    backend: str

    def paths(self, script: str) -> Paths:
        return Paths(self.data, self.work / script)


def jobs(environment: ScriptEnvironment) -> Iterator[Job]:
    """Yield all jobs, those with Hive last, because its classes stay loaded."""
    yield from (configured_job(name, environment) for name in sections())
    cases = [c for c in load_all(CASES) if c.name not in EXCLUDED and c.runs_on("3.5")]
    lakes = [load(LAKE / name) for name in LAKE_CASES]
    for case in sorted([*cases, *lakes], key=lambda case: case.hive):
        yield case_job(case, environment)
    for name, port in environment.ports.items():
        yield script_of_service(name, port, environment)


def case_job(case: Case, environment: ScriptEnvironment) -> Job:
    paths = environment.paths(case.name)
    conf = formats.conf(case.name, paths) if case.name in LAKE_CASES else {}
    conf |= file_transport(paths.events) | case.conf
    return Job(case.name, case.job, paths.own, conf, case.tables, case.hive, wait_for_events=True)


def script_of_service(name: str, port: int, environment: ScriptEnvironment) -> Job:
    made = service_job(name, port, environment.paths(name).own)
    return Job(name, made.script, made.folder, made.conf, wait_for_events=True)


def sections() -> list[str]:
    return settings().sections()


class Settings(ConfigParser):
    """A parser that keeps capitals in keys."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def settings() -> ConfigParser:
    parser = Settings(delimiters=("=",), interpolation=None)
    parser.read(SETTINGS)
    return parser


def configured_job(name: str, environment: ScriptEnvironment) -> Job:
    """The job of one section.

    The keys are Spark settings without their prefix; `job` names the script, keys that end in `.yml` are files.
    """
    paths = environment.paths(name)
    section = dict(settings()[name])
    section.pop("rows", None)  # for docs/compatibility.md
    script = HERE / "jobs" / f"{section.pop('job', 'copy')}.py"
    files = {key: section.pop(key) for key in list(section) if key.endswith(".yml")}
    conf = {key: fill_placeholders(value, environment, paths) for key, value in section.items()}
    own = {key if key.startswith("spark.") else PREFIX + key: v for key, v in conf.items()}
    texts = {key: fill_placeholders(text, environment, paths) for key, text in files.items()}
    return Job(
        name,
        script,
        paths.own,
        file_transport(paths.events) | own,
        ["orders", "customers"],
        files=texts,
        wait_for_events=True,
    )


def fill_placeholders(text: str, environment: ScriptEnvironment, paths: Paths) -> str:
    """Replace the placeholders for the script's folder and for server addresses."""
    postgresql = f"jdbc:postgresql://127.0.0.1:{environment.ports.get('postgresql')}/shop"
    known = {"own": str(paths.own), "backend": environment.backend, "postgresql": postgresql}
    for name, value in known.items():
        text = text.replace(f"{{{name}}}", value)
    return text
