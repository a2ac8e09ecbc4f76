"""Other places of the agent's jar on the class path, and the published agent's jar beside it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e import events
from tests.e2e.lines import fetched
from tests.e2e.spark_submit import LISTENER, Driver, file_transport
from tests.modes.conftest import Modes, closed_runs

JOB = Path(__file__).resolve().parent / "jobs" / "one_write.py"
CHILD_FIRST = {
    "spark.driver.userClassPathFirst": "true",
    "spark.executor.userClassPathFirst": "true",
}


def run(driver: Driver, conf: dict[str, str]) -> Path:
    """Submit the job; the file of its events."""
    file = driver.folder / "events.jsonl"
    settings = file_transport(file) | {"spark.extraListeners": LISTENER, "spark.master": "local[2]"}
    done = driver.submit([str(JOB), str(driver.folder / "out")], settings | conf)
    assert done.code == 0, "\n".join(done.log[-40:])
    assert "rows: 9" in done.log
    return file


def published(modes: Modes) -> Path:
    return fetched(f"published-{modes.line.scala}")


@pytest.mark.parametrize("place", ["--jars", "spark.jars", "--driver-class-path", "child first"])
def test_the_agent_runs_from_each_place(modes: Modes, place: str) -> None:
    driver = modes.driver(f"place-{place.strip('-').replace(' ', '-')}")
    conf: dict[str, str] = {}
    if place == "spark.jars":
        driver, conf = replace(driver, jars=[]), {"spark.jars": str(modes.agent)}
    elif place == "--driver-class-path":
        driver = replace(driver, jars=[], classes=[modes.agent])
    elif place == "child first":
        conf = CHILD_FIRST
    application, write = closed_runs(run(driver, conf))
    assert [e["eventType"] for e in (*application, *write)] == ["START", "COMPLETE"] * 2


def with_jar(spark: Path, folder: Path, jar: Path) -> dict[str, str]:
    """The environment of the same Spark with one jar more in its folder `jars`."""
    for inside in (".", "jars"):
        (folder / inside).mkdir(parents=True, exist_ok=True)
        for entry in (spark / inside).iterdir():
            if entry.name != "jars":
                (folder / inside / entry.name).symlink_to(entry)
    (folder / "jars" / jar.name).symlink_to(jar)
    return {"SPARK_HOME": str(folder)}


def jar_of_the_job(folder: Path) -> Path:
    archive = Path(shutil.make_archive(str(folder / "of-the-job"), "zip", JOB.parent))
    return archive.rename(archive.with_suffix(".jar"))


def test_the_agent_runs_from_the_jars_of_spark_beside_jars_of_the_job(modes: Modes) -> None:
    driver = modes.driver("place-jars-of-spark")
    env = with_jar(modes.line.home, driver.folder / "spark", modes.agent)
    file = run(replace(driver, env=env, jars=[jar_of_the_job(driver.folder)]), {})
    application, write = closed_runs(file)
    assert [e["eventType"] for e in (*application, *write)] == ["START", "COMPLETE"] * 2


def test_jars_of_the_job_replace_those_of_the_defaults(modes: Modes) -> None:
    """So the agent's jar does not belong into `spark.jars` of an installation."""
    driver = modes.driver("place-replaced")
    driver.folder.mkdir(parents=True)
    defaults = f"spark.jars {modes.agent}\nspark.extraListeners {LISTENER}\n"
    (driver.folder / "spark-defaults.conf").write_text(defaults)
    env = {"SPARK_CONF_DIR": str(driver.folder)}
    driver = replace(driver, env=env, jars=[jar_of_the_job(driver.folder)])
    done = driver.submit([str(JOB), str(driver.folder / "out")])
    assert done.code != 0
    assert any("Exception when registering SparkListener" in line for line in done.log)


def test_the_agent_runs_if_the_published_jar_is_behind_it(modes: Modes) -> None:
    driver = modes.driver("published-behind")
    file = run(replace(driver, jars=[modes.agent, published(modes)]), {})
    assert ours(file)
    assert len(closed_runs(file)) == 2


def test_the_published_jar_in_front_takes_the_place_of_the_agent(modes: Modes) -> None:
    """Both have the listener under the same name. Whoever changes to the agent removes the published jar."""
    driver = replace(modes.driver("published-in-front"), classes=[published(modes)])
    assert not ours(run(driver, {}))


def test_the_agent_runs_before_a_published_jar_of_the_platform_if_jars_come_first(
    modes: Modes,
) -> None:
    driver = replace(modes.driver("child-first"), classes=[published(modes)])
    file = run(driver, CHILD_FIRST)
    assert ours(file)
    assert len(closed_runs(file)) == 2


def ours(file: Path) -> bool:
    """Whether the agent has sent the events of a file: only it numbers them."""
    numbered = ["headwater_sequence" in e["run"]["facets"] for e in events.read(file)]
    assert len(set(numbered)) == 1
    return numbered[0]
