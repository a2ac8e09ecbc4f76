"""Software bills of materials in CycloneDX's JSON format: what an agent jar and the Python packages contain."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import (
    ExternalReference,
    ExternalReferenceType,
    HashAlgorithm,
    HashType,
    Property,
    XsUri,
)
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from scripts.third_party import Module

LICENCE = "Apache-2.0"


@dataclass(frozen=True)
class Contents:
    """A file and the modules that it contains."""

    file: Path
    modules: tuple[Module, ...]


def of_agent(group: str, name: str, version: str, contents: Contents, epoch: int) -> str:
    subject = own(PackageURL("maven", group, name, version), contents.file)
    bom = empty(subject, epoch)
    contain(bom, subject, contents.modules)
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def of_package(
    wheel: Path, version: str, jars: list[Contents], needs: list[str], epoch: int
) -> str:
    """The wheel contains the agent jars; pip installs what it needs (requirements) beside it."""
    subject = own(PackageURL("pypi", None, "headwater", version), wheel)
    bom = empty(subject, epoch)
    for jar in jars:
        url = PackageURL(
            "maven", "io.headwater", jar.file.stem.removesuffix(f"-{version}"), version
        )
        agent = own(url, jar.file)
        bom.components.add(agent)
        bom.register_dependency(subject, [agent])
        contain(bom, agent, jar.modules)
    installed = [requirement(need) for need in needs]
    bom.components.update(installed)
    bom.register_dependency(subject, installed)
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def empty(subject: Component, epoch: int) -> Bom:
    """A bill whose number and time depend on its subject and the commit only."""
    digest = next(iter(subject.hashes)).content
    bom = Bom(serial_number=uuid5(NAMESPACE_URL, f"{subject.purl}#{digest}"))
    bom.metadata.timestamp = datetime.fromtimestamp(epoch, timezone.utc)
    bom.metadata.component = subject
    return bom


def contain(bom: Bom, owner: Component, modules: Iterable[Module]) -> None:
    held = [library(module) for module in modules]
    bom.components.update(held)
    bom.register_dependency(owner, held)


def library(module: Module) -> Component:
    url = PackageURL("maven", module.group, module.name, module.version)
    homes = [ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(module.home))]
    return component(url, module.licence, module.jar, homes if module.home else [])


def own(url: PackageURL, file: Path) -> Component:
    return component(url, LICENCE, file, [])


def component(
    url: PackageURL, licence: str, file: Path, links: list[ExternalReference]
) -> Component:
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return Component(
        type=ComponentType.LIBRARY,
        group=url.namespace,
        name=url.name,
        version=url.version,
        purl=url,
        bom_ref=url.to_string(),
        licenses=[LicenseFactory().make_from_string(licence)],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
        external_references=links,
    )


def requirement(need: str) -> Component:
    """A package that pip chooses: the bill has the range, not a version."""
    name = re.split(r"[^\w.-]", need, maxsplit=1)[0]
    url = PackageURL("pypi", None, name)
    return Component(
        type=ComponentType.LIBRARY,
        name=name,
        purl=url,
        bom_ref=url.to_string(),
        properties=[Property(name="headwater:requirement", value=need)],
    )
