"""Put the agent's jars into the wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

JARS = ("headwater-agent_2.12.jar", "headwater-agent_2.13.jar")


class JarsHook(BuildHookInterface[Any]):
    """Takes the jars from the repository's ``dist/``; an editable install finds them there by itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the jars to the wheel, or say how to make them."""
        if self.target_name != "wheel":
            raise RuntimeError("headwater is built as a wheel, straight from its repository: use `--wheel`")
        if version == "editable":
            return
        dist = Path(self.root).parent / "dist"
        missing = [name for name in JARS if not (dist / name).is_file()]
        if missing:
            raise RuntimeError(f"the agent's jars are missing: {', '.join(missing)} in {dist}; run `make jar` first")
        build_data["force_include"].update({str(dist / name): f"headwater/jars/{name}" for name in JARS})
