"""The report of a judgement, as Markdown under build/accuracy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .model import BUILD
from .score import Score, Total, names

if TYPE_CHECKING:
    from pathlib import Path

    from .by_perturbation import Evidence

HEAD = "| query | DIRECT right/reported | found/required | shown by experiment | missed | engine |\n" + "|---" * 6 + "|"


def text(total: Total, evidence: dict[str, Evidence], errors: dict[str, str], unconfirmed: int) -> str:
    """A summary line, one row per query, and a list of errors."""
    rows = [_row(s, evidence[s.query]) for s in total.scores]
    wrong = [line for s in total.scores for line in complaints(s)]
    wrong += [f"- {name}: Spark failed: {error.splitlines()[0]}" for name, error in errors.items()]
    if unconfirmed:
        wrong.append(f"- {unconfirmed} changes that DuckDB showed and Spark did not are left out")
    return "\n".join([summary(total), "", HEAD, *rows, "", "Wrong:", "", *(wrong or ["- nothing"])])


def summary(total: Total) -> str:
    """The numbers of a suite in one line."""
    pairs = sum(s.pairs for s in total.scores)
    return (
        f"DIRECT precision {total.precision:.4f}, recall {total.recall:.4f}; "
        f"perturbation recall {total.perturbation:.4f} of {pairs} pairs; "
        f"exact {total.exact} of {len(total.scores)} queries"
    )


def complaints(score: Score) -> list[str]:
    """The errors of one query, one per line."""
    lines = [] if score.event else [f"- {score.query}: no event with the created table and its schema"]
    if score.tables:
        lines.append(f"- {score.query}: input tables wrong by {', '.join(sorted(score.tables))}")
    if score.invented:
        lines.append(f"- {score.query}: names {names(score.invented)}, which the query does not")
    lines += [f"- {score.query}.{wrong}" for wrong in score.wrong]
    missed: dict[str, set[tuple[str, str]]] = {}
    for output, change in score.missed:
        missed.setdefault(output, set()).add(change.source)
    lines += [f"- {score.query}.{o}: changes with {names(s)}, not reported" for o, s in missed.items()]
    return lines


def _row(score: Score, evidence: Evidence) -> str:
    direct = f"{score.right}/{score.reported} | {score.found}/{score.required}"
    return f"| {score.query} | {direct} | {score.pairs} | {len(score.missed)} | {evidence.engine} |"


def write(suite: str, line: str, jar: Path, body: str) -> None:
    """Write the section of a suite below build/accuracy, and join all sections to report.md."""
    folder = BUILD / "sections"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{suite}-{line}.md").write_text(f"## {suite}, Spark {line}, {jar.name}\n\n{body}\n")
    sections = [p.read_text() for p in sorted(folder.glob("*.md"))]
    (BUILD / "report.md").write_text("# Accuracy\n\n" + "\n".join(sections))
