"""Whatever events are stored, the page and each question have an answer: an event that is stored stays."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from headwater.analysis import summarize
from headwater.errors import EventError, UsageError
from headwater.events import parse_event
from headwater.serve.live import LiveLineage
from headwater.serve.questions import QUESTIONS, answer
from properties import repeatable
from test_reader_properties import distorted

if TYPE_CHECKING:
    from headwater.analysis import LineageGraph

TEXTS = ["in", "out", "out.in", "*", "[z-a]", "[", "\0", "\u2028", "a" * 300]


def ask(graph: LineageGraph, text: str) -> None:
    for question in QUESTIONS:
        required = {parameter.name: text for parameter in question.parameters if parameter.required}
        try:
            found: dict[str, Any] = answer(question, graph, required)
        except UsageError:
            continue
        json.dumps(found).encode()


@repeatable
@given(st.lists(distorted(), max_size=5), st.sampled_from(TEXTS))
def test_the_page_and_each_question_have_an_answer(contents: list[bytes], text: str) -> None:
    live = LiveLineage()
    for content in contents:
        with suppress(EventError):
            live.add([parse_event(content.decode())])
    snapshot = live.snapshot()
    assert snapshot.page()
    assert summarize(snapshot.graph.lineage)
    ask(snapshot.graph, text)
