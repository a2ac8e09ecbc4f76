"""Entry points of installed packages, also of packages that are broken."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from headwater._conf import extension_conf
from headwater.cli import main
from headwater.extensions._load import LoadedExtension, find_extensions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Install = Callable[..., Path]

SOURCE = "from headwater.extensions import namer\na = namer(lambda dataset: None)\nb = namer(lambda dataset: None)\n"
METADATA = "Metadata-Version: 2.1\nName: {}\nVersion: 1.2\n"
MALFORMED = ["points lineage", "points_lineage:", "points_lineage:a b", ":a", "*", "points.*:a", "", "points-lineage:a"]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a package that has lines of entry points; it returns the folder of its metadata."""
    (tmp_path / "points_lineage.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "points_pkg").mkdir()
    (tmp_path / "points_pkg" / "__init__.py").touch()
    (tmp_path / "points_pkg" / "inner.py").write_text(SOURCE, encoding="utf-8")

    def write(name: str, *lines: str, metadata: str = METADATA) -> Path:
        info = tmp_path / f"{name}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(metadata.format(name), encoding="utf-8")
        (info / "entry_points.txt").write_text("\n".join(["[headwater.extensions]", *lines]), encoding="utf-8")
        return info

    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield write
    for name in [name for name in sys.modules if name.startswith("points_")]:
        del sys.modules[name]


def discovered(*disabled: str) -> list[LoadedExtension]:
    return find_extensions([], discover=True, disabled=disabled)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("points_lineage:*", ["points_lineage:a", "points_lineage:b"]),
        ("points_lineage : * [fast]", ["points_lineage:a", "points_lineage:b"]),
        ("points_pkg.*", ["points_pkg.inner:a", "points_pkg.inner:b"]),
        ("points_lineage : a [fast, small]", ["points_lineage:a"]),
        ("points_lineage", ["points_lineage:a", "points_lineage:b"]),
    ],
)
def test_an_entry_point_may_have_the_names_of_the_setting(install: Install, value: str, names: list[str]) -> None:
    install("points", f"all = {value}")
    assert [(each.name, each.status) for each in discovered()] == [(name, "loaded") for name in names]
    assert {each.status for each in discovered(names[0])} <= {"disabled", "loaded"}
    assert {each.status for each in discovered("all")} == {"disabled"}


@pytest.mark.parametrize("value", MALFORMED)
def test_a_malformed_entry_point_fails_and_all_others_are_loaded(install: Install, value: str) -> None:
    install("points_bad", f"a = {value}", "b = points_lineage:a")
    install("points_good", "c = points_lineage:b")
    failed, *others = discovered()
    assert failed.status == "failed"
    assert failed.problem.startswith(
        f"the entry point a of points_bad 1.2 has the value {value!r}, which names nothing"
    )
    assert [(each.name, each.status) for each in others] == [
        ("points_lineage:a", "loaded"),
        ("points_lineage:b", "loaded"),
    ]
    assert discovered("a")[0].status == "disabled"


def test_each_package_with_a_malformed_entry_point_is_named(install: Install) -> None:
    install("points_one", "a = *")
    install("points_two", "a = *")
    assert [(each.status, each.origin) for each in discovered()] == [
        ("failed", "entry point a of points_one 1.2"),
        ("failed", "entry point a of points_two 1.2"),
    ]


def test_a_line_that_is_no_entry_point_costs_only_itself(install: Install) -> None:
    """Python itself reads no entry point of any package then."""
    install("points_bad", "no value", "b = points_lineage:a", "", "[other]", "c = points_lineage:b")
    install("points_good", "c = points_lineage:b")
    assert [(each.name, each.status, each.origin) for each in discovered()] == [
        ("points_lineage:a", "loaded", "entry point b of points_bad 1.2"),
        ("points_lineage:b", "loaded", "entry point c of points_good 1.2"),
        ("no value", "failed", "entry point no value of points_bad 1.2"),
    ]


def test_a_file_that_cannot_be_read_is_a_warning(install: Install, caplog: pytest.LogCaptureFixture) -> None:
    (install("points_bad") / "entry_points.txt").write_bytes(b"[\xff]\n")
    install("points_good", "c = points_lineage:b")
    assert [(each.name, each.status) for each in discovered()] == [("points_lineage:b", "loaded")]
    (record,) = caplog.records
    assert record.getMessage().startswith("the file entry_points.txt of points_bad 1.2 can't be read: ")


@pytest.mark.parametrize("metadata", ["", "Metadata-Version: 2.1\n", None])
def test_a_package_without_metadata_is_named_by_its_folder(
    install: Install, tmp_path: Path, metadata: str | None
) -> None:
    info = install("points_bad", "a = *", "b = points_lineage:a", metadata=metadata or "")
    if metadata is None:
        (info / "METADATA").write_bytes(b"Name: \xff")
    failed, loaded = discovered()
    origin = f"of a package without metadata in {tmp_path}"
    assert (failed.status, failed.origin) == ("failed", f"entry point a {origin}")
    assert (loaded.status, loaded.origin) == ("loaded", f"entry point b {origin}")


def test_a_package_without_a_version_is_named(install: Install) -> None:
    install("points_bad", "b = points_lineage:a", metadata="Metadata-Version: 2.1\nName: {}\n")
    assert [each.origin for each in discovered()] == ["entry point b of points_bad"]


@pytest.mark.parametrize("line", ["a = *", "a"])
def test_the_list_and_the_settings_of_a_session_need_no_wellformed_entry_points(
    install: Install, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    install("points_bad", line, "b = points_lineage:a")
    assert extension_conf({})["spark.openlineage.python.discover"] == "true"
    assert main(["extensions", "list"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("discover=true: a, b")
    assert main(["extensions", "list", "--discover"]) == 1
    output = capsys.readouterr().out
    assert "has the value" in output
    assert "loaded    points_lineage:a  (entry point b of points_bad 1.2)" in output
