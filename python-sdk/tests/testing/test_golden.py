from __future__ import annotations

import json
import tempfile
from typing import TYPE_CHECKING

import pytest

from headwater.testing import assert_golden
from headwater.testing._golden import normalized, update_golden_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from headwater.testing.plugin import Golden


@pytest.fixture
def updating(pytestconfig: pytest.Config) -> Iterator[None]:
    update_golden_files(on=True)
    yield
    update_golden_files(on=bool(pytestconfig.getoption("--update-golden")))


def test_the_error_for_a_missing_golden_file_names_the_option(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="--update-golden"):
        assert_golden({"a": 1}, tmp_path / "none.json")


@pytest.mark.usefixtures("updating")
def test_updating_writes_and_makes_the_folder(tmp_path: Path) -> None:
    assert_golden({"eventTime": "2026-11-21T14:00:00Z"}, tmp_path / "deep" / "one.json")
    assert json.loads((tmp_path / "deep" / "one.json").read_text(encoding="utf-8")) == {"eventTime": "<time>"}


def test_a_difference_is_shown_as_a_diff(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text('{\n  "a": 1\n}\n', encoding="utf-8")
    assert_golden({"a": 1}, tmp_path / "one.json")
    with pytest.raises(AssertionError) as raised:
        assert_golden({"a": 2}, tmp_path / "one.json")
    assert '-  "a": 1' in str(raised.value)
    assert '+  "a": 2' in str(raised.value)


def test_values_that_differ_between_runs_are_ignored() -> None:
    folder = tempfile.gettempdir()
    assert normalized(
        {
            "run": {"runId": "0190d7a5-5c60-7b0c-8d3a-000000000000"},
            "eventTime": "2026-11-21T14:00:00.123Z",
            "producer": "urn:headwater:agent:0.1.0",
            "facets": {"processing_engine": {"version": "4.0.5", "openlineageAdapterVersion": "0.1.0"}},
            "application": "local-1763733600000",
            "plan": "sum(amount#12)",
            "paths": [f"{folder}/headwater-warehouse-x1/orders", f"{folder}/pytest-of-me/pytest-3/test_it0/orders"],
        }
    ) == {
        "run": {"runId": "<uuid>"},
        "eventTime": "<time>",
        "producer": "urn:headwater:agent:<version>",
        "facets": {"processing_engine": {"version": "<version>", "openlineageAdapterVersion": "<version>"}},
        "application": "<application>",
        "plan": "sum(amount#<id>)",
        "paths": ["<tmp>/orders", "<tmp>/orders"],
    }


def test_other_differences_are_detected() -> None:
    facet = {"name": "orders", "version": "7", "field": "c#", "path": "/data/tmp/x", "n": 1}
    assert normalized(facet) == facet


def test_the_fixture_compares_with_the_file_of_the_test(golden: Golden) -> None:
    golden({"eventType": "COMPLETE", "eventTime": "2026-11-21T14:00:00Z"})
    with pytest.raises(AssertionError):
        golden({"eventType": "FAIL"}, "test_the_fixture_compares_with_the_file_of_the_test")
