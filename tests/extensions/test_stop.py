"""`spark.stop()` takes a limited time and loses no event, even if extensions have not answered."""

from __future__ import annotations

import pytest

from tests.e2e.spark_submit import Job
from tests.extensions.conftest import Suite
from tests.extensions.outcome import Outcome, errors, names

BOUND = 60  # seconds; a guard against hanging, no promise: the extension hangs for 300
UNRESPONSIVE = {
    "sleepy": "sleepy:any",
    "hung": "bad:hangs",
    "held": "bad:holds",
    "gone": "bad:leaves",
}


def jobs(suite: Suite) -> list[Job]:
    return [suite.job(name, "many", "good:always", UNRESPONSIVE[name]) for name in UNRESPONSIVE]


@pytest.mark.parametrize("name", UNRESPONSIVE)
def test_stop_takes_a_bounded_time(outcomes: dict[str, Outcome], name: str) -> None:
    assert outcomes[name].answer.error is None
    assert outcomes[name].answer.stop < BOUND
    assert "is still working" not in outcomes[name].log


@pytest.mark.parametrize("name", UNRESPONSIVE)
def test_every_event_is_sent(outcomes: dict[str, Outcome], name: str) -> None:
    for i in range(6):
        start, complete = outcomes[name].writing(f"out/{i}")
        assert names(start["outputs"]) == names(complete["outputs"]) == [("file", f"{i}")]
    types = [e["eventType"] for e in outcomes[name].application()]
    assert types == ["START", "COMPLETE"]


@pytest.mark.parametrize("name", UNRESPONSIVE)
def test_extensions_that_could_not_be_called_are_reported(
    outcomes: dict[str, Outcome], name: str
) -> None:
    errors_by_extension = errors(outcomes[name].events)
    assert errors_by_extension, "an extension that was never called must be reported"
    assert set(errors_by_extension) <= {"always", "hangs", "holds", "leaves", "headwater.host"}
