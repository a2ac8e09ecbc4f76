"""Splits SQL text into statements, and finds the SQL cells of a notebook."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from headwater._text import one_line
from headwater.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = [
    "code_and_texts",
    "notebook_cells",
    "short_sql",
    "split_statements",
    "statements_of_file",
    "without_first_comments",
]

# What can hide a semicolon, as Spark's lexer reads it; an end that is missing is the end of the text.
_TOKEN = re.compile(
    r"""(?P<end>;)
    | (?P<comment>--[^\r\n]*)
    | (?P<bracketed>/\*)
    | (?P<word>\b(?:BEGIN|CASE|END(?:\s+(?:CASE|IF|WHILE|LOOP|REPEAT|FOR)\b)?)\b)
    | \br'[^']*(?:'|\Z) | \br"[^"]*(?:"|\Z)
    | '(?:\\.|[^'\\])*(?:'|\Z) | "(?:\\.|[^"\\])*(?:"|\Z) | `[^`]*(?:`|\Z)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_LINE_LENGTH = 80
_FIRST_COMMENTS = re.compile(r"\A(?:\s+|--[^\n]*(?:\n|\Z)|/\*.*?\*/)+", re.DOTALL)
_BRACKET = re.compile(r"/\*|\*/")
_SQL_CELL = re.compile(r"\s*%%?sql\b[^\n]*(?:\n|\Z)")


def split_statements(text: str) -> list[str]:
    r"""Return the statements of a SQL text, without the semicolons that end them; comments alone are no statement.

    A SQL script (``BEGIN … END``) is one statement.

    >>> split_statements("SELECT ';' AS a; -- all; of it\nSELECT 2; BEGIN SELECT 3; END")
    ["SELECT ';' AS a", '-- all; of it\nSELECT 2', 'BEGIN SELECT 3; END']
    """
    statements, start, at, depth, has_content = [], 0, 0, 0, False
    while (token := _TOKEN.search(text, at)) is not None:
        has_content = has_content or bool(text[at : token.start()].strip())
        at = _end_of_comment(text, token.end()) if token["bracketed"] else token.end()
        if token["word"]:
            depth = _depth(depth, " ".join(token["word"].upper().split()), first=not has_content)
        if token["end"] and not depth:
            if has_content:
                statements.append(text[start : token.start()].strip())
            start, has_content = at, False
        elif not (token["end"] or token["comment"] or token["bracketed"]):
            has_content = True
    if has_content or text[at:].strip():
        statements.append(text[start:].strip())
    return statements


def _depth(depth: int, word: str, *, first: bool) -> int:
    """Return in how many ``BEGIN`` and ``CASE`` of a script the text after a word is; 0 outside of a script."""
    if word == "BEGIN" and first:
        return 1
    if not depth:
        return 0
    return depth + {"BEGIN": 1, "CASE": 1, "END": -1, "END CASE": -1}.get(word, 0)


def without_first_comments(sql: str) -> str:
    """Return a statement from its first word on."""
    return _FIRST_COMMENTS.sub("", sql)


def code_and_texts(sql: str) -> tuple[str, str]:
    r"""Return a SQL text without its comments and with empty quoted texts, and what these quoted texts were.

    >>> code_and_texts("SELECT 'a;b' AS `c` -- all of it\nFROM t")
    ("SELECT '' AS `c`  \nFROM t", "'a;b'")
    """
    code, texts, at = [], [], 0
    while (token := _TOKEN.search(sql, at)) is not None:
        code.append(sql[at : token.start()])
        at = _end_of_comment(sql, token.end()) if token["bracketed"] else token.end()
        if token["comment"] or token["bracketed"]:
            code.append(" ")
        elif token.group().lstrip("rR").startswith(("'", '"')):
            code.append("''")
            texts.append(token.group())
        else:
            code.append(token.group())
    return "".join((*code, sql[at:])), " ".join(texts)


def _end_of_comment(text: str, at: int) -> int:
    """Return the end of a bracketed comment, in which others may be nested."""
    depth = 1
    while depth and (bracket := _BRACKET.search(text, at)) is not None:
        depth += 1 if bracket.group() == "/*" else -1
        at = bracket.end()
    return len(text) if depth else at


def statements_of_file(path: Path) -> list[str]:
    """Return the statements of a SQL script, or of the SQL cells of a notebook (``.ipynb``).

    Raises :class:`~headwater.UsageError` if the file cannot be read, or has no statement.
    """
    if path.suffix == ".ipynb":
        found = [
            each for language, cell in notebook_cells(path) if language == "sql" for each in split_statements(cell)
        ]
    else:
        found = split_statements(_read(path))
    if not found:
        raise UsageError(f"{path} has no SQL statement; a SQL cell of a notebook begins with %%sql or %sql")
    return found


def notebook_cells(path: Path) -> Iterator[tuple[str, str]]:
    """Yield ``sql`` or ``python`` and the text of each code cell of a notebook in Jupyter's format 4.

    A cell that begins with ``%%sql`` or ``%sql`` is SQL. Raises :class:`~headwater.UsageError` for any other file.
    """
    try:
        notebook = json.loads(_read(path))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not a notebook of Jupyter: {error}") from error
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise UsageError(f"{path} is not a notebook of Jupyter: it has no list 'cells'; save it in format 4 or later")
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, dict) or not _is_text(cell.get("source")):
            raise UsageError(f"{path} is not a notebook of Jupyter: cell {number} has no text 'source'")
    for text in ["".join(cell["source"]) for cell in cells if cell.get("cell_type") == "code"]:
        magic = _SQL_CELL.match(text)
        yield ("python", text) if magic is None else ("sql", _without_magic(text, magic))


def _without_magic(text: str, magic: re.Match[str]) -> str:
    """Return the SQL of a cell; it may begin in the line of ``%sql``, but not in that of ``%%sql``."""
    first = magic.group().strip()
    return text[magic.end() :] if first.startswith("%%") else f"{first.removeprefix('%sql')}\n{text[magic.end() :]}"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {_reason(error)}") from error


def _is_text(source: object) -> bool:
    return isinstance(source, str) or (isinstance(source, list) and all(isinstance(line, str) for line in source))


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def short_sql(sql: str) -> str:
    r"""Return the beginning of a statement as one line.

    >>> short_sql("-- the first one\nSELECT 1,\n  2")
    'SELECT 1, 2'
    """
    line = one_line(" ".join(without_first_comments(sql).split()))
    return line if len(line) <= _LINE_LENGTH else f"{line[: _LINE_LENGTH - 1]}…"
