"""Programs whose lineage was wrong once: tests/hunt/misses has a file for each, replayed as a regression.

A file with a reason in `open` is still wrong, and must be: when it is mended, the reason goes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tests.hunt import program
from tests.hunt.grammar.templates import version
from tests.hunt.program import Program

FOLDER = Path(__file__).resolve().parent / "misses"
OPEN = FOLDER.parent / "open.tsv"


@dataclass(frozen=True)
class Fixture:
    """A program, the first Spark line that has it, and why its lineage is still wrong."""

    name: str
    program: Program
    since: str
    open: str

    def __str__(self) -> str:
        return self.name


def read(line: str) -> list[Fixture]:
    """The fixtures of a Spark line; each program has a name of its own for its tables."""
    found = []
    for number, file in enumerate(sorted(FOLDER.glob("*.json"))):
        content = json.loads(file.read_text())
        fixture = Fixture(
            file.stem,
            program.from_json(renamed(content["program"], f"m{number}")),
            content.get("since", "3.5"),
            content.get("open", ""),
        )
        if version(fixture.since) <= version(line):
            found.append(fixture)
    return found


def still_open(file: Path = OPEN) -> dict[str, str]:
    """The programs of the short hunt whose lineage is still wrong, by name, with the reason."""
    rows = [row.split("\t") for row in file.read_text().splitlines()[1:] if row]
    return {row[0]: row[1] for row in rows}


def renamed(content: dict[str, object], name: str) -> dict[str, object]:
    """The same program with another name in the names of its tables."""
    text = json.dumps(content)
    text = text.replace(f"{content['name']}_", f"{name}_").replace(
        f'"name": "{content["name"]}"', f'"name": "{name}"'
    )
    made: dict[str, object] = json.loads(text)
    return made
