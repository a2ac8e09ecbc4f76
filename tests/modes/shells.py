"""Programs that come with Spark and read statements from a user: shells, and the client of SQL."""

from __future__ import annotations

import subprocess

from tests.e2e.spark_submit import Driver, DriverResult

LIMIT = 300


def run(driver: Driver, program: str, conf: dict[str, str], text: str = "") -> DriverResult:
    """Start a program of Spark's `bin` with the driver's options, and type the text."""
    driver.folder.mkdir(parents=True, exist_ok=True)
    _, *options = driver.command([], conf)
    ran = subprocess.run(
        [str(driver.line.home / "bin" / program), *options],
        cwd=driver.folder,
        env=driver.environment,
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=LIMIT,
        check=False,
    )
    (driver.folder / "driver.log").write_text(ran.stdout)
    return DriverResult(ran.returncode, ran.stdout.splitlines(), 0)
