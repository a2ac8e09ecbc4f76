from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from headwater._properties import properties_text, read_properties

if TYPE_CHECKING:
    from pathlib import Path


def test_a_properties_file_is_read_as_spark_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "p.conf"
    file.write_text("a b\nc=d=e\n\n! no\n f  :  g h \nlong x,\\\n   y\nempty\n", encoding="utf-8")
    assert read_properties(file) == {"a": "b", "c": "d=e", "f": "g h", "long": "x,y", "empty": ""}


@pytest.mark.parametrize(
    ("content", "settings"),
    [
        (b"# caf\xe9\na \xe9", {"a": "\ufffd"}),
        (b"# C:\\lib\\\na b", {"a": "b"}),
        (b"a b\\\n# no comment\nc d", {"a": "b# no comment", "c": "d"}),
        (b"a C:\\\\lib\\\\a.jar\nb c\\\\\nd e", {"a": "C:\\lib\\a.jar", "b": "c\\", "d": "e"}),
        (b"a\\ b\\=c d\\te\\u0041\\q", {"a b=c": "d\teAq"}),
        ("a b\u2028c\nd e".encode(), {"a": "b\u2028c", "d": "e"}),
        (b"a b\\\r\n  c\r\nd e\\", {"a": "bc", "d": "e"}),
    ],
)
def test_comments_continuations_and_escapes_are_those_of_java(
    content: bytes, settings: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "p.conf"
    file.write_bytes(content)
    assert read_properties(file) == settings


def test_a_written_file_is_read_back(tmp_path: Path) -> None:
    settings = {"spark.jars": "C:\\lib\\a.jar", "a b=:#c": "x\ty\n\\", "#d": "e # f", "spark.app.name": "café = 1"}
    file = tmp_path / "p.conf"
    file.write_text(properties_text(settings), encoding="utf-8")
    assert read_properties(file) == settings
