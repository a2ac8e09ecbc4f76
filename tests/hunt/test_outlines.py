"""The programs whose statements are written: every part is read, every place is filled, and what they make is removed."""

from __future__ import annotations

import re

import pytest

from tests.hunt.choices import Choices
from tests.hunt.grammar import outlines, programs
from tests.hunt.grammar.programs import Wish
from tests.hunt.program import Step

LINES = ("3.5", "4.0", "4.3")
HEADERS = re.compile(r"^-- (?!sql$|python$)(.*)$", re.MULTILINE)


@pytest.mark.parametrize("file", outlines.KINDS.values())
def test_each_comment_line_of_a_file_is_a_known_header(file: str) -> None:
    text = (outlines.FOLDER / f"{file}.txt").read_text()
    assert [line for line in HEADERS.findall(text) if not outlines.HEADER.match(f"-- {line}")] == []
    names = re.findall(r"^-- name: (.*)", text, re.MULTILINE)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("line", LINES)
def test_every_place_of_every_outline_is_filled(line: str) -> None:
    for kind, file in outlines.KINDS.items():
        for name, outline in outlines.read(file, line).items():
            assert outline.steps, name
            wish = Wish(kind, statements=(name,))
            program = programs.write("p7", line, Choices(None), wish, [kind])
            assert not outlines.PLACE.search(program.text), program.text
            assert not re.search(r"\{(name|out)\}", program.text + program.reads)
            assert "p7_out" in program.text, name


def test_what_a_program_makes_is_removed_as_what_it_is() -> None:
    text = """
-- name: several
-- reads: ice.db.{out}
-- sql
CREATE TEMP VIEW {name}_v AS SELECT 1 AS k;
CACHE TABLE {name}_c AS SELECT * FROM {name}_v;
CREATE TEMPORARY FUNCTION {name}_f(a INT) RETURNS INT RETURN a;
CREATE FUNCTION {name}_g(a INT) RETURNS INT RETURN a;
DECLARE OR REPLACE VARIABLE {name}_x INT;
CREATE TABLE ice.db.{out} USING iceberg AS SELECT * FROM {name}_c
-- python
spark.table("ice.db.{out}").createOrReplaceTempView("{name}_w")
"""
    parts = outlines.outline(text).steps
    named = tuple(
        Step(s.language, s.text.replace("{name}", "p7").replace("{out}", "p7_out")) for s in parts
    )
    assert [s.language for s in parts] == ["sql"] * 6 + ["python"]
    assert list(outlines.cleanup("p7", named)) == [
        "VIEW p7_v",
        "VIEW p7_c",
        "TEMPORARY FUNCTION p7_f",
        "FUNCTION p7_g",
        "TEMPORARY VARIABLE p7_x",
        "ice.db.p7_out",
        "VIEW p7_w",
    ]


def test_a_place_takes_the_columns_of_the_tables_it_names() -> None:
    wish = Wish("sql outline", statements=("star of a join",))
    program = programs.write("p7", "4.0", Choices(None), wish, ["sql outline"])
    assert program.text == (
        "CREATE TABLE p7_out USING parquet AS SELECT st.*, t3.*, t1.k AS extra"
        " FROM t1 LEFT JOIN t3 ON t1.g = t3.k"
    )
