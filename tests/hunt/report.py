"""What a hunt found, as Markdown, and its misses as files."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.hunt import functions, reasons, rule_tables
from tests.hunt.run import FoundMiss, Tally


def unexplained(tally: Tally, home: Path) -> list[str]:
    """What lacks a program and a reason: classes that a rule names (unreached.tsv), and functions of Spark
    (functions_left_out.tsv).
    """
    classes = sorted(rule_tables.named(home) - tally.classes - rule_tables.unreached().keys())
    return classes + functions.unexplained(tally.functions)


def rules(tally: Tally, home: Path) -> str:
    """How many of the classes that the rules name are in the plans, and of the functions of Spark in the grammar, and why
    the others are not.
    """
    named = rule_tables.named(home)
    written = functions.written()
    return (
        reasons.table(
            "classes that the rules name",
            "in the plans of the programs",
            named,
            named - tally.classes,
            rule_tables.unreached(),
        )
        + "".join(f"\nNOT REACHED {name}\n" for name in unexplained(tally, home))
        + reasons.table(
            "functions of Spark",
            "in the grammar",
            tally.functions,
            tally.functions - written,
            functions.left_out(),
        )
    )


def table(tally: Tally, line: str, seed: int) -> str:
    """The tables of docs/accuracy.md."""
    verdicts = [verdict for _, verdict in tally.verdicts]
    states: Counter[str] = Counter()
    for verdict in verdicts:
        states.update(verdict.states)
    rows = [
        ("programs", tally.programs),
        ("programs that Spark refused or that have no lineage", sum(tally.errors.values())),
        ("programs without a value in their result", sum(v.empty for v in verdicts)),
        ("output columns", sum(v.outputs for v in verdicts)),
        ("of them opaque", states["opaque"]),
        ("of them unknown, or not in the event", states["unknown"] + states["absent"]),
        ("experiments", sum(v.experiments for v in verdicts)),
        ("experiments that ended in an error", sum(v.failed for v in verdicts)),
        ("differences that the order of rows explains", sum(len(v.of_order) for v in verdicts)),
        ("programs with a miss", len(tally.found)),
    ]
    text = f"Spark {line}, seed {seed}: {tally.programs / max(tally.seconds, 1):.1f} programs a second\n\n"
    text += "| | number |\n|---|---|\n"
    text += "".join(f"| {name} | {number:,} |\n" for name, number in rows)
    return text + claims(tally) + kinds(tally) + misses(tally)


def claims(tally: Tally) -> str:
    """The claims by kind of lineage, and how many of them an experiment supports."""
    made: Counter[str] = Counter()
    supported: Counter[str] = Counter()
    for _, verdict in tally.verdicts:
        for claim in verdict.claims:
            made.update(claim.kinds)
            supported.update(claim.kinds if claim.supported else ())
    rows = [
        f"| {kind} | {made[kind]:,} | {made[kind] - supported[kind]:,} |\n" for kind in sorted(made)
    ]
    return (
        "\n| kind of claim | tried | not supported |\n|---|---|---|\n" + "".join(rows)
        if rows
        else ""
    )


def kinds(tally: Tally) -> str:
    rows = [f"| {kind} | {count:,} |\n" for kind, count in sorted(tally.kinds.items())]
    errors = "".join(f"  {count} x {text}\n" for text, count in tally.errors.most_common(40))
    return (
        "\n| kind of program | number |\n|---|---|\n"
        + "".join(rows)
        + (f"\nrefused:\n{errors}" if errors else "")
    )


def misses(tally: Tally) -> str:
    return "".join(f"\nMISS {described(found)}\n" for found in tally.found)


def described(found: FoundMiss) -> str:
    return "\n".join([found.program.text, *map(str, found.misses)])


def write(tally: Tally, folder: Path) -> None:
    """A file for each miss, in the form of tests/hunt/misses, and one with the programs that were refused."""
    target = folder / "misses"
    target.mkdir(parents=True, exist_ok=True)
    for number, found in enumerate(tally.found, 1):
        (target / f"{number:03d}.json").write_text(json.dumps(as_fixture(found), indent=1) + "\n")
    (folder / "refused.json").write_text(json.dumps(tally.examples, indent=1))
    unsupported = [
        {"program": p.text, "column": c.column, "part": c.part, "kinds": sorted(c.kinds)}
        for p, v in tally.verdicts for c in v.claims if not c.supported
    ]  # fmt: skip
    (folder / "unsupported.json").write_text(json.dumps(unsupported, indent=1))
    of_order = [{"program": p.text, "columns": v.of_order} for p, v in tally.verdicts if v.of_order]
    (folder / "order.json").write_text(json.dumps(of_order, indent=1))
    unknown = [
        {"kind": p.kind, "program": p.text, "columns": v.unknown}
        for p, v in tally.verdicts if v.unknown
    ]  # fmt: skip
    (folder / "unknown.json").write_text(json.dumps(unknown, indent=1))
    (folder / "classes.json").write_text(json.dumps(sorted(tally.classes)))


def as_fixture(found: FoundMiss) -> dict[str, Any]:
    return {
        "program": found.program.described(),
        "misses": [
            {"column": m.column, "parts": [".".join(p) for p in m.parts]} for m in found.misses
        ],
        "original": found.original.splitlines(),
    }
