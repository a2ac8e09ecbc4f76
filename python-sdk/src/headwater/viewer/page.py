"""Renders one self-contained HTML page from the sources in ``assets/`` and the data."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from headwater.model import Lineage

__all__ = ["embed_json", "render_page"]

_SCRIPTS = (
    "dom",
    "data",
    "unknown",
    "groups",
    "trace",
    "layers",
    "layout",
    "viewport",
    "graph",
    "edges",
    "panel",
    "tables",
    "details",
    "search",
    "app",
)
_STYLES = ("theme", "page", "graph", "panel")


def render_page(lineage: Lineage, *, title: str = "Lineage") -> str:
    """Return a self-contained page; its content security policy forbids requests and other scripts."""
    script = "(() => {\n'use strict';\n" + "".join(map(_asset, (f"{name}.js" for name in _SCRIPTS))) + "})();"
    style = "".join(map(_asset, (f"{name}.css" for name in _STYLES)))
    policy = f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; base-uri 'none'"
    parts = {
        "@policy@": html.escape(policy),
        "@title@": html.escape(title),
        "@style@": style,
        "@data@": embed_json(lineage.to_json()),
        "@script@": script,
    }
    pieces = _split(_asset("index.html"), list(parts))
    return "".join(parts.get(piece, piece) for piece in pieces)


def embed_json(value: object) -> str:
    r"""Return JSON that is safe inside an HTML script element.

    >>> print(embed_json({"sql": "</script><!--"}))
    {"sql":"\u003c/script\u003e\u003c!--"}
    """
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", r"\u003c").replace(">", r"\u003e").replace("&", r"\u0026")


def _asset(name: str) -> str:
    return (files("headwater.viewer") / "assets" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _split(template: str, marks: list[str]) -> list[str]:
    """Split the template at its markers, once; inserted text is not searched again."""
    pieces = [template]
    for mark in marks:
        pieces = [part for piece in pieces for part in _around(piece, mark)]
    return pieces


def _around(piece: str, mark: str) -> list[str]:
    before, found, after = piece.partition(mark)
    return [before, found, *(_around(after, mark) if mark in after else [after])]
