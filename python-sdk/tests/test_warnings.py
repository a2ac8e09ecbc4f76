"""How often the package warns."""

from __future__ import annotations

import pytest

import headwater
from fake_session import activate, forget_attachments
from headwater import _warn


def test_without_an_agent_names_of_jobs_and_facets_make_no_further_warnings(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_attachments(monkeypatch)
    activate(None, monkeypatch)
    with pytest.warns(headwater.HeadwaterWarning) as caught:  # noqa: PT031  (warnings of several calls)
        for day in range(200):
            with headwater.job(f"load {day}"):
                headwater.emit_run_facet(f"acme_{day}", {"x": 1})
    assert [str(each.message).partition(" in this process")[0] for each in caught] == [
        "the job's name 'load 0' has no effect: no Spark session runs",
        "the facet 'acme_0' is lost: no Spark session runs",
    ]
    assert {each.filename for each in caught} == {__file__}
    assert len(_warn._emitted_warnings) == 2


def test_the_texts_that_are_kept_of_warnings_do_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_warn, "_emitted_warnings", set())
    with pytest.warns(headwater.HeadwaterWarning) as caught:  # noqa: PT031  (warnings of several calls)
        for number in range(300):
            _warn.warn_once(f"text {number}")
    assert len(caught) == len(_warn._emitted_warnings) == 100
