"""Options that several commands have, and the forms of their values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from headwater.errors import UsageError

if TYPE_CHECKING:
    import argparse

__all__ = [
    "add_jars",
    "add_output",
    "add_path",
    "add_properties_file",
    "add_spark_home",
    "items_of",
    "name_parsers",
    "pair_of",
    "require_file",
]


def name_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Let the options of each command name its parser, which prints the usage of the command after an error."""
    for parser in commands.choices.values():
        parser.set_defaults(parser=parser)


def add_jars(parser: argparse.ArgumentParser) -> None:
    """Add ``--jars``; `items_of` reads its value."""
    parser.add_argument("--jars", metavar="JAR,…", default="", help="jars of data sources")


def add_path(parser: argparse.ArgumentParser, *names: str, text: str) -> None:
    """Add an option that is the path of a file."""
    parser.add_argument(*names, metavar="FILE", type=Path, help=text)


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add ``--output``, the file to which events are appended."""
    add_path(parser, "-o", "--output", text="append the events to a file, for view and diff")


def add_spark_home(parser: argparse.ArgumentParser) -> None:
    """Add ``--spark-home``."""
    parser.add_argument("--spark-home", metavar="DIR", help="use this Spark instead of the detected one")


def add_properties_file(parser: argparse.ArgumentParser) -> None:
    """Add ``--properties-file``."""
    parser.add_argument(
        "--properties-file", metavar="FILE", type=Path, help="as spark-submit's; default: Spark's spark-defaults.conf"
    )


def items_of(value: str | None) -> list[str]:
    """Return the items of a comma-separated list.

    >>> items_of("a.jar, b.jar,"), items_of(None)
    (['a.jar', 'b.jar'], [])
    """
    return [each.strip() for each in (value or "").split(",") if each.strip()]


def pair_of(option: str, text: str, *, secret: bool = False) -> tuple[str, str]:
    """Return key and value of ``KEY=VALUE``; raise :class:`~headwater.UsageError` if the text has another form.

    With ``secret``, the error does not repeat the text, which may be a key.

    >>> pair_of("--conf", "spark.app.name=a=b")
    ('spark.app.name', 'a=b')
    """
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise UsageError(f"{option}{'' if secret else f' {text}'}: write it as KEY=VALUE")
    return key.strip(), value


def require_file(path: Path, option: str = "") -> None:
    """Raise :class:`~headwater.UsageError`, with the name of the option, if there is no such file."""
    if not path.is_file():
        raise UsageError(f"{option + ': ' if option else ''}there is no file {path}")
