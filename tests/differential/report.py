"""The report: every rule with how often it holds, then what no rule explains, then rules that hold nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from tests.differential.compare import Difference
from tests.differential.rules import VERDICTS, Judged


def report(judged: Judged, scripts: int) -> str:
    found = sum(judged.counts.values()) + len(judged.unexplained)
    explained = sum(judged.counts.values())
    head = f"{scripts} scripts under both agents: {found} differences, {explained} explained\n"
    return head + "".join(lines(judged))


def lines(judged: Judged) -> Iterator[str]:
    for verdict in VERDICTS:
        rules = [(rule, count) for rule, count in judged.counts.items() if rule.verdict == verdict]
        yield f"\n{verdict}: {sum(count for _, count in rules)}\n"
        for rule, count in rules:
            yield f"  {count:5}  {rule.side} {rule.path} in {rule.scripts}: {rule.why}\n"
    yield f"\nunexplained: {len(judged.unexplained)}\n"
    yield from (f"  {told(one)}\n" for one in judged.unexplained)
    yield f"\nrules that hold nowhere: {len(judged.stale)}\n"
    yield from (f"  {rule}\n" for rule in judged.stale)


def told(one: Difference) -> str:
    text = str(one)
    return text if len(text) <= 400 else f"{text[:400]} …"
