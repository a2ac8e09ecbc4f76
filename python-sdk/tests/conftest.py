from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fake_agent import FakeAgent
from fake_session import FakeContext, activate, forget_attachments
from headwater._bridge import attachment
from headwater.model import build_lineage
from headwater.testing import open_session
from headwater.viewer import render_page
from samples import parsed, report_shop, shop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from selenium.webdriver.chrome.webdriver import WebDriver

    from browser_page import Page
    from headwater.testing import Session
    from samples import Json

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "python-sdk" / "src"
LINES = Path(os.environ.get("HEADWATER_TEST_LINES") or ROOT / "build" / "spark")

# A JVM of a test ends before the second compiler would have gained anything.
SHORT_JOBS = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m"
FOREIGN = ("SPARK_", "PYSPARK_", "OPENLINEAGE", "HEADWATER_", "AIRFLOW_", "GITHUB_", "GITLAB_", "CI_")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--spark", default="4.0", help="the Spark line of the tests with a real Spark (default: 4.0)")


@pytest.fixture(scope="session")
def spark_line(pytestconfig: pytest.Config) -> str:
    return str(pytestconfig.getoption("--spark"))


@pytest.fixture(scope="session", autouse=True)
def clean_machine(tmp_path_factory: pytest.TempPathFactory, spark_line: str) -> Iterator[None]:
    """Isolate the tests, and the JVM that they share, from the machine's settings.

    Commands that a test starts find the package's sources, installed or not.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(FOREIGN):
                patch.delenv(name)
        patch.setenv("PYTHONPATH", str(SOURCES))
        use_folders(patch, tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("temporary"), spark_line)
        yield


@pytest.fixture(autouse=True)
def clean_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, spark_line: str
) -> None:
    """Give each test its own working directory, home directory and temporary directory.

    The agent's default spool is in the temporary directory, so that a test never finds the events of another
    application.
    """
    use_folders(monkeypatch, tmp_path, tmp_path_factory.mktemp("temporary"), spark_line)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def spark(agent: FakeAgent, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeContext]:
    """A session whose driver is the fake agent."""
    forget_attachments(monkeypatch)
    yield activate(FakeContext(agent), monkeypatch)
    for each in attachment._current:
        each.client.close()


def use_folders(patch: pytest.MonkeyPatch, home: Path, temporary: Path, line: str) -> None:
    """Set the home directory and the temporary directory of Python, of child processes and of their JVMs."""
    patch.setenv("HOME", str(home))
    patch.setenv("TMPDIR", str(temporary))
    patch.setattr(tempfile, "tempdir", str(temporary))
    # A JVM reads neither HOME nor TMPDIR.
    folders = f"-Duser.home={home} -Djava.io.tmpdir={temporary}"
    patch.setenv("JAVA_TOOL_OPTIONS", f"{SHORT_JOBS} {class_archive(line)} {folders}")


def class_archive(line: str) -> str:
    """Give the option for a JVM to read the archive of classes that scripts/class-archive has written for a Spark line.

    A JVM with another class path does not use it.
    """
    archive = LINES / line / "classes.jsa"
    return f"-XX:SharedArchiveFile={archive} -Xlog:cds*=off" if archive.is_file() else ""


@pytest.fixture
def agent() -> Iterator[FakeAgent]:
    """A fake agent: its side of the bridge in Python."""
    agent = FakeAgent()
    yield agent
    agent.close()


@pytest.fixture
def fake_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Create a folder like a Spark distribution, whose spark-submit prints its arguments, and a jar for it."""

    def make(*jars: str, script: str = 'printf "%s\\n" "$@"') -> Path:
        home = tmp_path / "spark"
        (home / "jars").mkdir(parents=True)
        (home / "bin").mkdir()
        for jar in jars or ("spark-core_2.13-4.0.5.jar", "scala-library-2.13.16.jar"):
            (home / "jars" / jar).touch()
        submit = home / "bin" / "spark-submit"
        submit.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        submit.chmod(0o755)
        dist = tmp_path / "dist"
        dist.mkdir()
        (dist / "headwater-agent_2.13.jar").touch()
        monkeypatch.setenv("HEADWATER_DIST", str(dist))
        monkeypatch.setenv("SPARK_HOME", str(home))
        return home

    return make


@pytest.fixture(scope="session")
def spark_home(spark_line: str) -> Path:
    """The newest Spark of the line that scripts/spark-env has installed."""
    found = sorted(LINES.glob(f"{spark_line}/lib/python3.*/site-packages/pyspark"))
    if not found:
        pytest.fail(f"no PySpark {spark_line} in {LINES}: run scripts/spark-env, or deselect with -m 'not spark'")
    return found[0]


@pytest.fixture(scope="session")
def headwater_session(spark_home: Path) -> Iterator[Session]:
    """One Spark session inside this process for all tests, with two tables."""
    session = open_session(spark_home=spark_home)
    session.sql("CREATE TABLE orders (id INT, customer INT, amount DOUBLE) USING parquet")
    session.sql("CREATE TABLE customers (id INT, name STRING) USING parquet")
    session.sql("INSERT INTO orders VALUES (1, 1, 10.0), (2, 1, NULL)")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def examples() -> Path:
    """The folder of the documented example extensions."""
    return ROOT / "python-sdk" / "examples" / "extensions"


@pytest.fixture(scope="session")
def ledger_jar(spark_home: Path, examples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example data source written in Java."""
    folder = tmp_path_factory.mktemp("ledger")
    source = str(examples / "LedgerSource.java")
    run_java("javac", "-cp", f"{spark_home}/jars/*", "-d", str(folder / "classes"), source)
    run_java("jar", "cf", str(folder / "ledger.jar"), "-C", str(folder / "classes"), ".")
    return folder / "ledger.jar"


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    """One headless Chromium for all tests of the page."""
    from browser_page import start_browser  # noqa: PLC0415  (selenium is slow to import)

    driver = start_browser(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@pytest.fixture
def browser(chromium: WebDriver) -> Iterator[WebDriver]:
    """The browser; the test fails if the page makes a request or logs an error."""
    from browser_page import assert_quiet  # noqa: PLC0415  (selenium is slow to import)

    yield chromium
    assert_quiet(chromium)


@pytest.fixture
def page(browser: WebDriver, tmp_path: Path) -> Page:
    """The page of a small shop."""
    return opened_page(browser, tmp_path, shop())


@pytest.fixture
def panel(browser: WebDriver, tmp_path: Path) -> Page:
    """The page of a shop with reports, whose datasets have owners and tags, and some of whose runs have failed."""
    return opened_page(browser, tmp_path, report_shop())


def opened_page(browser: WebDriver, folder: Path, events: list[Json]) -> Page:
    from browser_page import Page  # noqa: PLC0415  (selenium is slow to import)

    file = folder / "page.html"
    file.write_text(render_page(build_lineage(parsed(events)), title="Shop"), encoding="utf-8")
    return Page(browser, file).open()


def run_java(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
