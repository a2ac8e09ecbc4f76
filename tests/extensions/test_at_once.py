"""An extension may be registered at once: the agent starts on its own thread, and the registration waits for it."""

from __future__ import annotations

from tests.extensions.outcome import Outcome


def test_what_is_registered_as_soon_as_there_is_a_session_is_asked(
    outcomes: dict[str, Outcome],
) -> None:
    assert outcomes["at-once"].value == []
    types = [e["run"]["facets"]["attached"]["type"] for e in outcomes["at-once"].writing("/out")]
    assert types == ["START", "COMPLETE"]
