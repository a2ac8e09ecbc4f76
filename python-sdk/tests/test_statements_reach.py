"""What the text of a statement would reach: the format of its table, and not words of comments and texts."""

from __future__ import annotations

import pytest

from headwater.planning.statements import why_not_statement


@pytest.mark.parametrize(
    "sql",
    [
        "-- Create the totals, using the orders of the shop\nINSERT INTO totals SELECT 1",
        "CREATE TABLE t (a INT COMMENT 'made using spark') USING parquet",
        "WITH s AS (SELECT replace(a, '-', '') a FROM raw) MERGE INTO d USING s ON d.a = s.a WHEN MATCHED THEN DELETE",
        "INSERT INTO t SELECT replace(a, 'x', '') FROM s /* joined\n/* all */ using id */",
        "CREATE TABLE t AS SELECT * FROM a JOIN b USING (id)",
    ],
)
def test_words_of_comments_texts_and_functions_are_no_format(sql: str) -> None:
    assert why_not_statement(sql) == ""


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE t USING/**/`jdbc`",
        "-- x\nCREATE OR REPLACE TEMP VIEW v USING --\n jdbc",
        "BEGIN SELECT ';'; IF x THEN CREATE TABLE t USING jdbc; END IF; END",
        "INSERT OVERWRITE LOCAL DIRECTORY '/x' USING jdbc SELECT 1",
        "CREATE TABLE t (a STRING COMMENT 'it''s') USING jdbc",
        "EXECUTE IMMEDIATE 'CREATE TABLE t USING jdbc'",
    ],
)
def test_a_format_that_is_none_of_files_is_named(sql: str) -> None:
    assert why_not_statement(sql).startswith("not run: USING jdbc ")
