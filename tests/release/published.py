"""The release in dist/release, as `make release` has built it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as Xml

ROOT = Path(__file__).resolve().parents[2]
RELEASE = ROOT / "dist" / "release"
REPOSITORY = RELEASE / "maven"
VERSION = (ROOT / "VERSION").read_text().strip()
SCALA = ("2.12", "2.13")
AGENTS = [f"headwater-agent_{scala}" for scala in SCALA]
INTERFACES = [f"headwater-interfaces-scala_{scala}" for scala in SCALA]
POM = "{http://maven.apache.org/POM/4.0.0}"


def module(name: str) -> Path:
    return REPOSITORY / "io" / "headwater" / name


def file(name: str, suffix: str) -> Path:
    return module(name) / VERSION / f"{name}-{VERSION}{suffix}"


def pom(name: str) -> Xml.Element:
    return Xml.parse(file(name, ".pom")).getroot()  # noqa: S314 - the project has written it


def text(element: Xml.Element, path: str) -> str:
    """The text at a path of names, without the namespace of POMs."""
    return element.findtext("/".join(POM + part for part in path.split("/")), default="")


def wheel() -> Path:
    return RELEASE / "python" / f"headwater-{VERSION}-py3-none-any.whl"


def sdist() -> Path:
    return RELEASE / "python" / f"headwater-{VERSION}.tar.gz"
