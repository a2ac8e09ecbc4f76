"""The same scripts under the published agent and ours: every difference has a reason, and every reason a difference."""

from __future__ import annotations

from tests.differential.conftest import DifferentialRun
from tests.differential.report import shortened

SCRIPTS = 83  # as many as there are today: the set must not shrink


def test_all_scripts_run_under_both(differential_run: DifferentialRun) -> None:
    for agent, job_results in differential_run.job_results.items():
        errors = {name: a.error.splitlines()[0] for name, a in job_results.items() if a.error}
        assert errors == {}, agent
        assert len(job_results) >= SCRIPTS
    assert differential_run.without_events == ["disabled"]


def test_every_difference_has_a_reason(differential_run: DifferentialRun) -> None:
    unexplained = [shortened(difference) for difference in differential_run.matches.unexplained]
    listing = "\n".join(unexplained[:100])
    assert not unexplained, f"{len(unexplained)} of them:\n{listing}"


def test_every_reason_has_a_difference(differential_run: DifferentialRun) -> None:
    assert [str(rule) for rule in differential_run.matches.stale] == []


def test_missing_lineage_has_a_rule_for_each_script(
    differential_run: DifferentialRun,
) -> None:
    """No rule for all scripts hides an input, an output or an edge, and no rule with a verdict of equality does."""
    no_loss = {"ours says more", "same meaning"}
    hiding_rules = differential_run.matches.hiding_rules
    assert hiding_rules
    assert [str(r) for r in hiding_rules if r.scripts == "*" or r.verdict in no_loss] == []
