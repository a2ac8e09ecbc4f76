"""The parser of Spark's input files, and the choice of a sample."""

from __future__ import annotations

import pytest

from tests.corpus import inputs, sample
from tests.corpus.inputs import Input, is_query, parse

TEXTS = {"other.sql": "--SET x=1\nCREATE TABLE o (a INT);\nSELECT 1;\n"}


def parsed(text: str) -> Input:
    return parse("f.sql", text, TEXTS.__getitem__)


def test_a_semicolon_ends_a_statement_unless_a_backslash_comes_before_it() -> None:
    found = parsed("SELECT 1;\n\nSELECT 'a\\;b'; SELECT 2")
    assert found.statements == ("SELECT 1", "SELECT 'a\\;b'", "SELECT 2")


def test_comment_lines_are_left_out_and_comments_inside_a_line_stay() -> None:
    found = parsed("-- first; not a statement\nSELECT 1, -- one\n  -- two\n  2;\n-- end")
    assert found.statements == ("SELECT 1, -- one\n  2",)


def test_text_between_delimiters_is_one_statement() -> None:
    text = "SELECT 1;\n--QUERY-DELIMITER-START\nBEGIN\n  SELECT 2;\nEND;\n--QUERY-DELIMITER-END\nSELECT 3;"
    assert parsed(text).statements == ("SELECT 1", "BEGIN\n  SELECT 2;\nEND", "SELECT 3")


def test_imported_statements_come_first_without_the_settings_of_their_file() -> None:
    found = parsed("--IMPORT other.sql\nSELECT 2;")
    assert found.statements == ("CREATE TABLE o (a INT)", "SELECT 1", "SELECT 2")
    assert found.settings == ({},)


def test_settings_are_combined_over_all_dimensions() -> None:
    found = parsed(
        "--SET a = 1,b=2\n--CONFIG_DIM1 c=1\n--CONFIG_DIM1 c=2,d=3\n--CONFIG_DIM2 b=9\nSELECT 1"
    )
    assert found.settings == (
        {"a": "1", "b": "9", "c": "1"},
        {"a": "1", "b": "9", "c": "2", "d": "3"},
    )


@pytest.mark.parametrize(
    ("statement", "query"),
    [
        ("-- c\nselect 1", True),
        ("/* c */ (SELECT 1)", True),
        ("WITH a AS (SELECT 1) SELECT * FROM a", True),
        ("INSERT INTO t SELECT 1", False),
        ("SET x = 1", False),
    ],
)
def test_a_query_is_known_by_its_first_word(statement: str, *, query: bool) -> None:
    assert is_query(statement) == query


FILES = [
    Input(
        "a.sql", ("CREATE TABLE a", "SELECT 1", "INSERT INTO a", "SELECT 2", "DROP TABLE a"), ({},)
    ),
    Input("b.sql", ("SELECT 3",), ({"x": "1"}, {"x": "2"})),
]


def test_a_sample_has_the_statements_that_its_queries_need() -> None:
    chosen = {("a.sql", 3)}
    assert [s.at for s in sample.statements(FILES[0], chosen)] == [0, 2, 3]
    assert sample.statements(FILES[1], chosen) == ()


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    one, other, all_of_it = (sample.select(FILES, "4.0", n, 17) for n in (2, 2, 0))
    assert one == other
    assert [len(f.statements) for f in all_of_it] == [5, 1]
    assert all_of_it[1].settings["x"] in ("1", "2")


def test_values_of_a_directive_have_its_whole_name() -> None:
    assert inputs.values(["--SET a=1", "--SETTLE b=2"], "--SET") == ["a=1"]
