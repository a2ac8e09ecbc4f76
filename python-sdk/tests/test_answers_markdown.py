"""Names of columns in the tables that the commands print as Markdown."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import samples
from headwater.cli import main
from samples import Table, event

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SIGNS = r"[x](http://h.de) ![p](http://h.de) *b* _u_ ~~s~~ me@h.de www.h.de \* a`b|c count(*)+max(*)"


def test_a_name_is_no_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Markdown reads what is inside of the HTML element `code` as Markdown, too."""
    table = Table("report", [SIGNS, "order_id"], {SIGNS: [("raw", "a_b")], "order_id": [("raw", "a_b")]})
    file = samples.write(tmp_path / "a.jsonl", [event("COMPLETE", "etl", second=1, outputs=[table])])
    assert main(["impact", "raw.a_b", str(file), "--markdown"]) == 0
    text = capsys.readouterr().out
    cells = re.findall("<code>(.*?)</code>", text)
    assert SIGNS in map(html.unescape, cells)
    assert "order_id" in cells
    assert not re.search(r"[\]\[*~@\\`]|\b_|_\b|://|www[.]", text)
