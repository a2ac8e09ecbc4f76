"""Mermaid diagrams begin with a known type, and their brackets and blocks are balanced."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import Block, blocks

TYPES = ("flowchart ", "sequenceDiagram", "stateDiagram-v2", "classDiagram")
OPENING = re.compile(r"^\s*(subgraph|alt|opt|loop|par|critical|box|rect)\b")
PAIRS = {")": "(", "]": "[", "}": "{"}


@pytest.mark.parametrize("block", blocks("mermaid"), ids=str)
def test_a_diagram_has_a_known_type(block: Block) -> None:
    assert block.text.startswith(TYPES)


@pytest.mark.parametrize("block", blocks("mermaid"), ids=str)
def test_brackets_are_balanced(block: Block) -> None:
    open_: list[str] = []
    for character in re.sub(r'"[^"]*"', "", block.text):
        if character in PAIRS.values():
            open_.append(character)
        elif character in PAIRS:
            assert open_, f"{character} closes nothing"
            assert open_.pop() == PAIRS[character]
    assert open_ == []


@pytest.mark.parametrize("block", blocks("mermaid"), ids=str)
def test_each_block_of_a_diagram_ends(block: Block) -> None:
    lines = block.text.splitlines()
    ends = sum(line.strip() == "end" for line in lines)
    assert sum(bool(OPENING.match(line)) for line in lines) == ends


@pytest.mark.parametrize("block", blocks("mermaid"), ids=str)
def test_no_message_contains_a_separator(block: Block) -> None:
    """A semicolon ends a statement of a sequence diagram."""
    assert not block.text.startswith("sequenceDiagram") or ";" not in block.text


def test_the_architecture_is_drawn() -> None:
    drawn = [block for block in blocks("mermaid") if block.page == "docs/architecture.md"]
    assert len(drawn) >= 5
