"""Tests depend on nothing outside of the repository, and no test is left out silently."""

from __future__ import annotations

import re
from pathlib import Path

from scripts import skips
from scripts.sources import repository_path, tracked

FOLDERS = ("tests", "bench", "demo", "scripts", "python-sdk/tests")
# What belongs to the operating system, or to a package that scripts/service-env or scripts/chaos-env installs.
ABSOLUTE = re.compile(r'\bPath\("(/(?!proc\b|usr/lib/(?:postgresql\b|[^"]*faketime\b))[^"]*)"\)')
BESIDE = re.compile(r"\bROOT\.parent\b|\bROOT / \"\.\.")
LEFT_OUT = re.compile(r"\bpytest\.(?:skip\(|importorskip\(|mark\.skip|mark\.xfail)")


def sources() -> list[Path]:
    return [path for folder in FOLDERS for path in tracked(".py", under=(folder,))]


def test_no_test_reads_an_absolute_path() -> None:
    found = {repository_path(p): ABSOLUTE.findall(p.read_text()) for p in sources()}
    assert {name: paths for name, paths in found.items() if paths} == {}


def test_no_test_reads_a_folder_beside_the_repository() -> None:
    assert [repository_path(p) for p in sources() if BESIDE.search(p.read_text())] == []


def test_only_the_tests_that_are_listed_may_be_skipped() -> None:
    listed = {file for file, _ in skips.expected(skips.LIST.read_text())}
    assert {repository_path(p) for p in sources() if LEFT_OUT.search(p.read_text())} == listed
