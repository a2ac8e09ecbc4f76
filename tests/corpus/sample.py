"""Chooses queries of the corpus by a seed; the statements before them that are no queries stay, because they set the scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.corpus import texts
from tests.corpus.inputs import Input, Settings, is_query


@dataclass(frozen=True)
class Statement:
    """A statement with its place in its file."""

    at: int
    sql: str
    query: bool


@dataclass(frozen=True)
class SelectedFile:
    """The statements of a file to run, with one combination of its settings."""

    number: int
    name: str
    settings: Settings
    statements: tuple[Statement, ...]

    def as_job(self) -> dict[str, Any]:
        return vars(self) | {"statements": [vars(s) for s in self.statements]}


def select(files: Sequence[Input], line: str, sample: int, seed: int) -> list[SelectedFile]:
    """All statements, or those that `sample` queries need; the seed also chooses each file's combination of settings."""
    random = Random(seed)  # noqa: S311 - no secret
    wanted = chosen(files, sample, random) if sample else None
    found = []
    for number, file in enumerate(files):
        settings = texts.folder_settings(file.name, line) | random.choice(file.settings)
        kept = statements(file, wanted)
        if wanted is None or any(statement.query for statement in kept):
            found.append(SelectedFile(number, file.name, settings, kept))
    return found


def chosen(files: Sequence[Input], sample: int, random: Random) -> set[tuple[str, int]]:
    places = [(f.name, at) for f in files for at, s in enumerate(f.statements) if is_query(s)]
    return set(random.sample(places, min(sample, len(places))))


def statements(file: Input, wanted: set[tuple[str, int]] | None) -> tuple[Statement, ...]:
    numbered = [Statement(at, sql, is_query(sql)) for at, sql in enumerate(file.statements)]
    if wanted is None:
        return tuple(numbered)
    queries = [at for name, at in wanted if name == file.name]
    last = max(queries, default=-1)
    return tuple(s for s in numbered if s.at in queries or (not s.query and s.at < last))
