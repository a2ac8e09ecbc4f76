"""The report: rules with their numbers of matches, unexplained differences, and rules without a match."""

from __future__ import annotations

from collections.abc import Iterator

from tests.differential.compare import Difference
from tests.differential.rules import VERDICTS, RuleMatches


def report(matches: RuleMatches, scripts: int) -> str:
    found = sum(matches.counts.values()) + len(matches.unexplained)
    explained = sum(matches.counts.values())
    head = f"{scripts} scripts under both agents: {found} differences, {explained} explained\n"
    return head + "".join(lines(matches))


def lines(matches: RuleMatches) -> Iterator[str]:
    for verdict in VERDICTS:
        rules = [(rule, count) for rule, count in matches.counts.items() if rule.verdict == verdict]
        yield f"\n{verdict}: {sum(count for _, count in rules)}\n"
        for rule, count in rules:
            yield f"  {count:5}  {rule.side} {rule.path} in {rule.scripts}: {rule.why}\n"
    yield f"\nunexplained: {len(matches.unexplained)}\n"
    yield from (f"  {shortened(difference)}\n" for difference in matches.unexplained)
    yield f"\nrules that hold nowhere: {len(matches.stale)}\n"
    yield from (f"  {rule}\n" for rule in matches.stale)


def shortened(difference: Difference) -> str:
    text = str(difference)
    return text if len(text) <= 400 else f"{text[:400]} …"
