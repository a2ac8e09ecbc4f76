"""Judges an agent on a suite: runs the agent, collects evidence, scores, confirms misses, and writes the report."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from . import agent_run, by_perturbation, report
from .agent_run import AgentRun, at_least
from .score import Score, Total, judge

if TYPE_CHECKING:
    from pathlib import Path

    from .by_perturbation import Evidence
    from .explained import Case
    from .model import Change, Suite


@dataclass(frozen=True, slots=True)
class Judgement:
    """The results of one suite with one agent and one Spark line."""

    suite: Suite
    line: str
    run: AgentRun
    evidence: dict[str, Evidence]
    scores: dict[str, Score]
    unconfirmed: int

    @property
    def total(self) -> Total:
        """The sum of the scores."""
        return Total(tuple(self.scores.values()))


def judge_agent(suite: Suite, jar: Path, line: str, cases: tuple[Case, ...]) -> Judgement:
    """Judge an agent's jar on a suite; the report goes to build/accuracy/report.md."""
    queries = [q for q in suite.queries if at_least(line, q.spark)]
    evidence = by_perturbation.collect_evidence(suite, queries, line)
    run = agent_run.run(suite, jar, line)
    scores = {q.name: judge(q, suite, run.lineage.get(q.name), evidence[q.name], cases) for q in queries}
    misses = {n: [c for _, c in s.missed] for n, s in scores.items() if s.missed}
    confirmed_changes = by_perturbation.confirmed(suite, misses, line)
    scores_after_check = {n: _keep_missed(s, {c for q, c in confirmed_changes if q == n}) for n, s in scores.items()}
    unconfirmed = sum(len(s.missed) for s in scores.values()) - sum(len(s.missed) for s in scores_after_check.values())
    result = Judgement(suite, line, run, evidence, scores_after_check, unconfirmed)
    report.write(suite.name, line, jar, report.text(result.total, evidence, run.errors, unconfirmed))
    return result


def _keep_missed(score: Score, confirmed_changes: set[Change]) -> Score:
    return replace(score, missed=tuple((n, c) for n, c in score.missed if c in confirmed_changes))
