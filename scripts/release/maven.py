"""The layout of a Maven repository: metadata of a module and checksums of its files."""

from __future__ import annotations

import hashlib
from datetime import datetime, timezone
from pathlib import Path
from xml.etree import ElementTree as Xml

CHECKSUMS = ("md5", "sha1", "sha256", "sha512")


def folder(repository: Path, group: str, name: str, version: str) -> Path:
    path = repository.joinpath(*group.split("."), name, version)
    path.mkdir(parents=True)
    return path


def finish(module: Path, group: str, version: str, epoch: int) -> None:
    """Writes maven-metadata.xml of a module, and the checksums of all its files."""
    (module / "maven-metadata.xml").write_text(metadata(group, module.name, version, epoch))
    for file in sorted(p for p in module.rglob("*") if p.is_file()):
        for kind in CHECKSUMS:
            digest = hashlib.new(kind, file.read_bytes(), usedforsecurity=False).hexdigest()
            file.with_name(f"{file.name}.{kind}").write_text(digest)


def metadata(group: str, name: str, version: str, epoch: int) -> str:
    root = Xml.Element("metadata")
    Xml.SubElement(root, "groupId").text = group
    Xml.SubElement(root, "artifactId").text = name
    versioning = Xml.SubElement(root, "versioning")
    Xml.SubElement(versioning, "latest").text = version
    Xml.SubElement(versioning, "release").text = version
    Xml.SubElement(Xml.SubElement(versioning, "versions"), "version").text = version
    updated = datetime.fromtimestamp(epoch, timezone.utc)
    Xml.SubElement(versioning, "lastUpdated").text = updated.strftime("%Y%m%d%H%M%S")
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def is_checksum(file: Path) -> bool:
    return file.suffix.removeprefix(".") in CHECKSUMS
