"""The functions that the grammar calls are read from its templates and from the texts of its Python."""

from __future__ import annotations

from tests.hunt import functions


def test_calls_operators_and_keywords_are_functions() -> None:
    text = "CASE WHEN {int} >>> 1 > 2 THEN concat({str}, 'left(') ELSE {str} || upper({str}) END"
    assert functions.in_sql(text) == {"case", "when", ">>>", ">", "concat", "||", "upper"}


def test_the_grammar_calls_functions_of_each_of_its_tables() -> None:
    written = functions.written()
    for name in ("acosh", "skewness", "counter_diff", "json_tuple", "session_window", "from_json"):
        assert name in written


def test_a_function_that_is_left_out_has_one_reason_and_no_program() -> None:
    rows = [line.split("\t") for line in functions.LEFT_OUT.read_text().splitlines()[1:]]
    listed = [name for _, names in rows for name in names.split()]
    assert len(listed) == len(set(listed))
    assert not set(listed) & functions.written()


def test_a_function_without_program_and_reason_is_told() -> None:
    assert functions.unexplained({"acosh", "rand", "brand_new"}) == ["brand_new"]
