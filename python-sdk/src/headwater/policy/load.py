"""Turns the values of a policy file into rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from headwater.policy.document import PolicySection, read_document
from headwater.policy.patterns import ColumnPatterns, TablePatterns
from headwater.policy.rules import HasOwner, NoFlow, NoUnknown, OnlyFrom

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from headwater.analysis import LineageGraph
    from headwater.policy.rules import Rule, Violation

__all__ = ["Policy", "load_policy"]

_RULES_FIX = "write a list of rules, each with the key rule: no-flow, only-from, no-unknown or has-owner"
_COLUMNS_FIX = "write TABLE.COLUMN, or a list of them; * and ? are as in a shell"
_TABLES_FIX = "write the name of a table, or a list of them; * and ? are as in a shell"
_FROM_FIX = "write a mapping with the key tag or columns"
_ALLOW_FIX = "write local, opaque or a list of both"
_TO_FIX = "write a mapping with tables, namespaces, outside_tables or outside_namespaces"

_MAY_BE_ALLOWED = frozenset({"local", "opaque"})

Tagged = dict[str, tuple[str, ...]]
"""The columns of each tag that the policy gives, beside those with the tag in the events."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules of a file."""

    rules: tuple[Rule, ...]

    def idle(self, graph: LineageGraph) -> list[str]:
        """Return the rules that mean nothing in a lineage, each with why, such as a wrong name of a table."""
        return [f"{rule.name} {why}" for rule in self.rules if (why := rule.idle(graph))]

    def violations(self, graph: LineageGraph) -> Iterator[Violation]:
        """Yield what breaks a rule, in the order of the rules."""
        for rule in self.rules:
            yield from rule.violations(graph)


def load_policy(file: Path) -> Policy:
    """Read a policy file.

    Raises :class:`~headwater.UsageError` with the key, the value and the fix if it is not a policy.
    """
    document = read_document(file)
    document.only(("tags", "rules"))
    tagged: Tagged = {}
    if "tags" in document.values:
        tags = document.section("tags", "write a mapping from each tag to its columns")
        tagged = {tag: tags.texts(tag, _COLUMNS_FIX) for tag in tags.values}
    return Policy(tuple(_rule(section, tagged) for section in document.sections("rules", _RULES_FIX)))


def _rule(section: PolicySection, tagged: Tagged) -> Rule:
    kind = section.choice("rule", tuple(_KINDS))
    name = section.values.get("name", kind)
    if not isinstance(name, str):
        raise section.error("name", "write a text")
    return _KINDS[kind](name, section, tagged)


def _no_flow(name: str, section: PolicySection, tagged: Tagged) -> Rule:
    section.only(("rule", "name", "from", "to", "unless", "follow"))
    masked = "unless" in section.values and section.choice("unless", ("masked",)) == "masked"
    followed = section.choice("follow", ("values", "all"), "values")
    target = section.section("to", _TO_FIX)
    target.only(("tables", "namespaces", "outside_tables", "outside_namespaces"))
    if not target.values:
        raise section.error("to", _TO_FIX)
    tables = TablePatterns(
        _optional(target, "tables"),
        _optional(target, "namespaces"),
        _optional(target, "outside_tables"),
        _optional(target, "outside_namespaces"),
    )
    source = _columns(section.section("from", _FROM_FIX), section, tagged)
    return NoFlow(name, source, tables, masked, followed == "all")


def _columns(source: PolicySection, rule: PolicySection, tagged: Tagged) -> ColumnPatterns:
    source.only(("tag", "columns"))
    if len(source.values) != 1:
        raise rule.error("from", "write either tag or columns")
    if "columns" in source.values:
        return ColumnPatterns(source.texts("columns", _COLUMNS_FIX))
    tags = source.texts("tag", "write one tag, as KEY or KEY=VALUE")
    if len(tags) != 1:
        raise source.error("tag", "write one tag, and a rule for each other one")
    return ColumnPatterns(tagged.get(tags[0], ()), tags[0])


def _only_from(name: str, section: PolicySection, _: Tagged) -> Rule:
    section.only(("rule", "name", "columns", "sources"))
    columns, sources = (ColumnPatterns(section.texts(key, _COLUMNS_FIX)) for key in ("columns", "sources"))
    return OnlyFrom(name, columns, sources)


def _no_unknown(name: str, section: PolicySection, _: Tagged) -> Rule:
    section.only(("rule", "name", "tables", "except", "allow"))
    allowed = section.texts("allow", _ALLOW_FIX) if "allow" in section.values else ()
    if not _MAY_BE_ALLOWED.issuperset(allowed):
        raise section.error("allow", _ALLOW_FIX)
    return NoUnknown(name, _tables(section), frozenset(allowed))


def _has_owner(name: str, section: PolicySection, _: Tagged) -> Rule:
    section.only(("rule", "name", "tables", "except"))
    return HasOwner(name, _tables(section))


def _tables(section: PolicySection) -> TablePatterns:
    return TablePatterns(section.texts("tables", _TABLES_FIX), excluded_tables=_optional(section, "except"))


def _optional(section: PolicySection, key: str) -> tuple[str, ...]:
    return section.texts(key, _TABLES_FIX) if key in section.values else ()


_KINDS: dict[str, Callable[[str, PolicySection, Tagged], Rule]] = {
    "no-flow": _no_flow,
    "only-from": _only_from,
    "no-unknown": _no_unknown,
    "has-owner": _has_owner,
}
