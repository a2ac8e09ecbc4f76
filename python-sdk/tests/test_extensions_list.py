from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from headwater.cli import main
from headwater.extensions import _load
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
    for name in ("acme_lineage", "acme_exits"):
        sys.modules.pop(name, None)


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
    assert _load.GROUP == "headwater.extensions"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("acme_exits:x", "SystemExit: no"),
        ("acme_lineage:Nope", "the module acme_lineage has no 'Nope'; its file is"),
        ("acme_lineage:Empty", "acme_lineage:Empty: this is not an extension"),
        ("acme_gone:x", "No module named 'acme_gone'"),
        ("acme_lineage", "write module:name"),
    ],
)
def test_load_errors_are_reported_and_not_raised(name: str, problem: str) -> None:
    (found,) = find_extensions([name])
    assert found.status == "failed"
    assert problem in found.problem


def test_the_list_shows_origin_status_and_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    conf = tmp_path / "spark-defaults.conf"
    conf.write_text(
        "spark.openlineage.python.extensions  acme_lineage:acme, acme_gone:x\n"
        "spark.openlineage.python.discover=true\n"
        "spark.openlineage.python.disabled=off\n",
        encoding="utf-8",
    )
    assert main(["extensions", "list", "--conf", str(conf)]) == 1
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


def test_the_list_without_configuration_shows_installed_extensions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extensions", "list"]) == 0
    out = capsys.readouterr().out
    assert "no extensions: set spark.openlineage.python.extensions=module:name" in out
    assert "installed but not loaded without spark.openlineage.python.discover=true: aa, off, zz" in out
    assert main(["extensions", "list", "--extensions", "acme_lineage:Cost"]) == 0
    assert main(["extensions", "list", "--conf", "gone.conf"]) == 1
    assert "there is no file gone.conf" in capsys.readouterr().err
