"""Rules of style for the sources."""

from __future__ import annotations

import re

import pytest

from scripts.sources import repository_path, tracked

MAX_LINES = 300

# Imports that are forbidden in each module of the agent. The compiler checks the same rules; this needs no build.
FORBIDDEN = {
    "agent/model": [
        "org.apache.",
        "io.openlineage",
        "io.headwater.(?!model|redaction|config|util)",
        "com.",
        "org.slf4j",
    ],
    "agent/plan": ["io.openlineage", "io.headwater.(?:emit|shell|listener)"],
    "agent/emit": ["org.apache.spark", "io.headwater.(?:plan|shell|listener)"],
    "agent/shims": ["io.openlineage", "io.headwater.(?:emit|shell|listener)"],
}

# Package registries: the build names packages only; the machine configures the registries.
# Each name is split, so that this file does not contain it.
REGISTRIES = [
    "repo1?.maven" + r"\.(?:apache\.)?org",
    "repo.maven" + r"\.apache\.org",
    "pypi" + r"\.(?:org|python\.org)",
    "files.pythonhosted" + r"\.org",
    "registry.npmjs" + r"\.org",
    "registry.yarnpkg" + r"\.com",
    "proxy.golang" + r"\.org",
    "repo.scala-sbt" + r"\.org",
    "oss.sonatype" + r"\.org",
    "central.sonatype" + r"\.com",
    "s01.oss.sonatype" + r"\.org",
    "search.maven" + r"\.org",
    "maven-central[a-z0-9-]*.storage" + r"[a-z0-9.-]*\.com",
    "packages.confluent" + r"\.io",
    "(?:deb|security|ftp)" + r"\.debian\.org",
    "(?:cdn|unpkg)" + r"\.(?:jsdelivr\.net|com)",
]


@pytest.mark.parametrize("suffix", [".scala", ".py", ".js"])
def test_no_source_file_is_longer_than_300_lines(suffix: str) -> None:
    lengths = {repository_path(p): len(p.read_text().splitlines()) for p in tracked(suffix)}
    assert {name: n for name, n in lengths.items() if n > MAX_LINES} == {}


def test_there_are_scala_and_python_sources_to_look_at() -> None:
    assert tracked(".scala", under=("agent",))
    assert tracked(".py")


@pytest.mark.parametrize("module", FORBIDDEN)
def test_a_module_of_the_agent_imports_only_what_is_to_its_left(module: str) -> None:
    forbidden_imports = re.compile(
        rf"(?m)^\s*import\s+(?:_root_\.)?(?:{'|'.join(FORBIDDEN[module])}).*$"
    )
    sources = [p for p in tracked(".scala", ".java", under=(module,)) if "/src/main/" in str(p)]
    assert sources, f"no sources below {module}"
    found = {repository_path(p): forbidden_imports.findall(p.read_text()) for p in sources}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_the_repository_names_no_registry_host() -> None:
    hosts = re.compile("|".join(f"(?:{r})" for r in REGISTRIES))
    found = {repository_path(p): hosts.findall(p.read_text(errors="replace")) for p in tracked()}
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_the_registry_rule_finds_a_host() -> None:
    hosts = re.compile("|".join(f"(?:{r})" for r in REGISTRIES))
    assert hosts.search("https://" + "repo1.maven" + ".org/maven2")
    assert hosts.search("index-url = https://" + "pypi" + ".org/simple")


def test_the_agent_has_one_way_to_the_log() -> None:
    """Only `DriverLog` redacts log lines. The listener must link with each Scala version, so it cannot use
    `DriverLog`; it logs versions and class names only.
    """
    sources = [p for p in tracked(".scala", under=("agent",)) if "/src/main/" in str(p)]
    loggers = [repository_path(p) for p in sources if "LoggerFactory" in p.read_text()]
    assert loggers == [
        "agent/shell/src/main/scala/io/headwater/shell/logging/DriverLog.scala",
        "agent/shell/src/main/scala/io/openlineage/spark/agent/OpenLineageSparkListener.scala",
    ]


def test_the_agent_changes_the_case_of_a_text_in_one_way_in_each_country() -> None:
    """On a driver with a Turkish locale, the small letter of `I` has no dot, so names of datasets would differ."""
    sources = [p for p in tracked(".scala", ".java", under=("agent",)) if "/src/main/" in str(p)]
    without_locale = re.compile(r"\.to(?:Lower|Upper)Case\b(?!\([^)])")
    found = [repository_path(p) for p in sources if without_locale.search(p.read_text())]
    assert found == []
