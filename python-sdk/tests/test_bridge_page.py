"""The page of the bridge's protocol agrees with the classes of the Python package."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from headwater.extensions._from_json import SUBJECT_TYPES, camel_case

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python-bridge.md"


def rows(kind: type) -> dict[str, str]:
    """The rows of a subject and of the objects in it."""
    fields = dataclasses.fields(kind)
    nested = [each.metadata.get("of") for each in fields]
    cells = (
        f"`{each.metadata.get('json', camel_case(each.name))}`" + (f" (`{of.__name__}`)" if of else "")
        for each, of in zip(fields, nested, strict=True)
    )
    found = {kind.__name__: ", ".join(cells)}
    for of in filter(None, nested):
        found |= rows(of)
    return found


def test_the_page_lists_the_fields_of_each_subject() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("### The fields of subjects\n")[2].partition("\n## ")[0]
    listed = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE))
    assert listed == {name: cells for kind in SUBJECT_TYPES.values() for name, cells in rows(kind).items()}
