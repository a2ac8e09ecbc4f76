"""Lines of notebooks that are not Python: magics such as ``%pip`` and ``%%time``, and shell commands."""

from __future__ import annotations

import ast
import re

__all__ = ["HIDES_LINEAGE", "without_magics"]

HIDES_LINEAGE = frozenset({"%r", "%run", "%scala", "%%r", "%%scala"})
"""Magics that may use Spark; the others are of no interest to lineage."""

_RUNS_PYTHON = {"capture", "prun", "pyspark", "python", "python3", "time", "timeit"}
_OTHER_LANGUAGES = {"bash", "fs", "html", "md", "r", "scala", "sh"}
_MAGIC = re.compile(r"(\s*)(%{1,2}|!)\s*(\w*)(.*)")


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
    left_out = []
    for number, line in enumerate(lines):
        if (magic := _MAGIC.fullmatch(line)) is None:
            continue
        indent, sign, name, rest = magic.groups()
        whole_cell = number == first and (sign == "%%" or name in _OTHER_LANGUAGES)
        if sign != "!" and name in _RUNS_PYTHON:
            lines[number] = indent + (rest.strip() if sign == "%" and rest.strip() else "pass")
        elif whole_cell and sign != "!":
            return "", [sign + name]
        else:
            lines[number] = f"{indent}pass"
            left_out.append(sign + name)
    return "\n".join(lines), left_out
