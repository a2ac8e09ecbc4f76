"""The reasons for differences: `differences.tsv`, one rule per line.

`*` in a pattern matches any text, `,` separates patterns.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.differential.compare import SIDES, THEIRS_ONLY, Difference, is_lineage

TABLE = Path(__file__).resolve().parent / "differences.tsv"
VERDICTS = ("theirs is wrong", "ours says more", "same meaning", "ours lacks", "pending")


@dataclass(frozen=True)
class Rule:
    """One line of the table.

    `value` is theirs, or `theirs => ours` if both have one. A side with `?` may match nothing in a run: the published
    agent's result then depends on timing.
    """

    line: int
    verdict: str
    side: str
    scripts: str
    path: str
    value: str
    why: str

    def __str__(self) -> str:
        return f"differences.tsv:{self.line}: {self.side} | {self.scripts} | {self.path} | {self.value}"

    @cached_property
    def patterns(self) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
        return pattern(self.scripts), pattern(self.path), pattern(self.value)

    def explains(self, difference: Difference) -> bool:
        scripts, path, value = self.patterns
        return bool(
            self.side.rstrip("?") == difference.side
            and scripts.fullmatch(difference.script)
            and path.fullmatch(difference.path)
            and value.fullmatch(difference.value)
        )


def pattern(text: str) -> re.Pattern[str]:
    choices = (".*".join(map(re.escape, choice.split("*"))) for choice in text.split(" , "))
    return re.compile("|".join(choices), re.DOTALL)


def load(table: Path = TABLE) -> list[Rule]:
    rows = enumerate(table.read_text().splitlines(), 1)
    return [Rule(n, *columns(n, row)) for n, row in rows if row and not row.startswith("#")]


def columns(line: int, row: str) -> list[str]:
    found = row.split("\t")
    if len(found) != 6 or found[0] not in VERDICTS or found[1].rstrip("?") not in SIDES:
        message = (
            f"{TABLE.name}:{line}: six columns between tabs are needed: one of {VERDICTS}, "
            f"one of {SIDES}, scripts, path, value, why; it has {found}"
        )
        raise ValueError(message)
    return found


@dataclass(frozen=True)
class RuleMatches:
    """The differences by rule. `hiding_rules` explain that our agent lacks an input, an output or an edge."""

    counts: dict[Rule, int]
    hiding_rules: list[Rule]
    unexplained: list[Difference]

    @property
    def stale(self) -> list[Rule]:
        return [rule for rule, count in self.counts.items() if not count and rule.side in SIDES]


def apply_rules(found: list[Difference], rules: list[Rule]) -> RuleMatches:
    """Assign each difference to the first rule that matches it."""
    by_rule = [(next((r for r in rules if r.explains(d)), None), d) for d in found]
    counts = Counter(rule for rule, _ in by_rule if rule)
    hiding_rules = {r for r, d in by_rule if r and d.side == THEIRS_ONLY and is_lineage(d.path)}
    return RuleMatches(
        {r: counts[r] for r in rules},
        sorted(hiding_rules, key=lambda rule: rule.line),
        [d for rule, d in by_rule if rule is None],
    )
