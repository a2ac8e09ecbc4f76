"""What a release publishes to Maven repositories, and where the build has left it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scripts import third_party
from scripts.notice import project_files
from scripts.pack_jar import pack
from scripts.third_party import Module

GROUP = "io.headwater"
SCALA = ("2.12", "2.13")
AGENT = "headwater-agent"
INTERFACES = "headwater-interfaces-scala"


@dataclass(frozen=True)
class Artefact:
    """One published module for one Scala version."""

    base: str
    scala: str
    version: str
    root: Path

    @property
    def name(self) -> str:
        return f"{self.base}_{self.scala}"

    @property
    def is_agent(self) -> bool:
        return self.base == AGENT

    @property
    def built(self) -> Path:
        """The folder in which sbt leaves the POM and the jars."""
        project = self.base.removeprefix("headwater-") + self.scala.replace(".", "")
        return self.root / "build" / "sbt" / project / "target" / f"scala-{self.scala}"

    @property
    def jar(self) -> Path:
        """The jar of the classes; `make jar` has packed the agent's and checked it."""
        if self.is_agent:
            return self.root / "dist" / f"{self.name}.jar"
        return self.built / f"{self.name}-{self.version}.jar"

    def third_party(self) -> list[Module]:
        """The table of modules, which the build writes with each agent jar."""
        number = self.scala.replace(".", "")
        return third_party.read(
            self.root / "build" / "sbt" / f"agent{number}" / "target" / "third-party.tsv"
        )


def all_of(root: Path, version: str) -> list[Artefact]:
    return [Artefact(base, scala, version, root) for base in (AGENT, INTERFACES) for scala in SCALA]


def write(artefact: Artefact, folder: Path) -> None:
    """The jars, with the same bytes for the same contents, and the POM."""
    stem = f"{artefact.name}-{artefact.version}"
    legal = project_files(artefact.third_party())
    for classifier in ("-sources", "-javadoc"):
        name = f"{stem}{classifier}.jar"
        pack(artefact.built / name, folder / name, legal)
    pack(artefact.jar, folder / f"{stem}.jar", {} if artefact.is_agent else legal)
    (folder / f"{stem}.pom").write_bytes((artefact.built / f"{stem}.pom").read_bytes())
