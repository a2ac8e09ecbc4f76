"""Lines of notebooks that are not Python: magics such as ``%pip`` and ``%%time``, and shell commands."""

from __future__ import annotations

import ast
import io
import re
import tokenize

__all__ = ["HIDES_LINEAGE", "without_magics"]

HIDES_LINEAGE = frozenset({"%r", "%run", "%scala", "%%r", "%%scala"})
"""Magics that may use Spark; the others are of no interest to lineage."""

_RUNS_PYTHON = {"capture", "prun", "pyspark", "python", "python3", "time", "timeit"}
_OTHER_LANGUAGES = {"bash", "fs", "html", "md", "r", "scala", "sh"}
_MAGIC = re.compile(r"(\s*)(\w+\s*=\s*)?(%{1,2}|!)\s*(\w*)(.*)")
# The options of %timeit, %prun and %time, before their statement.
_OPTIONS = re.compile(r"\s*(?:(?:-[nrpl]\s*\d+|-[sTD]\s*\S+|--?[A-Za-z][\w-]*)\s+)*")


def without_magics(code: str) -> tuple[str, list[str]]:
    r"""Return the Python of a cell, with the same lines, and the magics and shell commands that it does not have.

    >>> without_magics("%pip install acme\n%time frame = read()")
    ('pass\nframe = read()', ['%pip'])
    """
    try:
        ast.parse(code)
    except (SyntaxError, ValueError):
        return _replaced(code.split("\n"))
    return code, []


def _replaced(lines: list[str]) -> tuple[str, list[str]]:
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    left_out: list[str] = []
    goes_on = False
    for number, line in enumerate(lines):
        if goes_on:  # of a line that was replaced
            goes_on, lines[number] = line.endswith("\\"), ""
            continue
        magic = _MAGIC.fullmatch(line)
        if magic is None or not _begins_statement(lines[:number]):
            continue
        indent, variable, sign, name, rest = magic.groups(default="")
        whole_cell = number == first and not variable and (sign == "%%" or name in _OTHER_LANGUAGES)
        nothing = "None" if variable else "pass"
        if sign != "!" and name in _RUNS_PYTHON:
            statement = _OPTIONS.sub("", rest, count=1).strip() if sign == "%" else ""
            lines[number] = indent + variable + (statement or nothing)
        elif whole_cell and sign != "!":
            return "", [sign + name]
        else:
            lines[number] = indent + variable + nothing
            goes_on = line.endswith("\\")
            left_out.append(sign + name)
    return "\n".join(lines), left_out


def _begins_statement(before: list[str]) -> bool:
    """Return whether what follows these lines, which are Python, is a new statement: not inside a text or brackets."""
    try:
        for _ in tokenize.generate_tokens(io.StringIO("\n".join([*before, ""])).readline):
            pass
    except tokenize.TokenError:
        return False
    except SyntaxError:  # wrong indentation
        return True
    return True
