"""The compiled extension API equals that of the published agent, except for internal members."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.lines import ROOT, fetched
from tests.extensions_jvm.conftest import Suite
from tests.extensions_jvm.signatures import signatures, text

HERE = Path(__file__).resolve().parent

# documented in docs/extending-jvm.md
CLASSES_LEFT_OUT = {
    "io.openlineage.spark.agent.lifecycle.plan.column.ColumnLevelLineageUtils",
}


def agent(suite: Suite) -> Path:
    return ROOT / "dist" / suite.line.agent


def test_the_classes_match_the_snapshot(suite: Suite) -> None:
    """To rewrite: `python3 -m tests.extensions_jvm.signatures JAR > …/signatures_2.13.txt`; review the diff."""
    snapshot = HERE / f"signatures_{suite.line.scala}.txt"
    assert text(signatures(agent(suite))) == snapshot.read_text()


def test_classes_of_the_published_agent_exist_or_are_excluded_on_purpose(suite: Suite) -> None:
    published = signatures(fetched(f"published-{suite.line.scala}"))
    own = signatures(agent(suite))
    assert set(published) - set(own) == CLASSES_LEFT_OUT
    missing = {
        name: {m.removeprefix("static ").split()[0] for m in published[name] - own[name]}
        for name in set(published) & set(own)
        if published[name] - own[name]
    }
    assert missing == {}
