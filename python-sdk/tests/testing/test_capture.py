"""`capture_events` without Spark: how it reads the agent's file, and what is left if it cannot start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from headwater.dry_run import _capture
from headwater.errors import DryRunError
from headwater.extensions import RunFacetBuilder
from headwater.testing import capture_events


class Acme(RunFacetBuilder):
    def build(self) -> None:
        """Add nothing."""


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A session whose agent calls no extensions."""
    monkeypatch.setattr(_capture, "_START_SECONDS", 0.0)
    session = MagicMock()
    session.java_class.return_value.open.return_value = '{"error": "python is switched off"}'
    return session


def test_the_listener_ends_if_the_extensions_cannot_connect(session: Any) -> None:
    with pytest.raises(DryRunError, match="python is switched off"), capture_events(Acme, session=session):
        pytest.fail("the block must not run")
    listener = session.java_class.return_value.return_value
    assert [name for name, *_ in listener.method_calls] == ["onApplicationStart", "onApplicationEnd"]


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x85"])
def test_an_event_may_contain_what_other_readers_take_for_the_end_of_a_line(
    character: str, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = {"job": {"name": f"a{character}b"}}
    settings: dict[str, str] = {}
    monkeypatch.setattr(_capture, "_listener", lambda _session, _context, conf: settings.update(conf) or MagicMock())
    with capture_events(session=session) as events:
        file = Path(settings["spark.openlineage.transport.location"])
        file.write_text(json.dumps(event, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
    assert events == [event]
