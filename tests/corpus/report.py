"""The report of the command: the table for docs/accuracy.md, then everything that is wrong."""

from __future__ import annotations

from tests.corpus.evaluation import NUMBERS, Evaluation

MAX_PROBLEMS = 200


def text(line: str, found: Evaluation) -> str:
    """The numbers of a run as the rows of a table, and its problems."""
    rows = [f"| {name} | {found.numbers[name]:,} |" for name in NUMBERS]
    wrong = found.all_problems
    listed = [f"- {text[:1500]}" for text in wrong[:MAX_PROBLEMS]]
    rest = [f"and {len(wrong) - MAX_PROBLEMS:,} more"] if len(wrong) > MAX_PROBLEMS else []
    head = [f"| Spark {line} | |", "|---|---|", *rows, f"| problems | {len(wrong):,} |"]
    return "\n".join([*head, "", *listed, *rest]) + "\n"
