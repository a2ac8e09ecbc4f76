"""OpenLineage's own clients read every event, and say the same when they write it again."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.consumers.conftest import Consumers, Feed
from tests.e2e import openlineage_python
from tests.e2e.lines import fetched

ROUND_TRIP = Path(__file__).with_name("RoundTrip.java")


def test_openlineage_python_says_the_same(feed: Feed) -> None:
    for event in feed.events:
        before, after = openlineage_python.round_trip(event)
        assert after == before


def test_openlineage_java_says_the_same(feed: Feed, consumers: Consumers) -> None:
    """The client in the published agent's jar; Spark has the logging that it needs."""
    classes = f"{fetched('published-2.13')}:{consumers.line.home}/jars/*"
    ran = subprocess.run(
        ["java", "-cp", classes, str(ROUND_TRIP)],
        input="".join(json.dumps(event) + "\n" for event in feed.events),
        capture_output=True,
        text=True,
        check=True,
    )
    written = [json.loads(row) for row in ran.stdout.splitlines()]
    assert len(written) == len(feed.events)
    for event, again in zip(feed.events, written, strict=True):
        assert known(again) == known(event)


def known(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Without schema URLs, which the client sets to its own version, and without empty values, which it leaves out."""
    return openlineage_python.without_empty_values(value)
