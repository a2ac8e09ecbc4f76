"""Put the agent's jars, the licence and the notice into the wheel and the sdist."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import ZipFile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

JARS = ("headwater-agent_2.12.jar", "headwater-agent_2.13.jar")
LEGAL = ("LICENSE", "NOTICE")
TARGETS = {"wheel": "headwater/jars", "sdist": "src/headwater/jars"}


def in_sdist(root: str) -> bool:
    """Tell whether the build runs in an unpacked sdist, which holds all that a wheel needs."""
    return (Path(root) / "PKG-INFO").is_file()


def dist(root: str) -> Path:
    """Return the folder of the jars, in the repository."""
    return Path(root).parent / "dist"


class LicencesHook(MetadataHookInterface):
    """Copies the licence and the notice out of an agent jar; the metadata of the package names both files."""

    def update(self, metadata: dict[str, Any]) -> None:  # noqa: ARG002 - the metadata takes the files by their names
        """Write the files beside pyproject.toml, where hatchling finds them."""
        jar = dist(self.root) / JARS[-1]
        if in_sdist(self.root) or not jar.is_file():
            return
        with ZipFile(jar) as archive:
            held = {
                name: archive.read(f"META-INF/{name}") for name in LEGAL if f"META-INF/{name}" in archive.namelist()
            }
        for name, text in held.items():
            file = Path(self.root) / name
            if not file.is_file() or file.read_bytes() != text:
                file.write_bytes(text)


class JarsHook(BuildHookInterface[Any]):
    """Takes the jars from the repository's ``dist/``; an editable install finds them there by itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the jars to the wheel or the sdist; without them, the error names the command that makes them."""
        if version == "editable" or in_sdist(self.root):
            return
        folder = dist(self.root)
        missing = [name for name in JARS if not (folder / name).is_file()]
        if missing:
            raise RuntimeError(f"the agent's jars are missing: {', '.join(missing)} in {folder}; run `make jar` first")
        unlicensed = [name for name in LEGAL if not (Path(self.root) / name).is_file()]
        if unlicensed:
            raise RuntimeError(f"the agent's jars do not contain {', '.join(unlicensed)}; run `make jar` again")
        target = TARGETS[self.target_name]
        build_data["force_include"].update({str(folder / name): f"{target}/{name}" for name in JARS})
