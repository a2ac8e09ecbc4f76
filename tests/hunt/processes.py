"""The Spark processes of a hunt: one with the agent, and one or several without it for the experiments."""

from __future__ import annotations

import json
import queue
import subprocess
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from tests.accuracy.oracle.events import table_name
from tests.e2e.lines import ROOT, Line, pandas_packages
from tests.e2e.spark_submit import CONF as CONF_OF_DRIVERS
from tests.e2e.spark_submit import LISTENER, environment, file_transport, short_jobs
from tests.hunt.lineage import Event
from tests.hunt.program import Program
from tests.hunt.tables import TableData
from tests.lake import formats

if TYPE_CHECKING:
    from typing_extensions import Self

SERVER = Path(__file__).resolve().parent / "in_spark" / "server.py"
CONF = CONF_OF_DRIVERS | {
    "spark.master": "local[1]",
    "spark.driver.memory": "1500m",
    "spark.sql.shuffle.partitions": "1",
    "spark.default.parallelism": "1",
    # a value that doesn't fit gives null, so that a changed table rarely ends a program
    "spark.sql.ansi.enabled": "false",
    "spark.sql.mapKeyDedupPolicy": "LAST_WIN",
    "spark.sql.scripting.enabled": "true",
    # types of Spark 4.1 and later that are off
    "spark.sql.timeType.enabled": "true",
    "spark.sql.timestampNanosTypes.enabled": "true",
    # statements of Spark 4.2 and later that are off
    "spark.sql.binByRelationOperator.enabled": "true",
    "spark.sql.scripting.cursorEnabled": "true",
    # compiling costs more than the few rows
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    # nobody looks at Spark's UI
    "spark.sql.ui.explainMode": "simple",
    "spark.sql.ui.retainedExecutions": "10",
    "spark.ui.retainedJobs": "10",
    "spark.ui.retainedStages": "10",
}
# A collector with several threads takes the processors from the other process.
COLLECTOR = "-XX:+UseSerialGC"
# Statistics of the rows must not change the plan of an experiment.
PLAIN = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.execution.sortBeforeRepartition": "false",
}
EVENTS_TIMEOUT = 120


class ServerEndedError(RuntimeError):
    """A Spark process ended before its time."""


class Server:
    """A Spark process that answers requests."""

    def __init__(
        self, line: Line, folder: Path, conf: dict[str, str], *, classes: bool = False
    ) -> None:
        folder.mkdir(parents=True)
        self.log = folder / "log.txt"
        path = folder / "setup.json"
        path.write_text(json.dumps({"conf": conf, "classes": classes}))
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [str(line.python), str(SERVER), str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(line)
                | {
                    "JAVA_TOOL_OPTIONS": f"{short_jobs(line)} {COLLECTOR}",
                    "PYTHONPATH": pandas_packages(),
                },
                cwd=folder,
                text=True,
            )

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            tail = "\n".join(self.log.read_text().splitlines()[-25:])
            raise ServerEndedError(f"the Spark process ended; the end of {self.log}:\n{tail}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


@dataclass(frozen=True)
class AgentResult:
    """What the agent made of a program: its events, and Spark's error."""

    events: list[Event]
    error: str


class Processes:
    """The process with the agent, `jobs` processes for experiments, the file of the agent's events, and the classes in the
    plans of all programs if `classes` asks for them.
    """

    def __init__(
        self, line: Line, jar: Path, folder: Path, data: TableData, *, jobs: int, classes: bool
    ) -> None:
        self.events = folder / "events.jsonl"
        lakes = has_lakes(line)
        jars = [jar, *(formats.jars(line) if lakes else [])]
        self.plain = [plain(line, folder / f"plain{n}", jars[1:]) for n in range(jobs)]
        self.idle: queue.SimpleQueue[Server] = queue.SimpleQueue()
        for server in self.plain:
            self.idle.put(server)
        conf = CONF | lake_conf(folder / "agent", jars[1:]) | agent_conf(self.events, jars)
        self.agent = Server(line, folder / "agent", conf, classes=classes)
        self.read = 0
        self.classes: set[str] = set()
        # lineage is that of the plan, so few rows are enough; a stream of no files would have no batch
        statements = [
            f"CREATE TABLE {name} USING parquet AS SELECT * FROM ({sql}) LIMIT {int(name == 't1')}"
            for name, sql in data.sql().items()
        ]
        self.agent.ask(do="create", statements=statements)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: object, trace: TracebackType | None
    ) -> None:
        self.agent.close()
        for server in self.plain:
            server.close()

    def under_agent(self, programs: Sequence[Program]) -> dict[str, AgentResult]:
        """Run programs in the agent's process, and wait for their events."""
        answer = self.agent.ask(do="agent", programs=[p.described() for p in programs])
        self.classes |= set(answer["classes"])
        events = self.events_until(answer["marker"])
        return {p["name"]: AgentResult(events[p["name"]], p["error"]) for p in answer["programs"]}

    def events_until(self, marker: str) -> dict[str, list[Event]]:
        """The new events by the name of their program, which is the first part of the names of its tables."""
        deadline = time.monotonic() + EVENTS_TIMEOUT
        found: dict[str, list[Event]] = defaultdict(list)
        while time.monotonic() < deadline:
            for event in self.new_events():
                outputs = [table_name(output) for output in event.get("outputs", ())]
                if marker in outputs and event["eventType"] == "COMPLETE":
                    return found
                for program in {output.partition("_")[0] for output in outputs}:
                    found[program].append(event)
            time.sleep(0.05)
        raise ServerEndedError(f"no event of {marker} after {EVENTS_TIMEOUT} s in {self.events}")

    def new_events(self) -> list[Event]:
        if not self.events.exists():
            return []
        with self.events.open("rb") as file:
            file.seek(self.read)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self.read += len(whole)
        return [json.loads(line) for line in whole.splitlines()]

    def functions(self) -> set[str]:
        """The names of all functions that Spark has."""
        return set(self.plain[0].ask(do="functions")["names"])

    def experiments(self, program: Program, variants: Sequence[TableData]) -> list[dict[str, Any]]:
        """The columns of the program's result, or the error, for each variant of the tables. Several threads may ask."""
        described = [
            {"tables": data.sql(program.sources(data.tables)), "partitions": data.partitions}
            for data in variants
        ]
        server = self.idle.get()
        try:
            answer = server.ask(do="experiments", program=program.described(), variants=described)
        finally:
            self.idle.put(server)
        results: list[dict[str, Any]] = answer["results"]
        return results


def plain(line: Line, folder: Path, lakes: list[Path]) -> Server:
    """A Spark process without the agent."""
    return Server(line, folder, CONF | PLAIN | lake_conf(folder, lakes))


def agent_conf(events: Path, jars: list[Path]) -> dict[str, str]:
    """The settings of the agent, which is the first of the jars."""
    return file_transport(events) | {
        "spark.jars": ",".join(map(str, jars)),
        "spark.extraListeners": LISTENER,
        "spark.openlineage.namespace": "hunt",
        "spark.openlineage.columnLineage.datasetLineageEnabled": "true",
    }


def has_lakes(line: Line) -> bool:
    """Whether Delta and Iceberg have releases for the line."""
    rows = (ROOT / "scripts" / "jars.tsv").read_text().splitlines()
    return any(row.startswith(f"iceberg-{line.id}\t") for row in rows)


def lake_conf(folder: Path, jars: list[Path]) -> dict[str, str]:
    """The settings of Delta and Iceberg, if the line has them."""
    if not jars:
        return {}
    return (
        formats.delta()
        | formats.iceberg(folder)
        | {
            "spark.jars": ",".join(map(str, jars)),
            "spark.sql.extensions": ",".join(formats.EXTENSIONS.values()),
        }
    )
