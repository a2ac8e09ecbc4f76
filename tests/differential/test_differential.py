"""The same scripts under the published agent and under ours: every difference has its reason, every reason its difference."""

from __future__ import annotations

from tests.differential.conftest import Both
from tests.differential.report import told


def test_at_least_sixty_scripts_run_under_both(both: Both) -> None:
    for agent, job_results in both.job_results.items():
        errors = {name: a.error.splitlines()[0] for name, a in job_results.items() if a.error}
        assert errors == {}, agent
        assert len(job_results) >= 60
    assert both.silent == ["disabled"]


def test_no_difference_is_without_a_reason(both: Both) -> None:
    unexplained = [told(one) for one in both.judged.unexplained]
    shown = "\n".join(unexplained[:100])
    assert not unexplained, f"{len(unexplained)} of them:\n{shown}"


def test_no_reason_is_without_a_difference(both: Both) -> None:
    assert [str(rule) for rule in both.judged.stale] == []


def test_what_ours_lacks_of_lineage_is_told_script_by_script(both: Both) -> None:
    """No rule for all scripts hides an input, an output or an edge, and none calls its lack the same."""
    careless = {"ours says more", "same meaning"}
    hiding = both.judged.hiding
    assert hiding
    assert [str(r) for r in hiding if r.scripts == "*" or r.verdict in careless] == []
