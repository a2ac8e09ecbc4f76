"""What `make release` has built: coordinates, licences, metadata, checksums and bills of materials."""

from __future__ import annotations

import hashlib
import json
import os
import tarfile
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from scripts.notice import APACHE_SHA256, LICENSE, NOTICE
from tests.release import published
from tests.release.published import AGENTS, INTERFACES, RELEASE, VERSION
from tests.shape import jar_rules, licence_rules

MODULES = AGENTS + INTERFACES
JARS = [(name, suffix) for name in MODULES for suffix in (".jar", "-sources.jar", "-javadoc.jar")]


def names(jar: Path) -> set[str]:
    with ZipFile(jar) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize(("name", "suffix"), JARS)
def test_each_jar_contains_its_licence_and_the_notice(name: str, suffix: str) -> None:
    with ZipFile(published.file(name, suffix)) as archive:
        licence = archive.read(LICENSE)
        assert hashlib.sha256(licence).hexdigest() == APACHE_SHA256
        assert "Copyright the Headwater authors" in archive.read(NOTICE).decode()
        lines = archive.read(licence_rules.MANIFEST).decode().splitlines()
    assert licence_rules.HEADER in lines


@pytest.mark.parametrize("name", AGENTS)
def test_the_agent_jar_keeps_every_rule_for_jars(name: str) -> None:
    assert jar_rules.problems(published.file(name, ".jar")) == []


@pytest.mark.parametrize("name", AGENTS)
def test_the_sources_of_the_agent_are_those_of_all_its_modules(name: str) -> None:
    held = names(published.file(name, "-sources.jar"))
    packages = (
        "io/headwater/model/",
        "io/headwater/plan/",
        "io/headwater/emit/",
        "io/headwater/shell/",
    )
    assert [p for p in packages if not any(n.startswith(p) for n in held)] == []
    assert "io/openlineage/spark/api/OpenLineageContext.java" in held
    assert "io/openlineage/spark/builtin/scala/v1/LineageNodes.scala" in held


@pytest.mark.parametrize(
    ("modules", "page"),
    [
        (AGENTS, "io/openlineage/spark/api/OpenLineageContext.html"),
        (INTERFACES, "io/openlineage/spark/builtin/scala/v1/InputLineageNode.html"),
    ],
)
def test_the_javadoc_describes_the_published_api(modules: list[str], page: str) -> None:
    for name in modules:
        assert {"index.html", page} <= names(published.file(name, "-javadoc.jar"))


@pytest.mark.parametrize("name", MODULES)
def test_a_pom_has_what_repositories_require(name: str) -> None:
    pom = published.pom(name)
    assert [published.text(pom, key) for key in ("groupId", "artifactId", "version")] == [
        "io.headwater",
        name,
        VERSION,
    ]
    assert published.text(pom, "licenses/license/name") == "Apache-2.0"
    addresses = ("url", "developers/developer/name", "scm/url", "scm/connection")
    required = (
        "name",
        "description",
        *(addresses if os.environ.get("HEADWATER_REPOSITORY") else ()),
    )
    assert [key for key in required if not published.text(pom, key)] == []


@pytest.mark.parametrize("name", MODULES)
def test_a_pom_names_no_address_but_the_repository(name: str) -> None:
    repository = os.environ.get("HEADWATER_REPOSITORY", "")
    assert published.text(published.pom(name), "url") == repository
    assert published.text(published.pom(name), "scm/url") == repository


@pytest.mark.parametrize("name", AGENTS)
def test_the_agent_depends_on_nothing(name: str) -> None:
    assert published.text(published.pom(name), "dependencies/dependency/artifactId") == ""


@pytest.mark.parametrize("name", INTERFACES)
def test_the_traits_depend_on_what_their_signatures_name(name: str) -> None:
    dependencies = published.pom(name).iter(f"{published.POM}dependency")
    found = [published.text(d, "artifactId") for d in dependencies]
    assert found == ["scala-library", "openlineage-java"]


@pytest.mark.parametrize("kind", ["md5", "sha1", "sha256", "sha512"])
def test_each_file_of_the_repository_has_its_checksums(kind: str) -> None:
    files = [
        p for p in published.REPOSITORY.rglob("*") if p.suffix in (".jar", ".pom", ".xml", ".json")
    ]
    assert len(files) > len(MODULES)
    wrong = [
        p.name for p in files if digest(p, kind) != p.with_name(f"{p.name}.{kind}").read_text()
    ]
    assert wrong == []


def digest(file: Path, kind: str) -> str:
    return hashlib.new(kind, file.read_bytes(), usedforsecurity=False).hexdigest()


def test_the_sums_cover_every_file_but_checksums() -> None:
    sums = [line.split("  ") for line in (RELEASE / "SHA256SUMS").read_text().splitlines()]
    assert [name for value, name in sums if digest(RELEASE / name, "sha256") != value] == []
    rest = {str(p.relative_to(RELEASE)) for p in RELEASE.rglob("*") if p.is_file()} - {
        n for _, n in sums
    }
    assert {n.rpartition(".")[2] for n in rest} == {"SHA256SUMS", "md5", "sha1", "sha256", "sha512"}


def metadata(text: str) -> Message:
    return Parser().parsestr(text)


def test_the_wheel_has_licence_notice_and_both_jars() -> None:
    with ZipFile(published.wheel()) as archive:
        info = f"headwater-{VERSION}.dist-info"
        fields = metadata(archive.read(f"{info}/METADATA").decode())
        licence = archive.read(f"{info}/licenses/LICENSE")
        held = set(archive.namelist())
    assert fields["License-Expression"] == "Apache-2.0"
    assert fields.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert hashlib.sha256(licence).hexdigest() == APACHE_SHA256
    jars = {f"headwater/jars/{name}.jar" for name in AGENTS}
    assert jars | {f"{info}/licenses/NOTICE"} <= held


def test_the_sdist_has_licence_notice_and_both_jars() -> None:
    top = f"headwater-{VERSION}"
    with tarfile.open(published.sdist()) as archive:
        held = set(archive.getnames())
        info = archive.extractfile(f"{top}/PKG-INFO")
        assert info
        assert metadata(info.read().decode())["License-Expression"] == "Apache-2.0"
    jars = {f"{top}/src/headwater/jars/{name}.jar" for name in AGENTS}
    assert jars | {f"{top}/LICENSE", f"{top}/NOTICE", f"{top}/pyproject.toml"} <= held


BILLS = [
    *(published.file(name, "-cyclonedx.json") for name in AGENTS),
    RELEASE / "python" / f"headwater-{VERSION}.cdx.json",
]


@pytest.mark.parametrize("path", BILLS, ids=lambda p: p.name)
def test_a_bill_of_materials_is_valid_and_names_what_the_notice_names(path: Path) -> None:
    text = path.read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    urls = {c["purl"] for c in json.loads(text)["components"]}
    with ZipFile(published.file(AGENTS[0], ".jar")) as archive:
        lines = archive.read(NOTICE).decode().splitlines()
    modules = {
        m for m in licence_rules.MODULES.values() if any(n.startswith(f"{m}:") for n in lines)
    }
    missing = [m for m in modules if not any(purl(m) in url for url in urls)]
    assert modules
    assert missing == []


def purl(module: str) -> str:
    return f"pkg:maven/{module.replace(':', '/')}@"
