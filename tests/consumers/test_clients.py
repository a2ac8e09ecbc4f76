"""OpenLineage's own clients read every event, and say the same when they write it again."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.consumers.conftest import ApplicationEvents, Consumers
from tests.consumers.gaps import gaps
from tests.e2e import openlineage_python
from tests.e2e.lines import fetched

ROUND_TRIP = Path(__file__).with_name("RoundTrip.java")


def test_openlineage_python_says_the_same(application: ApplicationEvents) -> None:
    for event in application.events:
        before, after = openlineage_python.round_trip(event)
        assert after == before


def test_openlineage_java_says_the_same(
    application: ApplicationEvents, consumers: Consumers
) -> None:
    """The client in the published agent's jar; Spark has the logging that it needs."""
    classes = f"{fetched('published-2.13')}:{consumers.line.home}/jars/*"
    ran = subprocess.run(
        ["java", "-cp", classes, str(ROUND_TRIP)],
        input="".join(json.dumps(event) + "\n" for event in application.events),
        capture_output=True,
        text=True,
        check=True,
    )
    written = [json.loads(row) for row in ran.stdout.splitlines()]
    assert len(written) == len(application.events)
    left_out = gaps("openlineage-java")
    for event, again in zip(application.events, written, strict=True):
        assert known(again, left_out) == known(event, left_out)


def known(value: Any, left_out: set[str]) -> Any:  # noqa: ANN401 - JSON
    """Without schema URLs, which the client sets to its own version, without empty values, and without the numbers that it changes."""
    plain = openlineage_python.without_empty_values(value)
    return without(plain, left_out)


def without(value: Any, names: set[str]) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, dict):
        return {k: without(v, names) for k, v in value.items() if k not in names}
    return [without(v, names) for v in value] if isinstance(value, list) else value
