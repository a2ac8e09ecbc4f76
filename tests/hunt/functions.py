"""The functions of Spark that the grammar has, and those that it leaves out.

A function counts as written if its call, or its operator, is in a template or in a text of the grammar's Python.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.hunt import reasons

GRAMMAR = Path(__file__).with_name("grammar")
LEFT_OUT = Path(__file__).with_name("functions_left_out.tsv")
QUOTED = re.compile(r"'[^']*'")
CALL = re.compile(r"([a-z_]\w*)\(")
# What SHOW FUNCTIONS lists and is written without parentheses.
KEYWORDS = ("and", "between", "case", "div", "ilike", "in", "like", "not", "or", "rlike", "when")
OPERATORS = {
    "!", "!=", "%", "&", "*", "+", "-", "/", "<", "<<", "<=", "<=>", "<>", "=", "==", ">", ">=", ">>", ">>>", "^", "|", "||", "~",
}  # fmt: skip
SYMBOL = re.compile(r"[!%&*+/<=>^|~-]+")


@cache
def left_out() -> dict[str, str]:
    """The functions that no program calls, with the reason (functions_left_out.tsv)."""
    return reasons.read(LEFT_OUT)


def in_sql(text: str) -> set[str]:
    """The functions and operators in a piece of SQL."""
    plain = QUOTED.sub("''", text).lower()
    words = set(re.findall(r"[a-z]+", plain)) & set(KEYWORDS)
    symbols = set(SYMBOL.findall(plain)) & OPERATORS
    return set(CALL.findall(plain)) | words | symbols


@cache
def written() -> frozenset[str]:
    """All functions in the grammar."""
    return frozenset(name for text in texts() for name in in_sql(text))


def texts() -> Iterator[str]:
    """The templates, and the texts in the grammar's Python."""
    for table in GRAMMAR.glob("*.tsv"):
        for row in table.read_text().splitlines()[1:]:
            yield row.split("\t")[2]
    for file in GRAMMAR.glob("outlines/*.txt"):
        yield file.read_text()
    for module in GRAMMAR.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def unexplained(known: set[str]) -> list[str]:
    """The functions of a Spark that no program calls and that functions_left_out.tsv does not list."""
    return sorted(known - written() - left_out().keys())
