"""usage: python -m scripts.release

Puts what the build has made into dist/release: a Maven repository, the wheel and the sdist, SBOMs and SHA256SUMS.
`make release` builds all of that before. SOURCE_DATE_EPOCH is the only time that the files contain.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

from scripts.release import artefacts, bom, maven
from scripts.release.artefacts import GROUP, Artefact
from scripts.release.bom import Contents
from scripts.third_party import contained

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    target = ROOT / "dist" / "release"
    version = (ROOT / "VERSION").read_text().strip()
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    repository = target / "maven"
    shutil.rmtree(repository, ignore_errors=True)
    found = artefacts.all_of(ROOT, version)
    jars = [publish(artefact, repository, epoch) for artefact in found]
    python_bom(target / "python", version, [j for j in jars if j.modules], epoch)
    sums(target)


def publish(artefact: Artefact, repository: Path, epoch: int) -> Contents:
    """One module of the repository; gives its jar and the third-party modules in it."""
    folder = maven.folder(repository, GROUP, artefact.name, artefact.version)
    artefacts.write(artefact, folder)
    jar = folder / f"{artefact.name}-{artefact.version}.jar"
    modules = contained(artefact.third_party(), entries(jar)) if artefact.is_agent else []
    contents = Contents(jar, tuple(modules))
    if modules:
        text = bom.of_agent(GROUP, artefact.name, artefact.version, contents, epoch)
        (folder / f"{jar.stem}-cyclonedx.json").write_text(text)
    maven.finish(folder.parent, GROUP, artefact.version, epoch)
    return contents


def entries(jar: Path) -> set[str]:
    with ZipFile(jar) as archive:
        return set(archive.namelist())


def python_bom(folder: Path, version: str, jars: list[Contents], epoch: int) -> None:
    wheel = folder / f"headwater-{version}-py3-none-any.whl"
    text = bom.of_package(wheel, version, jars, needs(wheel), epoch)
    (folder / f"headwater-{version}.cdx.json").write_text(text)


def needs(wheel: Path) -> list[str]:
    """The requirements of the package itself, without those of its extras."""
    with ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        fields = Parser().parsestr(archive.read(name).decode())
    return [need for need in fields.get_all("Requires-Dist", []) if "extra ==" not in need]


def sums(target: Path) -> None:
    """SHA256SUMS, as `sha256sum --check` reads it."""
    files = [p for p in sorted(target.rglob("*")) if p.is_file() and not maven.is_checksum(p)]
    lines = [
        f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.relative_to(target)}\n"
        for p in files
        if p.name != "SHA256SUMS"
    ]
    (target / "SHA256SUMS").write_text("".join(lines))


if __name__ == "__main__":
    main()
