"""A spool on a volume of Kubernetes with `fsGroup`: root's, writable for a group that the driver's user is in."""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.conftest import Suite
from tests.e2e.spark_submit import LISTENER, Driver, DriverResult
from tests.e2e.spooled import waiting_events

SHELL = "org.apache.spark.sql.hive.thriftserver.SparkSQLCLIDriver"
QUERY = "CREATE TABLE t USING parquet AS SELECT 1 AS id"
USER, FS_GROUP = 65534, 12345  # `nobody`, which is on every Linux; a group that only has a number

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("setpriv") is None,
    reason="only root can start a driver as another user",
)


@dataclass(frozen=True)
class DriverOfUser(Driver):
    """A driver of another user, with the volume's group, as in a pod with `runAsUser` and `fsGroup`."""

    def command(self, arguments: list[str], conf: dict[str, str] | None = None) -> list[str]:
        identity = [f"--reuid={USER}", f"--regid={USER}", f"--groups={FS_GROUP}"]
        return ["setpriv", *identity, *super().command(arguments, conf)]


@dataclass(frozen=True)
class Outcome:
    results: dict[str, DriverResult]
    volumes: dict[str, Path]


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """A driver with each volume, and a backend that is down; the second volume lacks the group's right to write."""
    folder = suite.work / "fs-group"
    volumes = {
        "group": volume(folder, "group", 0o2775),
        "read only": volume(folder, "read only", 0o2755),
    }
    results = {
        name: run(suite, folder / f"driver-{number}", of)
        for number, (name, of) in enumerate(volumes.items())
    }
    return Outcome(results, volumes)


def run(suite: Suite, work: Path, spool: Path) -> DriverResult:
    """Run a query by Spark's SQL shell: the user may not be allowed to run the Python of this machine."""
    work.mkdir()
    os.chown(work, USER, USER)
    driver = DriverOfUser(suite.line, suite.driver("").jars, work)
    return driver.submit(["--class", SHELL, "spark-internal", "-e", QUERY], conf(spool))


def volume(folder: Path, name: str, mode: int) -> Path:
    made = folder / name
    made.mkdir(parents=True)
    os.chown(made, 0, FS_GROUP)
    made.chmod(mode)
    return made


def conf(spool: Path) -> dict[str, str]:
    return {
        "spark.extraListeners": LISTENER,
        "spark.sql.catalogImplementation": "in-memory",
        "spark.openlineage.transport.type": "http",
        "spark.openlineage.transport.url": "http://127.0.0.1:1",
        "spark.openlineage.spool.dir": str(spool),
    }


def test_events_wait_on_the_volume_where_only_the_drivers_user_reads_them(outcome: Outcome) -> None:
    assert outcome.results["group"].code == 0
    assert len(waiting_events(outcome.volumes["group"])) >= 4, "the application and the write"
    (application,) = outcome.volumes["group"].iterdir()
    for path in (application, *application.iterdir()):
        found = path.stat()
        expected = 0o700 if path.is_dir() else 0o600
        assert (found.st_uid, found.st_gid) == (USER, FS_GROUP)
        assert stat.S_IMODE(found.st_mode) & 0o777 == expected


def test_the_log_does_not_complain_of_the_volume(outcome: Outcome) -> None:
    warnings = outcome.results["group"].agent_warnings
    assert not [line for line in warnings if "could not send" not in line and "wait in" not in line]


def test_without_the_right_to_write_the_log_says_whose_the_volume_is(outcome: Outcome) -> None:
    assert outcome.results["read only"].code == 0
    warnings = "\n".join(outcome.results["read only"].agent_warnings)
    assert "belongs to root (rwxr-xr-x)" in warnings
    assert "user nobody may not write into it" in warnings
    assert not list(outcome.volumes["read only"].iterdir())
