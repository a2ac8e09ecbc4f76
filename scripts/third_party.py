"""The third-party modules of an agent jar, from the table that the build writes (project/Publishing.scala)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

# The names of licences in POMs, and what SPDX calls them.
SPDX = {
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache-2.0": "Apache-2.0",
    "BSD-2-Clause": "BSD-2-Clause",
    "MIT License": "MIT",
    "Public Domain, per Creative Commons CC0": "CC0-1.0",
    "The Apache License, Version 2.0": "Apache-2.0",
    "The Apache Software License, Version 2.0": "Apache-2.0",
}


@dataclass(frozen=True)
class Module:
    """One Maven module: its coordinates, its licence as an SPDX expression, and its jar."""

    group: str
    name: str
    version: str
    licence: str
    home: str
    jar: Path

    @property
    def coordinates(self) -> str:
        return f"{self.group}:{self.name}:{self.version}"


def read(table: Path) -> list[Module]:
    """All modules of the table, also those of which the build keeps no class."""
    return [module(line.split("\t")) for line in table.read_text().splitlines() if line]


def module(columns: list[str]) -> Module:
    group, name, version, licences, home, jar = columns
    names = [part.partition(" <")[0] for part in licences.split("; ") if part]
    return Module(group, name, version, expression(f"{group}:{name}", names), home, Path(jar))


def expression(owner: str, names: list[str]) -> str:
    """A POM with several licences leaves the choice to the user."""
    unknown = [name for name in names if name not in SPDX]
    if unknown or not names:
        raise ValueError(
            f"{owner}: no SPDX identifier for {unknown}; add it to scripts/third_party.py"
        )
    return " OR ".join(SPDX[name] for name in names)


def contained(modules: list[Module], entries: set[str]) -> list[Module]:
    """The modules that have a class among the entries of a jar, under its own name or a relocated one."""
    tails = {tail for entry in entries if entry.endswith(".class") for tail in ends(entry)}
    return [m for m in modules if not tails.isdisjoint(classes(m.jar))]


def ends(path: str) -> list[str]:
    """A path and what is left of it without its first folders: `a/b/C`, `b/C`, `C`."""
    parts = path.split("/")
    return ["/".join(parts[i:]) for i in range(len(parts))]


def classes(jar: Path) -> set[str]:
    with ZipFile(jar) as archive:
        return {n for n in archive.namelist() if n.endswith(".class") and n != "module-info.class"}
