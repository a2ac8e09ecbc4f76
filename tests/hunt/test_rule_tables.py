"""The classes that the agent's rules name are read from their patterns and from their texts."""

from __future__ import annotations

from tests.hunt import rule_tables

SOURCE = """
  val rule: Rule = {
    // case c: Comment => no
    case p: Project => NodeLineage.of(p)
    case _: If | _: CaseWhen => x
    case CreateArray(children) => y
    case b if b.getClass.getSimpleName == "BinBy" => z
  }
"""


def test_patterns_and_texts_name_classes() -> None:
    assert set(rule_tables.in_rules(SOURCE)) == {
        "Project",
        "If",
        "CaseWhen",
        "CreateArray",
        "BinBy",
    }
