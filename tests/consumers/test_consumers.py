"""After every single event, in every order that delivery allows, a consumer shows no less than before; at the end it shows all that it can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.consumers.conftest import Feed
from tests.consumers.datahub import DataHub
from tests.consumers.losses import Consumer, watch
from tests.consumers.marquez import Marquez
from tests.consumers.openmetadata import consumer as openmetadata
from tests.consumers.orders import ORDERS

GAPS = Path(__file__).with_name("gaps.tsv")
Made = Callable[[Feed], Consumer]


@pytest.fixture(scope="module")
def sources() -> Callable[[Feed], Consumer]:
    """OpenMetadata; its source reads each feed once."""
    made: dict[str, dict[int, openmetadata.Result]] = {}

    def of(feed: Feed) -> Consumer:
        if feed.name not in made:
            made[feed.name] = openmetadata.results(feed.events)
        return openmetadata.OpenMetadata(feed.events, made[feed.name])

    return of


@pytest.fixture(params=["Marquez", "DataHub", "OpenMetadata"])
def new(request: pytest.FixtureRequest, feed: Feed) -> Callable[[], Consumer]:
    """Makes a consumer that has seen nothing."""
    if request.param == "OpenMetadata":
        return partial(request.getfixturevalue("sources"), feed)
    return Marquez if request.param == "Marquez" else DataHub


def gaps(consumer: Consumer) -> set[str]:
    """The kinds of facts for which the consumer has no place, by gaps.tsv."""
    rows = [row.split("\t") for row in GAPS.read_text().splitlines() if not row.startswith("#")]
    return {kind for name, kind, reason in rows if name == consumer.name and reason}


@pytest.mark.parametrize("order", ORDERS)
def test_no_event_takes_away_and_at_the_end_all_is_shown(
    new: Callable[[], Consumer], feed: Feed, order: str
) -> None:
    consumer = new()
    seen = watch(consumer, ORDERS[order](feed.events))
    assert seen.lost == [], f"{len(seen.lost)} facts were shown and then not"
    assert sorted(fact for fact in seen.missing if fact[0] not in gaps(consumer)) == []


def test_each_gap_is_one(new: Callable[[], Consumer], feed: Feed) -> None:
    """A row of gaps.tsv whose kind the consumer does show is not true any more."""
    consumer = new()
    shown = Counter(fact[0] for fact in (watch(consumer, feed.events), consumer.shown())[1])
    assert {kind for kind in gaps(consumer) if shown[kind]} == set()
