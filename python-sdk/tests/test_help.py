from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import pytest

from headwater.cli import _main, main

if TYPE_CHECKING:
    from collections.abc import Iterator


def parsers(parser: argparse.ArgumentParser, *names: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the parser of each command and of each action of a command."""
    inner = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not inner:
        yield " ".join(names), parser
    for action in inner:
        for name, each in action.choices.items():
            yield from parsers(each, *names, name)


PARSERS = dict(parsers(_main._parser()))
RAW = {"submit", "pipelines", "cds"}
"""The commands that pass their arguments to a program of Spark, with a help of their own."""


@pytest.mark.parametrize("name", [name for name in PARSERS if name not in RAW])
def test_the_help_of_a_command_says_what_it_does(name: str) -> None:
    assert PARSERS[name].description


@pytest.mark.parametrize("name", sorted(RAW))
def test_the_help_of_a_command_of_spark_says_what_it_adds(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--lineage-help"]) == 0
    assert f"usage: headwater {name}" in capsys.readouterr().out


def test_the_commands_are_found() -> None:
    assert {"view", "extensions list", "spool status", *RAW} <= set(PARSERS)
