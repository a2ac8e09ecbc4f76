"""Something closes the class loader of `--jars`: the job is not affected, and the log names the remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import events
from tests.e2e.events import TERMINAL
from tests.e2e.spark_submit import LISTENER, file_transport
from tests.modes.conftest import Modes

JOB = Path(__file__).resolve().parent / "jobs" / "closed_loader.py"
REMEDY = "add the jar with --driver-class-path instead"


@pytest.mark.parametrize("stage", range(4))
def test_a_closed_class_loader_does_not_affect_the_job(modes: Modes, stage: int) -> None:
    driver = modes.driver(f"closed-{stage}")
    file = driver.folder / "events.jsonl"
    conf = file_transport(file) | {"spark.extraListeners": LISTENER, "spark.master": "local[2]"}
    done = driver.submit([str(JOB), str(stage), str(driver.folder)], conf)
    assert done.code == 0
    assert "rows: 9" in done.log
    assert not [
        line for line in done.log if line.startswith(("Exception in thread", "|ERROR|org.apache"))
    ]
    warnings = done.agent_warnings
    runs = events.runs(events.read(file))
    closed = [group for group in runs.values() if group[-1]["eventType"] in TERMINAL]
    assert len(closed) < len(runs), "classes are missing at the end of the application at least"
    assert any(REMEDY in line for line in warnings)
    assert len(warnings) <= 12
