"""The table of a hunt, and the file of each miss."""

from __future__ import annotations

import json
from pathlib import Path

from tests.hunt import report
from tests.hunt.oracle import Claim, Miss, Verdict
from tests.hunt.program import SQL, Program, Step, from_json
from tests.hunt.run import FoundMiss, Tally

MISS = Miss("c0", (("t1", "m.key"),), 3)
QUERY = Step(SQL, "SELECT m['a'] AS c0 FROM t1")
PROGRAM = Program("p1", "query", result=QUERY, writes=(QUERY,), output="p1_out")


def tally() -> Tally:
    claims = [
        Claim("c0", ("t1", "k"), frozenset({"DIRECT IDENTITY"}), supported)
        for supported in (True, False)
    ]
    verdict = Verdict(outputs=2, misses=[MISS], claims=claims, experiments=9)
    verdict.states |= {"exact": 1, "opaque": 1}
    made = Tally(
        programs=2,
        verdicts=[(PROGRAM, verdict)],
        found=[FoundMiss(PROGRAM, (MISS,), "a longer text")],
    )
    made.errors["Spark: no such function"] += 1
    return made


def test_the_table_has_the_sums() -> None:
    text = report.table(tally(), "4.0", 7)
    for row in (
        "| programs | 2 |",
        "| output columns | 2 |",
        "| of them opaque | 1 |",
        "| experiments | 9 |",
        "| programs with a miss | 1 |",
        "| DIRECT IDENTITY | 2 | 1 |",
        "  1 x Spark: no such function",
        "c0 changes with t1.m.key",
    ):
        assert row in text


def test_a_miss_is_a_file_from_which_the_program_is_read_again(tmp_path: Path) -> None:
    report.write(tally(), tmp_path)
    content = json.loads((tmp_path / "misses" / "001.json").read_text())
    assert from_json(content["program"]) == PROGRAM
    assert content["misses"] == [{"column": "c0", "parts": ["t1.m.key"]}]
