"""The page of facets lists each facet that the code and the expected events name, and no other one."""

from __future__ import annotations

import json
import re
from functools import cache

from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "reference" / "facets.md"
EMIT = ROOT / "agent" / "emit" / "src" / "main" / "scala" / "io" / "headwater" / "emit"
ASSEMBLERS = ["EventAssembler", "DatasetAssembler"]
USE = re.compile(r'\b(?:enabled|adds|includes)\("([^"]+)"\)')
NAME = re.compile(r'val \w+ = "([^"]+)"')
GROUP = {"facets", "inputFacets", "outputFacets"}
METADATA = {"icebergScanReport", "icebergCommitReport"}


@cache
def listed() -> frozenset[str]:
    rows = [line.split("|")[1] for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    return frozenset(name for row in rows for name in re.findall(r"`([^`]+)`", row))


def named_by_the_code() -> set[str]:
    sources = [EMIT / "event" / f"{name}.scala" for name in ASSEMBLERS]
    sources.append(EMIT / "facets" / "JobMetadataFacets.scala")
    used = {name for source in sources for name in USE.findall(source.read_text())}
    return used | set(NAME.findall((EMIT / "facets" / "FacetNames.scala").read_text())) | METADATA


def test_each_facet_of_the_code_is_listed() -> None:
    assert sorted(named_by_the_code() - listed()) == []


def test_each_listed_facet_is_in_the_code() -> None:
    assert sorted(listed() - named_by_the_code()) == []


def test_each_facet_of_the_expected_events_is_listed() -> None:
    found: set[str] = set()
    for file in (ROOT / "tests" / "e2e" / "cases").rglob("expected*.json"):
        collect(json.loads(file.read_text(encoding="utf-8")), found)
    assert len(found) > 20
    assert sorted(found - listed()) == []


def collect(value: object, found: set[str]) -> None:
    """Adds the names of facets in a golden file, in which what all events have is written once as a path."""
    if isinstance(value, list):
        for each in value:
            collect(each, found)
    if not isinstance(value, dict):
        return
    for key, child in value.items():
        if path := re.fullmatch(r"(?:run|job)\.facets\.([^.]+)", key):
            found.add(path[1])
        elif key in GROUP and isinstance(child, dict):
            found.update(child)
        else:
            collect(child, found)
