"""A class of extensions without the method of its protocol would do nothing: it is refused."""

from __future__ import annotations

import re
from typing import Any, Protocol

import pytest

from headwater import ExtensionError
from headwater.extensions import BatchTransport, Dataset, EventTransformer, Namer, Transport
from headwater.extensions._hooks import hooks_of


class Lost(Transport):
    spool = True

    def setup(self, options: dict[str, str]) -> None:
        self.url = options["url"]

    def send(self, event: dict[str, Any]) -> None:
        print(event)


class LostBatch(BatchTransport):
    batch = 10

    def emit(self, events: list[dict[str, Any]]) -> None:
        print(events)


class Names(Namer):
    def name(self, dataset: Dataset) -> Dataset:
        return dataset


class Silent(EventTransformer):
    pass


class Sends(Transport):
    def __init__(self) -> None:
        self.emit = print  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("extension", "problem"),
    [
        (Lost, "Transport needs a method emit(event); the class has send: write `def emit(self, event)`"),
        (LostBatch, "BatchTransport needs a method emit_batch(events): write `def emit_batch(self, events)`"),
        (Names, "Namer needs a method rename(dataset); the class has name: write `def rename(self, dataset)`"),
        (Silent, "EventTransformer needs a method transform(event): write `def transform(self, event)`"),
    ],
)
def test_a_class_whose_method_has_another_name_is_refused(extension: object, problem: str) -> None:
    with pytest.raises(ExtensionError, match=re.escape(problem)):
        hooks_of(extension)


def test_a_method_may_be_an_attribute_of_the_instance() -> None:
    assert [hook.kind for hook in hooks_of(Sends)] == ["transport"]


class Rules(Protocol):
    """A protocol of an author, whose methods have content."""

    nodes: tuple[str, ...] = ("AcmeRelation",)

    def visit(self, node: Any, ctx: Any) -> None:
        print(node, ctx)

    @staticmethod
    def transform(event: dict[str, Any]) -> dict[str, Any]:
        return event


class Derived(Rules):
    pass


def test_a_method_may_be_inherited_from_a_protocol_of_the_author() -> None:
    assert [hook.kind for hook in hooks_of(Derived)] == ["visitor", "transformer"]
