"""The agent jars in dist/ satisfy jar_rules, and each rule detects its violation."""

from __future__ import annotations

import functools
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from scripts import pack_jar, reachable
from scripts.notice import LICENSE, NOTICE
from scripts.sources import ROOT
from tests.shape import jar_rules, licence_rules

JARS = [ROOT / "dist" / f"headwater-agent_{scala}.jar" for scala in ("2.12", "2.13")]
SNAKEYAML = "io/openlineage/spark/shaded/org/yaml/snakeyaml/A.class"


@functools.cache
def good() -> dict[str, str]:
    """The entries of a small jar that keeps every rule; the licence is the one of the agent jar."""
    with ZipFile(JARS[0]) as archive:
        licence = archive.read(LICENSE).decode()
    return {
        licence_rules.MANIFEST: f"Manifest-Version: 1.0\n{licence_rules.HEADER}\n",
        LICENSE: licence,
        NOTICE: "org.yaml:snakeyaml:2.3\nio.openlineage:openlineage-java:1.53.0\n",
        jar_rules.LISTENER: "",
        "io/headwater/model/Dataset.class": "",
        "io/openlineage/client/OpenLineage.class": "",
        SNAKEYAML: "",
        "META-INF/services/io.openlineage.client.T": "# who\nio.headwater.model.Dataset # ours\n",
    }


def jar(folder: Path, entries: dict[str, str], name: str = "a.jar") -> Path:
    path = folder / name
    with ZipFile(path, "w") as archive:
        for entry, text in entries.items():
            archive.writestr(entry, text)
    return path


@pytest.mark.row("beyond.jar-size")
@pytest.mark.parametrize("path", JARS, ids=lambda p: p.name)
def test_an_agent_jar_keeps_every_rule(path: Path) -> None:
    assert path.is_file(), f"{path} is missing: make jar"
    assert jar_rules.problems(path) == []


@pytest.mark.parametrize("path", JARS, ids=lambda p: p.name)
def test_classes_keep_their_lines_and_traits_of_extensions_their_pickle(path: Path) -> None:
    with ZipFile(path) as archive:
        trait = archive.read(f"{jar_rules.TRAITS}v1/LineageRelation.class")
        own = archive.read("io/headwater/model/DatasetRenaming$.class")
    assert jar_rules.PICKLE in trait
    assert b"LineNumberTable" in own
    assert b"DatasetRenaming.scala" in own


def test_the_jars_of_both_scala_versions_hold_the_same_packages() -> None:
    assert jar_rules.package_differences(JARS) == []


def test_a_jar_that_keeps_the_rules_has_no_problem(tmp_path: Path) -> None:
    assert jar_rules.problems(jar(tmp_path, good())) == []


@pytest.mark.parametrize(
    ("entry", "text", "message"),
    [
        ("com/fasterxml/A.class", "", "foreign package or file: com/fasterxml"),
        ("scala/Option.class", "", "foreign package or file: scala"),
        ("io/openlineage/proxy/Api.class", "", "foreign package or file: io/openlineage/proxy"),
        ("io/openlineage/spark/A.class", "", "foreign package or file: io/openlineage/spark"),
        (
            "io/headwater/model/A.class",
            "Lscala/reflect/ScalaSignature;",
            "io/headwater/model/A.class holds a ScalaSignature",
        ),
        ("mozilla/public-suffix-list.txt", "", "foreign package or file: mozilla"),
        ("log4j2.properties", "", "foreign package or file: log4j2.properties"),
        (
            "META-INF/versions/9/module-info.class",
            "",
            "module descriptor: META-INF/versions/9/module-info.class",
        ),
        (
            "META-INF/services/x.Y",
            "x.Z\n",
            "META-INF/services/x.Y names x.Z, which is not in the jar",
        ),
    ],
)
def test_a_jar_that_breaks_a_rule_is_reported(
    tmp_path: Path, entry: str, text: str, message: str
) -> None:
    assert jar_rules.problems(jar(tmp_path, good() | {entry: text})) == [message]


@pytest.mark.parametrize(
    ("entry", "text", "message"),
    [
        (LICENSE, "Apache", f"{LICENSE} is not the text of the Apache License, Version 2.0"),
        (
            NOTICE,
            "io.openlineage:openlineage-java:1.53.0\n",
            f"{NOTICE} does not name org.yaml:snakeyaml",
        ),
        (
            NOTICE,
            "org.yaml:snakeyaml:2.3\nio.openlineage:openlineage-java:1\n    file: META-INF/licenses/a\n",
            f"{NOTICE} names META-INF/licenses/a, which is not in the jar",
        ),
        (
            licence_rules.MANIFEST,
            "Manifest-Version: 1.0\n",
            "the manifest has no line `SPDX-License-Identifier: Apache-2.0`",
        ),
        (
            f"{licence_rules.SHADED}com/acme/A.class",
            "",
            f"tests/shape/licence_rules.py names no module for {licence_rules.SHADED}com/acme",
        ),
        (
            "org/publicsuffix/list/effective_tld_names.dat",
            "",
            f"{NOTICE} does not name org/publicsuffix/list/effective_tld_names.dat",
        ),
    ],
)
def test_a_jar_without_its_licences_breaks_a_rule(
    tmp_path: Path, entry: str, text: str, message: str
) -> None:
    assert jar_rules.problems(jar(tmp_path, good() | {entry: text})) == [message]


@pytest.mark.parametrize("entry", [LICENSE, NOTICE, licence_rules.MANIFEST])
def test_a_jar_without_a_legal_file_breaks_a_rule(tmp_path: Path, entry: str) -> None:
    entries = {name: text for name, text in good().items() if name != entry}
    assert jar_rules.problems(jar(tmp_path, entries)) == [f"{entry} is missing"]


def test_a_jar_that_is_too_large_is_reported() -> None:
    assert jar_rules.size(9_100_000) == []
    assert jar_rules.size(9_100_001) == ["9,100,001 bytes; at most 9,100,000 are allowed"]


def test_a_package_in_one_jar_only_is_reported(tmp_path: Path) -> None:
    one = jar(tmp_path, good(), "one.jar")
    two = jar(tmp_path, good() | {"io/headwater/shim/A.class": ""}, "two.jar")
    assert jar_rules.package_differences([one, two]) == ["io/headwater/shim is only in two.jar"]


def test_the_build_fails_on_a_jar_that_breaks_a_rule(tmp_path: Path) -> None:
    bad = jar(tmp_path, good() | {"com/A.class": ""})
    ran = subprocess.run(
        [sys.executable, "-m", "tests.shape.jar_rules", str(bad)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, "a.jar: foreign package or file: com\n")


@pytest.mark.parametrize("path", JARS, ids=lambda p: p.name)
def test_every_class_of_a_private_library_is_named_in_the_jar(path: Path) -> None:
    assert reachable.unreached(pack_jar.contents(path), pack_jar.PRIVATE) == set()


def test_the_list_of_domains_keeps_its_licence_its_rules_and_its_sections() -> None:
    packed = pack_jar.without_comments(
        "// Mozilla Public License\n\n// ===BEGIN ICANN DOMAINS===\n\n// ac : see a page\nac\n"
        "com.ac\n\n// ===END ICANN DOMAINS===\n// ===BEGIN PRIVATE DOMAINS===\n*.x\n!y.x\n"
    )
    assert packed == (
        "// Mozilla Public License\n\n// ===BEGIN ICANN DOMAINS===\nac\n"
        "com.ac\n// ===END ICANN DOMAINS===\n// ===BEGIN PRIVATE DOMAINS===\n*.x\n!y.x\n"
    )
