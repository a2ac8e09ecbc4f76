from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from headwater.cli import main
from headwater.extensions import _entry_points
from headwater.extensions._load import find_extensions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCE = """
from headwater.extensions import RunFacetBuilder, SQLExecutionEnd, namer, visitor

@visitor("AcmeRelation", needs="relation.options")
def acme(node, ctx): ...

class Cost(RunFacetBuilder):
    def build(self, subject: SQLExecutionEnd): ...

names = namer(lambda dataset: None)
again = acme
class Empty: ...
"""


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "acme_lineage.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "acme_exits.py").write_text("raise SystemExit('no')", encoding="utf-8")
    info = tmp_path / "acme_plugin-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-plugin\nVersion: 1.2\n", encoding="utf-8")
    points = "[headwater.extensions]\nzz = acme_lineage:Cost\naa = acme_lineage:names\noff = acme_lineage:gone\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield
    for name in [name for name in sys.modules if name.startswith(("acme_lineage", "acme_exits", "acme_pkg"))]:
        del sys.modules[name]


def test_a_star_names_all_extensions_of_a_module() -> None:
    found = find_extensions(["acme_lineage:*", "acme_lineage:Cost", "nowhere:*", "acme_exits:*", "json:*"])
    assert [(each.name, each.status) for each in found] == [
        ("acme_lineage:acme", "loaded"),
        ("acme_lineage:Cost", "loaded"),
        ("acme_lineage:names", "loaded"),
        ("acme_lineage:Cost", "duplicate"),
        ("nowhere:*", "failed"),
        ("acme_exits:*", "failed"),
        ("json:*", "failed"),
    ]
    assert found[4].problem == "No module named 'nowhere'"
    assert found[5].problem == "SystemExit: no"
    assert found[6].problem.startswith("the module json has no extensions")


def test_configured_names_come_first_then_entry_points_by_name_each_once() -> None:
    names = ["acme_lineage:Cost", "acme_lineage:acme", "acme_lineage:again", "acme_lineage:Cost"]
    found = find_extensions(names, discover=True, disabled=["off"])
    assert [(each.name, each.status) for each in found] == [
        ("acme_lineage:Cost", "loaded"),
        ("acme_lineage:acme", "loaded"),
        ("acme_lineage:again", "duplicate"),
        ("acme_lineage:names", "loaded"),
        ("acme_lineage:gone", "disabled"),
        ("acme_lineage:Cost", "duplicate"),
    ]
    assert found[3].origin == "entry point aa of acme-plugin 1.2"
    assert found[2].problem == "was loaded already, as acme_lineage:acme"
    assert _entry_points.GROUP == "headwater.extensions"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("acme_exits:x", "SystemExit: no"),
        ("acme_lineage:Nope", "the module acme_lineage has no 'Nope'; its file is"),
        ("acme_lineage:Empty", "acme_lineage:Empty: this is not an extension"),
        ("acme_gone:x", "No module named 'acme_gone'"),
        ("acme_lineage", "write module:name"),
        ("acme_lineage.*", "acme_lineage is a module: write acme_lineage:*"),
        ("acme_gone.*", "No module named 'acme_gone'"),
    ],
)
def test_load_errors_are_reported_and_not_raised(name: str, problem: str) -> None:
    (found,) = find_extensions([name])
    assert found.status == "failed"
    assert problem in found.problem


def test_an_extension_that_two_modules_export_is_made_and_set_up_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "acme_pkg_keeps"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from acme_pkg_keeps.inner import Keep, other\n__all__ = ['Keep', 'other']\n", encoding="utf-8"
    )
    (package / "inner.py").write_text(
        "from headwater.extensions import RunFacetBuilder\n"
        "class Keep(RunFacetBuilder):\n"
        "    def __init__(self): print('made')\n"
        "    def setup(self, options): print('set up', options)\n"
        "    def build(self): ...\n"
        "class Other(Keep):\n"
        "    pass\n"
        "other = Other()\n",
        encoding="utf-8",
    )
    found = find_extensions(["acme_pkg_keeps.*"], options={"a": "b"})
    assert [(each.name, each.status) for each in found] == [
        ("acme_pkg_keeps:Keep", "loaded"),
        ("acme_pkg_keeps:other", "loaded"),
        ("acme_pkg_keeps.inner:Keep", "duplicate"),
        ("acme_pkg_keeps.inner:other", "duplicate"),
    ]
    assert capsys.readouterr().out.splitlines() == ["made", "made", "set up {'a': 'b'}", "set up {'a': 'b'}"]


def test_the_list_shows_origin_status_and_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    conf = tmp_path / "spark-defaults.conf"
    conf.write_text(
        "spark.openlineage.python.extensions  acme_lineage:acme, acme_gone:x\n"
        "spark.openlineage.python.discover=true\n"
        "spark.openlineage.python.disabled=off\n",
        encoding="utf-8",
    )
    assert main(["extensions", "list", "--properties-file", str(conf)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "loaded    acme_lineage:acme  (configuration)",
        "            visitor: nodes AcmeRelation; needs relation.options",
        "failed    acme_gone:x  (configuration)",
        "            No module named 'acme_gone'",
        "loaded    acme_lineage:names  (entry point aa of acme-plugin 1.2)",
        "            namer",
        "disabled  acme_lineage:gone  (entry point off of acme-plugin 1.2)",
        "            is listed in spark.openlineage.python.disabled",
        "loaded    acme_lineage:Cost  (entry point zz of acme-plugin 1.2)",
        "            builder of run: SQLExecutionEnd",
    ]


def test_the_list_closes_what_it_has_set_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "acme_closes.py").write_text(
        "from headwater.extensions import RunFacetBuilder\n"
        "class Held(RunFacetBuilder):\n"
        "    def setup(self, options): print('set up')\n"
        "    def close(self): print('closed')\n"
        "    def build(self): ...\n"
        "class Stuck(Held):\n"
        "    def close(self): raise SystemExit(3)\n",
        encoding="utf-8",
    )
    assert main(["extensions", "list", "--extensions", "acme_closes:Stuck,acme_closes:Held"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == ["set up", "set up", "closed"]


def test_the_list_without_configuration_shows_installed_extensions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extensions", "list"]) == 0
    out = capsys.readouterr().out
    assert "no extensions: set spark.openlineage.python.extensions=module:name" in out
    assert "installed but not loaded without spark.openlineage.python.discover=true: aa, off, zz" in out
    assert main(["extensions", "list", "--extensions", "acme_lineage:Cost"]) == 0


def test_a_missing_file_of_settings_is_named_with_its_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extensions", "list", "--properties-file", "gone.conf"]) == 1
    assert "--properties-file: there is no file gone.conf" in capsys.readouterr().err


@pytest.fixture
def package(tmp_path: Path) -> str:
    root = tmp_path / "acme_pkg"
    for folder in (root, root / "deep", root / "tests"):
        folder.mkdir()
    files = {
        "__init__.py": "from acme_pkg.tables import acme\n__all__ = ['acme']",
        "tables.py": "from headwater.extensions import visitor\n@visitor('Acme')\ndef acme(node, ctx): ...",
        "plain.py": "x = 1",
        "_private.py": "raise SystemExit('private')",
        "deep/__init__.py": "",
        "deep/jobs.py": (
            "from headwater.extensions import EventTransformer, JobNamer\n"
            "class Team(JobNamer):\n    def rename_job(self, job): ...\n"
            "class Tags(EventTransformer):\n    def transform(self, event): ...\n"
        ),
        "broken.py": "import acme_no_such_module",
        "tests/__init__.py": "raise SystemExit('tests')",
    }
    for name, text in files.items():
        (root / name).write_text(text, encoding="utf-8")
    return "acme_pkg"


def test_a_package_stands_for_the_extensions_of_all_its_modules(package: str) -> None:
    found = find_extensions([f"{package}.*"], disabled=["acme_pkg.deep.jobs:Tags"])
    assert [(each.name, each.status) for each in found] == [
        ("acme_pkg:acme", "loaded"),
        ("acme_pkg.broken:*", "failed"),
        ("acme_pkg.deep.jobs:Team", "loaded"),
        ("acme_pkg.deep.jobs:Tags", "disabled"),
        ("acme_pkg.tables:acme", "duplicate"),
    ]
    assert found[1].problem == "No module named 'acme_no_such_module'"


@pytest.mark.parametrize(
    ("disabled", "left"),
    [
        ("acme_pkg.deep.jobs:*", ["acme_pkg:acme", "acme_pkg.broken:*", "acme_pkg.tables:acme"]),
        ("acme_pkg.deep.*", ["acme_pkg:acme", "acme_pkg.broken:*", "acme_pkg.tables:acme"]),
        ("acme_pkg.*", []),
    ],
)
def test_a_module_or_a_package_can_be_disabled(package: str, disabled: str, left: list[str]) -> None:
    found = find_extensions([f"{package}.*"], disabled=[disabled])
    assert [each.name for each in found if each.status != "disabled"] == left


def test_an_entry_point_may_name_a_module_or_a_package(package: str, tmp_path: Path) -> None:
    info = tmp_path / "acme_whole-2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-whole\nVersion: 2\n", encoding="utf-8")
    points = f"[headwater.extensions]\nall = {package}\njobs = {package}.deep.jobs\nno = acme_gone\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    found = [each for each in find_extensions([], discover=True, disabled=["jobs"]) if "acme-whole" in each.origin]
    assert [(each.name, each.status) for each in found] == [
        ("acme_pkg:acme", "loaded"),
        ("acme_pkg.broken:*", "failed"),
        ("acme_pkg.deep.jobs:Team", "loaded"),
        ("acme_pkg.deep.jobs:Tags", "loaded"),
        ("acme_pkg.tables:acme", "duplicate"),
        ("acme_pkg.deep.jobs:Team", "duplicate"),
        ("acme_pkg.deep.jobs:Tags", "duplicate"),
        ("acme_gone:*", "failed"),
    ]


def write_calls(file: Path) -> None:
    """The last events of two equal applications."""
    calls = {"name": "acme_lineage:acme", "calls": 3, "errors": 1, "millis": 4.5, "maxMillis": 2.5}
    other = {"name": "com.acme.Factory", "calls": 1, "errors": 0, "millis": 7, "maxMillis": 7}
    event = {
        "eventTime": "2026-11-24T10:00:00Z",
        "eventType": "COMPLETE",
        "run": {"runId": "r1", "facets": {"headwater_agent": {"counts": {}, "extensions": [calls, other, "odd", {}]}}},
        "job": {"namespace": "n", "name": "j"},
    }
    file.write_text(f"{json.dumps(event)}\n{json.dumps(event)}\n", encoding="utf-8")


def test_the_list_shows_time_outs_and_the_calls_of_past_applications(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    conf, events = tmp_path / "spark-defaults.conf", tmp_path / "events.jsonl"
    conf.write_text(
        "spark.openlineage.python.extensions  acme_lineage:acme\n"
        "spark.openlineage.python.timeouts acme_lineage:acme=300, acme_lineage:Gone=1, acme_lineage:Cost\n",
        encoding="utf-8",
    )
    write_calls(events)
    assert main(["extensions", "list", "--properties-file", str(conf), "--events", str(events)]) == 1
    output = capsys.readouterr()
    assert output.out.splitlines()[:6] == [
        "loaded    acme_lineage:acme  (configuration)",
        "            visitor: nodes AcmeRelation; needs relation.options",
        "            time-out: 300 ms",
        "            6 calls, 2 of them failed; 9.0 ms, the longest 2.5 ms",
        "called    com.acme.Factory  (not in this configuration)",
        "            2 calls; 14.0 ms, the longest 7.0 ms",
    ]
    assert output.err.splitlines() == [
        "spark.openlineage.python.timeouts: no extension 'acme_lineage:Gone' is loaded",
        "spark.openlineage.python.timeouts: 'acme_lineage:Cost' is not module:name=milliseconds",
    ]
