"""Parses the input files of Spark's SQLQueryTestSuite.

A file has statements that end with `;`, and directives in comments: `--SET a=b` for all statements, `--IMPORT file` for
the statements of another file first, `--CONFIG_DIM1 a=b` for one setting of several to try. Text between
`--QUERY-DELIMITER-START` and `--QUERY-DELIMITER-END` is one statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

Settings = dict[str, str]
# Spark's own splitter: a semicolon ends a statement unless a backslash comes before it.
END = re.compile(r"(?<=[^\\]);")
START_OF_ONE = "--QUERY-DELIMITER-START"
END_OF_ONE = "--QUERY-DELIMITER-END"
QUERIES = ("SELECT", "WITH", "VALUES", "FROM", "TABLE", "MAP", "REDUCE", "(")
COMMENT = re.compile(r"\s*(--[^\n]*(\n|$)|/\*.*?\*/)", re.DOTALL)


@dataclass(frozen=True)
class Input:
    """A parsed file: its statements, and all combinations of its settings, at least one."""

    name: str
    statements: tuple[str, ...]
    settings: tuple[Settings, ...]


def parse(name: str, text: str, text_of: Callable[[str], str]) -> Input:
    """Parse a file; `text_of` gives the text of an imported file by its name."""
    directives, code = divide(text)
    imported = [divide(text_of(found))[1] for found in values(directives, "--IMPORT")]
    lines = [line for lines in [*imported, code] for line in lines]
    return Input(name, tuple(split(lines)), tuple(combinations(directives)))


def divide(text: str) -> tuple[list[str], list[str]]:
    """The comment lines with the directives, and the other lines."""
    comments: list[str] = []
    code: list[str] = []
    for line in text.split("\n"):
        start = line.strip()
        is_code = not start.startswith("--") or start.startswith((START_OF_ONE, END_OF_ONE))
        (code if is_code else comments).append(line if is_code else start)
    return comments, code


def values(directives: Iterable[str], name: str) -> list[str]:
    return [d[len(name) :].strip() for d in directives if d.startswith(f"{name} ")]


def combinations(directives: list[str]) -> list[Settings]:
    """One setting of each dimension, with the settings for all statements."""
    common = merged(settings(value) for value in values(directives, "--SET"))
    dimensions: dict[str, list[Settings]] = {}
    for directive in directives:
        if directive.startswith("--CONFIG_DIM"):
            dimension, _, value = directive.partition(" ")
            dimensions.setdefault(dimension, []).append(settings(value))
    return [merged([common, *chosen]) for chosen in product(*dimensions.values())]


def settings(text: str) -> Settings:
    """The pairs of `a=b,c=d`."""
    pairs = (pair.partition("=") for pair in text.split(","))
    return {key.strip(): value.strip() for key, _, value in pairs}


def merged(parts: Iterable[Settings]) -> Settings:
    return {key: value for part in parts for key, value in part.items()}


def split(lines: list[str]) -> list[str]:
    """The statements, without lines that are comments and without empty ones."""
    found: list[str] = []
    rest: list[str] = []
    one: list[str] | None = None
    for line in lines:
        start = line.strip()
        if start.startswith(START_OF_ONE):
            found += END.split("\n".join(rest))
            rest, one = [], []
        elif start.startswith(END_OF_ONE):
            found.append("\n".join(one or []).rstrip().removesuffix(";"))
            one = None
        else:
            (rest if one is None else one).append(line)
    # Spark's splitter keeps the semicolon out of the statement only where another statement follows.
    found += END.split("\n".join([*rest, *(one or [])]))
    cleaned = (without_comment_lines(text).strip() for text in found)
    return [text for text in cleaned if text and text != ";"]


def without_comment_lines(text: str) -> str:
    return "\n".join(line for line in text.strip().split("\n") if not line.startswith("--"))


def is_query(statement: str) -> bool:
    """Whether a statement may be a query, by its first word."""
    text = statement
    while found := COMMENT.match(text):
        text = text[found.end() :]
    return text.lstrip().upper().startswith(QUERIES)
