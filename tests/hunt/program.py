"""A program: what runs under the agent, and what runs in an experiment."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

SQL, PYTHON = "sql", "python"
WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Step:
    """A statement in SQL, or lines of Python with `spark`, `F` and `stream` in scope."""

    language: str
    text: str
    plain: str = ""  # the text in an experiment, if it is another one


@dataclass(frozen=True)
class Program:
    """A random program.

    `steps` run first. `result` is a query in SQL, or the name of a frame; `writes` write it to the table `output`, under
    the agent only, because an experiment collects the result. Without a result the steps write `output` themselves, and
    an experiment reads the table.
    """

    name: str
    kind: str
    steps: tuple[Step, ...] = ()
    result: Step | None = None
    writes: tuple[Step, ...] = ()
    output: str = ""
    cleanup: tuple[str, ...] = ()
    reads: str = ""  # the name that an experiment reads the output by, if it has a catalog
    replaces: str = (
        ""  # columns by which a later write chooses the rows of a table that it replaces
    )
    choices: tuple[int, ...] = field(default=(), compare=False)
    uses: tuple[str, ...] = field(default=(), compare=False)

    def described(self) -> dict[str, Any]:
        """As JSON; without its choices, because the grammar changes."""
        content = asdict(self)
        del content["choices"], content["uses"]
        return content

    @property
    def text(self) -> str:
        """The whole program, to read and to measure its length."""
        lines = [step.text for step in (*self.steps, *self.writes)]
        return "\n".join(lines)

    @property
    def batches(self) -> bool:
        """Whether it reads a source table as a stream of several batches."""
        return "batches=True" in self.text

    def sources(self, tables: Iterable[str]) -> frozenset[str]:
        """Those of the tables that the program names."""
        steps = (*self.steps, *self.writes, *filter(None, [self.result]))
        words = {word for step in steps for word in WORD.findall(f"{step.text} {step.plain}")}
        return frozenset(tables) & words


def from_json(content: dict[str, Any]) -> Program:
    steps = tuple(Step(**step) for step in content["steps"])
    writes = tuple(Step(**step) for step in content["writes"])
    result = Step(**content["result"]) if content["result"] else None
    rest = {key: content.get(key, "") for key in ("name", "kind", "output", "reads", "replaces")}
    return Program(
        steps=steps, result=result, writes=writes, cleanup=tuple(content["cleanup"]), **rest
    )
