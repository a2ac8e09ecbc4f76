"""An extension may be registered at once: the agent starts on its own thread, and the registration waits for it."""

from __future__ import annotations

from tests.extensions.outcome import Outcome


def test_an_extension_registered_at_once_is_called(
    outcomes: dict[str, Outcome],
) -> None:
    assert outcomes["at-once"].value == []
    types = [e["run"]["facets"]["attached"]["type"] for e in outcomes["at-once"].writing("/out")]
    assert types == ["START", "COMPLETE"]
