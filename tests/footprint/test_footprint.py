"""What the agent costs, in counts that do not depend on the machine; none may grow by more than a tenth.

`baseline.tsv` holds the counts; `--rewrite` writes it. Times are in `make bench`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bench.measures import WORKER
from tests.e2e import options
from tests.e2e.spark_submit import LISTENER, Driver, file_transport

HERE = Path(__file__).resolve().parent
BASELINE = HERE / "baseline.tsv"
ALLOWED = 1.1
OWN = ("io.headwater.", "io.openlineage.", "headwater.shaded.", "io.micrometer.")
LOADED = re.compile(rb"\] (\S+) source: ")
COUNTS = {
    "start.classes": "classes of the agent's jar when the session is ready",
    "start.lambdas": "classes that the JVM has made for their lambdas",
    "first.classes": "classes of the agent's jar after one query",
    "first.lambdas": "classes that the JVM has made for their lambdas",
    "first.micrometer": "classes of Micrometer after one query, without metrics.type",
    "warm.kilobytes": "KB that the agent's thread allocates for a warm query",
    "warm.events": "events of a query",
    "threads": "threads of the agent",
}


@pytest.fixture(scope="module")
def counts(request: pytest.FixtureRequest) -> dict[str, float]:
    """The counts of this build, by the keys of `COUNTS`."""
    line = options.spark_line(request.config)
    folder = options.new_folder("footprint", line.name)
    job = {
        "events": str(folder / "events.jsonl"),
        "class_log": str(folder / "classes.log"),
        "out": str(folder / "out"),
    }
    (folder / "job.json").write_text(json.dumps(job))
    # The first compiler only: the second one removes allocations, sooner or later.
    jvm = f"-XX:TieredStopAtLevel=1 -Xlog:class+load:file={job['class_log']}"
    driver = Driver(line, [options.agent(request.config, line)], folder, jvm=jvm)
    conf = {"spark.extraListeners": LISTENER} | file_transport(Path(job["events"]))
    done = driver.submit(
        [str(HERE / "jobs" / "queries.py"), str(folder / "job.json")],
        conf | {"spark.master": "local[2]"},
    )
    assert done.code == 0, "\n".join(done.log[-40:])
    readings = json.loads((folder / "job.results").read_text())
    found = counted(readings, Path(job["class_log"]).read_bytes())
    if request.config.getoption("--rewrite"):
        rewrite(found)
    return found


def counted(readings: Mapping[str, Mapping[str, Any]], class_log: bytes) -> dict[str, float]:
    found: dict[str, float] = {}
    for moment in ("start", "first"):
        names = [
            name.decode()
            for name in LOADED.findall(class_log[: readings[moment]["class_log"]])
            if name.decode().startswith(OWN)
        ]
        lambdas = [name for name in names if "$$Lambda" in name]
        found[f"{moment}.classes"] = len(names) - len(lambdas)
        found[f"{moment}.lambdas"] = len(lambdas)
    found["first.micrometer"] = sum(name.startswith("io.micrometer.") for name in names)
    before, after = readings["before"], readings["after"]
    allocated = after["threads"][WORKER][1] - before["threads"][WORKER][1]
    found["warm.kilobytes"] = round(allocated / 1000 / after["queries"])
    found["warm.events"] = (after["events"] - before["events"]) / after["queries"]
    found["threads"] = sum(name.startswith("headwater") for name in after["threads"])
    return found


def rewrite(found: Mapping[str, float]) -> None:
    rows = [f"{key}\t{found[key]:g}\t{what}" for key, what in COUNTS.items()]
    BASELINE.write_text("\n".join(["count\tvalue\twhat", *rows]) + "\n")


def baseline() -> dict[str, float]:
    rows = [row.split("\t") for row in BASELINE.read_text().splitlines()[1:]]
    return {key: float(value) for key, value, _ in rows}


def test_the_baseline_has_each_count_once() -> None:
    assert list(baseline()) == list(COUNTS)


@pytest.mark.parametrize("count", COUNTS)
def test_no_count_has_grown_by_more_than_a_tenth(counts: dict[str, float], count: str) -> None:
    """A count that has become smaller by as much needs a new baseline, so that it does not grow again unseen."""
    expected = baseline()[count]
    assert expected / ALLOWED <= counts[count] <= expected * ALLOWED, COUNTS[count]
