"""Tests of the scripts of `make release` that need no build."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from scripts.release import bom, maven, twice
from scripts.release.bom import Contents
from scripts.sources import ROOT
from scripts.third_party import Module

EPOCH = 1_700_000_000


def test_a_module_has_metadata_and_each_file_has_its_checksums(tmp_path: Path) -> None:
    folder = maven.folder(tmp_path, "io.acme", "a_2.13", "1.0")
    (folder / "a_2.13-1.0.jar").write_bytes(b"jar")
    maven.finish(folder.parent, "io.acme", "1.0", EPOCH)
    text = (tmp_path / "io/acme/a_2.13/maven-metadata.xml").read_text()
    assert "<artifactId>a_2.13</artifactId>" in text
    assert "<lastUpdated>20231114221320</lastUpdated>" in text
    sums = {p.suffix: p.read_text() for p in folder.iterdir() if maven.is_checksum(p)}
    assert sums.keys() == {".md5", ".sha1", ".sha256", ".sha512"}
    assert sums[".sha256"] == hashlib.sha256(b"jar").hexdigest()
    assert len([p for p in folder.parent.iterdir() if maven.is_checksum(p)]) == 4


def test_a_bill_depends_on_its_jar_and_the_time_of_the_commit_only(tmp_path: Path) -> None:
    jar = tmp_path / "a.jar"
    jar.write_bytes(b"jar")
    module = Module("org.yaml", "snakeyaml", "2.3", "CC0-1.0 OR BSD-2-Clause", "", jar)
    contents = Contents(jar, (module,))
    one = bom.of_agent("io.acme", "a", "1.0", contents, EPOCH)
    assert one == bom.of_agent("io.acme", "a", "1.0", contents, EPOCH)
    bill = json.loads(one)
    assert bill["metadata"]["timestamp"] == "2023-11-14T22:13:20+00:00"
    assert [c["purl"] for c in bill["components"]] == ["pkg:maven/org.yaml/snakeyaml@2.3"]
    assert bill["components"][0]["licenses"] == [{"expression": "CC0-1.0 OR BSD-2-Clause"}]


def test_the_package_names_the_range_of_what_pip_installs() -> None:
    needed = bom.requirement("py4j>=0.10.9.7")
    assert (needed.name, needed.version) == ("py4j", None)
    assert [p.value for p in needed.properties] == ["py4j>=0.10.9.7"]


def test_each_file_that_differs_between_two_builds_is_named() -> None:
    assert twice.differences({"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "4"}) == [
        "release-twice: b differs between the builds",
        "release-twice: c differs between the builds",
    ]
    assert twice.differences({"a": "1"}, {"a": "1"}) == []


def test_the_sums_are_read_as_sha256sum_writes_them(tmp_path: Path) -> None:
    (tmp_path / "SHA256SUMS").write_text("abc  maven/a.jar\ndef  python/b.whl\n")
    assert twice.read(tmp_path) == {"maven/a.jar": "abc", "python/b.whl": "def"}


@pytest.mark.parametrize(
    ("file", "pattern"),
    [
        ("LICENSE", r"(?m)^SPDX-License-Identifier: Apache-2\.0$"),
        ("LICENSE", r"the Headwater authors"),
        ("project/Publishing.scala", r'"Apache-2\.0"'),
        ("python-sdk/pyproject.toml", r'(?m)^license = "Apache-2\.0"$'),
        ("scripts/release/bom.py", r'(?m)^LICENCE = "Apache-2\.0"$'),
    ],
)
def test_the_licence_is_the_same_wherever_the_project_names_it(file: str, pattern: str) -> None:
    assert re.search(pattern, (ROOT / file).read_text())
