"""Replaces values that differ between runs: ids, times, addresses, folders."""

from __future__ import annotations

import re
from typing import Any

from tests.e2e import events as ev
from tests.e2e.events import Event
from tests.e2e.normalise import VOLATILE_KEYS, Normaliser
from tests.e2e.workspace import Paths

STABLE_KEYS = {"size", "bytes"}  # equal for the same Spark version
PORT = re.compile(
    r"(?<=warehouse:)\d+"
)  # each agent has its own servers; one script names them `warehouse`


def normalise_events(found: list[Event], paths: Paths, spark: str) -> list[Event]:
    """The normalised events of one script; event times are kept to order the runs."""
    normaliser = Normaliser(paths, spark)
    for event in found:
        run = event["run"]["runId"]
        if ev.is_application(event):
            normaliser.labels[run] = "<application run>"
    return [with_real_ids(event, value(event, normaliser)) for event in found]


def with_real_ids(event: Event, normalised: Any) -> Event:  # noqa: ANN401 - JSON
    """Keep the real run ids, so that runs stay distinct."""
    run = normalised["run"] | {"runId": event["run"]["runId"]}
    return dict(normalised | {"run": run, "eventTime": event["eventTime"]})


def value(item: Any, normaliser: Normaliser, key: str = "") -> Any:  # noqa: ANN401 - JSON
    if isinstance(item, dict):
        return {normaliser.text(k): value(v, normaliser, k) for k, v in item.items()}
    if isinstance(item, list):
        return [value(inner, normaliser) for inner in item]
    if key in VOLATILE_KEYS and key not in STABLE_KEYS:
        return VOLATILE_KEYS[key]
    return PORT.sub("<port>", normaliser.text(item)) if isinstance(item, str) else item
