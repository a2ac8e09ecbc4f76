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


def test_each_class_that_no_program_reaches_has_one_reason_and_a_rule() -> None:
    rows = [line.split("\t") for line in rule_tables.UNREACHED.read_text().splitlines()[1:]]
    listed = [name for _, names in rows for name in names.split()]
    assert len(listed) == len(set(listed))
    rules = {
        name for file in rule_tables.sources() for name in rule_tables.in_rules(file.read_text())
    }
    assert set(listed) <= rules
