"""Text in angle brackets is code: elsewhere Markdown takes it for HTML, and a page does not show it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import CODE, pages, prose

PLACEHOLDER = re.compile(r"<[a-zA-Z][\w -]*>")


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_placeholders_are_code(page: Path) -> None:
    text = "\n".join(line for _, line in prose(page))
    assert PLACEHOLDER.findall(CODE.sub("", text)) == []
