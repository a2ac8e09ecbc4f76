"""A Maven repository in a folder, with the agent's jar and PySpark's jars under the coordinates that the templates name.

The POM of `spark-sql` names the few libraries that an extension is compiled against; so the templates need no download
of Spark.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.docs.pages import ROOT
from tests.e2e.lines import Line

VERSION = (ROOT / "VERSION").read_text(encoding="utf-8").strip()
POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>{}</groupId>
  <artifactId>{}</artifactId>
  <version>{}</version>
  <dependencies>{}</dependencies>
</project>
"""
DEPENDENCY = (
    "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>"
)
Module = tuple[str, str, str]


def create(repository: Path, spark: Line) -> None:
    """Writes the agent, and Spark with the libraries of its signatures, into a new folder."""
    agent = f"headwater-agent_{spark.scala}"
    add(repository, ("io.headwater", agent, VERSION), ROOT / "dist" / spark.agent)
    names = ("spark-catalyst", "spark-sql-api", "spark-core", "spark-common-utils")
    parts = [
        add_library(repository, spark, "org.scala-lang", "scala-library"),
        add_library(repository, spark, "org.apache.hadoop", "hadoop-client-api"),
        *(add_library(repository, spark, "org.apache.spark", f"{n}_{spark.scala}") for n in names),
    ]
    add_library(repository, spark, "org.apache.spark", f"spark-sql_{spark.scala}", *parts)


def add_library(
    repository: Path, spark: Line, group: str, name: str, *dependencies: Module
) -> Module:
    """Adds a jar of PySpark; its version is that of the file name."""
    (jar,) = (spark.home / "jars").glob(f"{name}-*.jar")
    module = (group, name, jar.stem.removeprefix(f"{name}-"))
    add(repository, module, jar, *dependencies)
    return module


def add(repository: Path, module: Module, jar: Path, *dependencies: Module) -> None:
    group, name, version = module
    folder = repository.joinpath(*group.split("."), name, version)
    folder.mkdir(parents=True)
    shutil.copy(jar, folder / f"{name}-{version}.jar")
    pom = POM.format(*module, "".join(DEPENDENCY.format(*each) for each in dependencies))
    (folder / f"{name}-{version}.pom").write_text(pom, encoding="utf-8")
