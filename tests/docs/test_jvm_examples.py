"""docs/extending-jvm.md: both templates are built with their own tools, and one job runs with them and the page's examples."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs import maven_repository
from tests.docs.pages import ROOT, Block, blocks
from tests.e2e import events as ev
from tests.e2e.lines import Line, line
from tests.e2e.spark_submit import LISTENER, Driver, file_transport

PAGE = "docs/extending-jvm.md"
TEMPLATES = ROOT / "docs" / "examples"
MAVEN = TEMPLATES / "jvm-maven"
SOURCE = "src/main/java/com/acme/CostCenter.java"
SERVICE = "META-INF/services/io.openlineage.spark.api.OpenLineageEventHandlerFactory"
WAREHOUSE = "acme://warehouse"
JOB = """\
from pyspark.sql import SparkSession

spark = SparkSession.builder.master("local[1]").getOrCreate()
spark.range(3).selectExpr("id", "id * 2 AS token").write.parquet("out")
spark.stop()
"""


@pytest.fixture(scope="module")
def spark() -> Line:
    return line("4.0")


@pytest.fixture(scope="module")
def repository(spark: Line, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("maven") / "repository"
    maven_repository.create(folder, spark)
    return folder


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command[0]}: {done.stdout[-4000:]}{done.stderr[-4000:]}"


def settings(repository: Path, spark: Line) -> list[str]:
    return [f"-Dheadwater.repository={repository.as_uri()}", f"-Dspark.version={spark.version}"]


@pytest.fixture(scope="module")
def maven_jar(repository: Path, spark: Line, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The jar of the Maven template. Maven keeps its plugins in build/maven-plugins; the jars are taken again each time."""
    project = tmp_path_factory.mktemp("project") / "jvm-maven"
    shutil.copytree(MAVEN, project, ignore=shutil.ignore_patterns("target"))
    local = ROOT / "build" / "maven-plugins"
    for group in ("io/headwater", "org/apache/hadoop", "org/apache/spark", "org/scala-lang"):
        shutil.rmtree(local / group, ignore_errors=True)
    run(
        [
            "mvn",
            "-q",
            "-B",
            f"-Dmaven.repo.local={local}",
            *settings(repository, spark),
            "package",
        ],
        project,
    )
    return project / "target" / "acme-lineage-1.jar"


def launcher() -> Path:
    """The launch jar of ./sbt, which is on this machine once the agent is built."""
    cache = os.environ.get("HEADWATER_CACHE") or (
        Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "headwater"
    )
    version = (ROOT / "project" / "build.properties").read_text().strip().rpartition("=")[2]
    return Path(cache) / f"sbt-launch-{version}.jar"


@pytest.fixture(scope="module")
def sbt_jar(repository: Path, spark: Line, tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = tmp_path_factory.mktemp("project") / "jvm-sbt"
    shutil.copytree(TEMPLATES / "jvm-sbt", project, ignore=shutil.ignore_patterns("target", ".bsp"))
    if not launcher().exists():
        run(["env", "HEADWATER_OWN_SBT=1", str(ROOT / "sbt"), "--version"], ROOT)
    options = ["-Xmx1g", "-Xss4m", "-Dsbt.supershell=false", "-Dsbt.color=false"]
    run(
        ["java", *options, *settings(repository, spark), "-jar", str(launcher()), "package"],
        project,
    )
    return project / "target" / "scala-2.13" / "acme-lineage_2.13-1.jar"


@pytest.fixture(scope="module")
def page_jar(spark: Line, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's Java examples without that of the template, with their service file."""
    folder = tmp_path_factory.mktemp("page")
    factories = []
    for text in (b.text for b in java_blocks() if "class CostCenter" not in b.text):
        found = re.search(r"public class (\w+)( extends \w+| implements \w+)?", text)
        assert found, text
        (folder / f"{found[1]}.java").write_text(text, encoding="utf-8")
        if found[2]:
            factories.append(f"com.acme.{found[1]}")
    assert len(factories) == 3
    service = folder / "classes" / SERVICE
    service.parent.mkdir(parents=True)
    service.write_text("\n".join(factories), encoding="utf-8")
    classpath = f"{ROOT / 'dist' / spark.agent}:{spark.home}/jars/*"
    sources = [str(path) for path in sorted(folder.glob("*.java"))]
    run(["javac", "-proc:none", "-cp", classpath, "-d", "classes", *sources], folder)
    run(["jar", "cf", "page.jar", "-C", "classes", "."], folder)
    return folder / "page.jar"


def java_blocks() -> list[Block]:
    return [block for block in blocks("java") if block.page == PAGE]


@pytest.fixture(scope="module")
def complete(
    spark: Line,
    maven_jar: Path,
    sbt_jar: Path,
    page_jar: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> ev.Event:
    """The last event of the query, with all extensions in one driver."""
    folder = tmp_path_factory.mktemp("job")
    (folder / "job.py").write_text(JOB, encoding="utf-8")
    jars = [ROOT / "dist" / spark.agent, maven_jar, sbt_jar, page_jar]
    driver = Driver(spark, jars, folder, timeout=300, memory="1g")
    conf = file_transport(folder / "events.jsonl") | {
        "spark.extraListeners": LISTENER,
        "spark.openlineage.extensions.timeoutMillis": "60000",
    }
    result = driver.submit(["job.py"], conf)
    assert result.code == 0, "\n".join(result.log[-40:])
    events = ev.read(folder / "events.jsonl")
    return next(e for e in events if e["eventType"] == "COMPLETE" and e["outputs"])


def test_the_page_shows_the_maven_template() -> None:
    pom, source = ((MAVEN / p).read_text(encoding="utf-8") for p in ("pom.xml", SOURCE))
    assert [b.text for b in blocks("xml") if b.page == PAGE] == [pom]
    assert java_blocks()[0].text == source


def test_the_maven_template_adds_its_facet(complete: ev.Event) -> None:
    assert complete["run"]["facets"]["acme_costCenter"]["code"] == "A-17"


def test_the_sbt_template_adds_its_output(complete: ev.Event) -> None:
    assert ("acme://lake", "out") in [(o["namespace"], o["name"]) for o in complete["outputs"]]


def test_the_visitor_of_the_page_builds_a_dataset(complete: ev.Event) -> None:
    (numbers,) = (i for i in complete["inputs"] if i["name"] == "numbers")
    assert numbers["namespace"] == WAREHOUSE
    assert [f["name"] for f in numbers["facets"]["schema"]["fields"]] == ["id"]
    assert numbers["facets"]["version"]["datasetVersion"] == "0-3"


def test_the_dataset_builder_of_the_page_adds_an_output(complete: ev.Event) -> None:
    (audit,) = (o for o in complete["outputs"] if o["name"] == "audit")
    assert audit["namespace"] == WAREHOUSE
    assert audit["facets"]["documentation"]["description"] == "One row for each query"


def test_the_column_visitor_of_the_page_names_the_source_of_a_column(complete: ev.Event) -> None:
    (written,) = (o for o in complete["outputs"] if o["namespace"] == "file")
    fields = written["facets"]["columnLineage"]["fields"]
    sources = {
        column: [(i["name"], i["field"]) for i in field["inputFields"]]
        for column, field in fields.items()
    }
    assert sources == {"id": [("numbers", "id")], "token": [("vault", "key")]}


def test_no_extension_fails(complete: ev.Event) -> None:
    assert "headwater_extensionErrors" not in complete["run"]["facets"]
