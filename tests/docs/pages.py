"""The project's Markdown pages: their code blocks, headings and links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scripts.sources import ROOT, repository_path, tracked

FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,})(?P<language>[^\n`]*)$")
HEADING = re.compile(r"^#{1,6} +(?P<text>.+?) *#*$")
LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\((?P<target>[^)\s]+)\)")
CODE = re.compile(r"`[^`]*`")


@dataclass(frozen=True)
class Block:
    """A fenced block of code: the page, the line of its fence, its language and its text."""

    page: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@cache
def pages() -> list[Path]:
    return tracked(".md")


def blocks(*languages: str) -> list[Block]:
    """The blocks of all pages, or those in one of these languages."""
    found = [block for page in pages() for block in _blocks(page)]
    return [block for block in found if not languages or block.language in languages]


def _blocks(page: Path) -> Iterator[Block]:
    lines = page.read_text(encoding="utf-8").splitlines()
    start: re.Match[str] | None = None
    at = 0
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line)
        if start is None and fence:
            start, at = fence, number
        elif start and line.strip() == start["fence"]:
            text = "\n".join(each.removeprefix(start["indent"]) for each in lines[at : number - 1])
            yield Block(repository_path(page), at, start["language"], text + "\n")
            start = None
    if start:
        message = f"{repository_path(page)}:{at}: the code block has no end"
        raise ValueError(message)


def prose(page: Path) -> list[tuple[int, str]]:
    """The numbered lines of a page that are not in a code block."""
    inside = False
    found = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            inside = not inside
        elif not inside:
            found.append((number, line))
    return found


def links(page: Path) -> list[tuple[int, str]]:
    """The numbered lines and targets of a page's links; those of the web are left out."""
    return [
        (number, found["target"])
        for number, line in prose(page)
        for found in LINK.finditer(CODE.sub("", line) if "](" not in line else line)
        if "://" not in found["target"] and not found["target"].startswith("mailto:")
    ]


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors of a page's headings, as GitHub and MyST make them."""
    seen: Counter[str] = Counter()
    found = set()
    for _, line in prose(page):
        if heading := HEADING.match(line):
            name = slug(heading["text"])
            found.add(f"{name}-{seen[name]}" if seen[name] else name)
            seen[name] += 1
    return frozenset(found)


def slug(heading: str) -> str:
    """The anchor of a heading.

    >>> slug("SQL to `facet`: an example")
    'sql-to-facet-an-example'
    """
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def resolve(page: Path, target: str) -> tuple[Path, str]:
    """The file that a link names, and the anchor in it."""
    path, _, anchor = target.partition("#")
    return ((page.parent / path).resolve() if path else page), anchor


__all__ = [
    "ROOT",
    "Block",
    "anchors",
    "blocks",
    "links",
    "pages",
    "prose",
    "repository_path",
    "resolve",
    "slug",
]
