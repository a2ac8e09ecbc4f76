"""What a suite has run becomes a row of the table; other suites leave no result."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import results
from scripts.suites import PYTEST, Suite
from scripts.tally import Tally
from scripts.tiers import TIERS

XML = """<testsuites><testsuite>
<testcase classname="tests.modes.test_yarn" name="a"/>
<testcase classname="tests.modes.test_yarn" name="b"><failure/></testcase>
<testcase classname="tests.modes.test_shells" name="c"><skipped/></testcase>
</testsuite></testsuites>"""
COMMIT = "0123abcd"
PAGE = f"before\n{results.BEGIN}\n{results.END}\nafter\n"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(results, "PAGE", tmp_path / "lines.md")
    (tmp_path / "lines.md").write_text(PAGE)
    return tmp_path


def suite(name: str) -> Suite:
    return next(s for s in TIERS["matrix"] if s.name == name)


def test_a_result_is_a_row_with_its_commit() -> None:
    results.keep(suite("cases 3.3"), Tally(7, 1), COMMIT)
    java, counts, commit, day = results.known()["cases", "3.3"]
    assert (int(java) >= 17, counts, commit) == (True, "7 passed, 1 failed", COMMIT)
    assert len(day) == len("2026-11-25")
    assert "| cases | 3.3 | " in results.table()
    assert "| cases | 3.4 |  | not run |  |  |" in results.table()


def test_a_row_without_a_new_result_keeps_that_of_the_page(
    monkeypatch: pytest.MonkeyPatch, own_folder: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["results", "--rewrite"])
    results.keep(suite("cases 3.3"), Tally(7), COMMIT)
    results.main()
    for file in results.RESULTS.iterdir():
        file.unlink()
    results.keep(suite("lake 3.3"), Tally(2), COMMIT)
    results.main()
    page = (own_folder / "lines.md").read_text()
    assert (page.startswith("before\n"), page.endswith("after\n")) == (True, True)
    assert results.on_page()["cases", "3.3"][1] == "7 passed"
    assert results.on_page()["lake", "3.3"][1] == "2 passed"


def test_the_version_of_java_is_that_of_the_suite() -> None:
    results.keep(suite("java 11 3.4"), Tally(1), COMMIT)
    assert results.known()["java 11", "3.4"][0] == "11"


def test_each_file_of_the_modes_has_its_own_row(own_folder: Path) -> None:
    own = suite("modes 4.0")
    (own_folder / "results").mkdir()
    results.xml_of(own).write_text(XML)
    results.keep(own, Tally(1, 1, 1), COMMIT)
    known = results.known()
    assert known["modes: yarn", "4.0"][1] == "1 passed, 1 failed"
    assert known["modes: shells", "4.0"][1] == "1 skipped"
    assert known["modes: notebook", "4.0"][1] == "no test ran"


def test_a_suite_that_is_in_no_row_leaves_no_result() -> None:
    other = Suite("cases 3.3", (*PYTEST, "tests/e2e", "--spark=3.3"))
    assert results.report(other) == []
    results.keep(other, Tally(1), COMMIT)
    assert not results.RESULTS.exists()
