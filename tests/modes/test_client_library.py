"""Another OpenLineage client stands before the agent's jar on the class path: one line names it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.e2e import events
from tests.e2e.events import TERMINAL
from tests.e2e.lines import fetched
from tests.e2e.spark_submit import LISTENER, DriverResult, file_transport
from tests.modes.conftest import Modes

CLIENT = (
    "io/openlineage/client/",
    "io/openlineage/spark/shaded/",
    "io/micrometer/",
    "headwater/shaded/",
)
JOB = Path(__file__).resolve().parent / "jobs" / "one_write.py"


def submit(modes: Modes, name: str, in_front: Path) -> tuple[DriverResult, Path]:
    driver = replace(modes.driver(name), classes=[in_front])
    file = driver.folder / "events.jsonl"
    conf = file_transport(file) | {"spark.extraListeners": LISTENER, "spark.master": "local[2]"}
    return driver.submit([str(JOB), str(driver.folder / "out")], conf), file


def copy_client(agent: Path, to: Path) -> None:
    """Write the client of the agent's jar, and the libraries that it needs, to another jar."""
    with ZipFile(agent) as jar, ZipFile(to, "w") as copy:
        for entry in jar.infolist():
            if entry.filename.startswith(CLIENT):
                copy.writestr(entry, jar.read(entry))


@pytest.mark.parametrize("name", ["client-1.20.5", "client-1.53.0"])
def test_the_agent_is_off_if_the_other_client_lacks_something(modes: Modes, name: str) -> None:
    """The client of 1.53.0 has other names for its libraries than the agent's, so that it lacks methods, too."""
    other = fetched(name)
    done, file = submit(modes, name, other)
    assert done.code == 0
    assert "rows: 9" in done.log
    (line,) = done.agent_warnings
    assert line.startswith("|ERROR|")
    assert f"{other.name} is on the class path before the agent's jar" in line
    assert "lacks io.openlineage.client." in line
    assert not file.exists()


def test_the_same_client_in_front_is_used(modes: Modes) -> None:
    """A copy of the agent's own jar whose listener is missing: only its client is found first."""
    other = modes.work / "same-client.jar"
    copy_client(modes.agent, other)
    done, file = submit(modes, "same", other)
    assert done.code == 0
    (line,) = done.agent_warnings
    assert (
        f"{other.name} is on the class path before the agent's jar; its OpenLineage client is used"
        in line
    )
    runs = events.runs(events.read(file)).values()
    assert len(runs) == 2
    assert all(group[-1]["eventType"] in TERMINAL for group in runs)
