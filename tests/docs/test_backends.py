"""The settings that docs/backends.md recommends are settings of the agent."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from tests.docs.pages import ROOT, blocks

PREFIX = "spark.openlineage."
KNOWN = re.compile(r"^\| `([\w.*-]+)` \|", re.MULTILINE)
OPTION = re.compile(r"^\| `\w+` \| `([\w.*-]+)` \|", re.MULTILINE)


def test_each_key_of_the_page_is_a_key_of_the_reference() -> None:
    pages = [ROOT / "docs" / name for name in ("configuration.md", "transports.md")]
    reference = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    options = [f"transport.{name}" for name in OPTION.findall(reference)] + ["transport.type"]
    known = {name for name in [*KNOWN.findall(reference), *options] if not name.endswith("**")}
    lines = [
        row.split()[0]
        for block in blocks("properties")
        if block.page == "docs/backends.md"
        for row in block.text.splitlines()
        if row.strip()
    ]
    assert lines
    assert [key for key in lines if not matches(key, known)] == []


def matches(key: str, known: set[str]) -> bool:
    name = key.removeprefix(PREFIX)
    member = re.sub(r"^transport\.transports\.\w+\.", "transport.", name)
    return any(
        fnmatchcase(text, pattern)
        for pattern in known
        for text in (name, member)
        if key.startswith(PREFIX)
    )
