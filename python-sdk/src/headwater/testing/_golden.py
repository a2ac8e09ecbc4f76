"""Compares events with golden files, without values that differ between runs."""

from __future__ import annotations

import difflib
import json
import re
import tempfile
from pathlib import Path
from typing import Any

__all__ = ["assert_golden", "normalized", "update_golden_files"]

_PATTERNS = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<uuid>"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)"), "<time>"),
    (re.compile(r"\b(local|application|app)-\d[\w-]*"), "<application>"),
    (re.compile(r"#\d+L?\b"), "#<id>"),
    (re.compile(r"(urn:headwater:[\w-]+):[\w.+-]+"), r"\1:<version>"),
)
_VERSIONS = {"openlineageAdapterVersion", "spark-version"}
_update = False


def update_golden_files(*, on: bool) -> None:
    """Set whether `assert_golden` writes files; the option ``--update-golden`` calls this."""
    global _update  # noqa: PLW0603  (set once by the command line)
    _update = on


def assert_golden(event: Any, path: str | Path) -> None:  # noqa: ANN401  (an event, or several)
    """Fail unless an event, or a list of events, equals the golden file.

    Run ids, times, application and expression ids, temporary paths and versions are ignored. ``pytest --update-golden``
    writes the file instead.
    """
    __tracebackhide__ = True
    file = Path(path)
    text = json.dumps(normalized(event), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    if _update:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return
    if not file.is_file():
        raise AssertionError(f"there is no file {file}: run `pytest --update-golden` once, and check the result")
    expected = file.read_text(encoding="utf-8")
    if text != expected:
        diff = difflib.unified_diff(expected.splitlines(), text.splitlines(), str(file), "this event", lineterm="", n=2)
        lines = "\n".join(diff)
        raise AssertionError(
            f"the event differs from the golden file; run `pytest --update-golden` to update it:\n{lines}"
        )


def normalized(value: Any, key: str = "") -> Any:  # noqa: ANN401  (JSON)
    """Return the JSON with placeholders for values that differ between runs.

    >>> normalized({"run": {"runId": "0190d7a5-5c60-7b0c-8d3a-000000000000"}, "eventTime": "2026-11-21T14:00:00.1Z"})
    {'run': {'runId': '<uuid>'}, 'eventTime': '<time>'}
    """
    if isinstance(value, dict):
        return {
            name: "<version>" if key == "processing_engine" and name == "version" else normalized(each, name)
            for name, each in value.items()
        }
    if isinstance(value, list):
        return [normalized(each, key) for each in value]
    if isinstance(value, str):
        return "<version>" if key in _VERSIONS else _normal(value)
    return value


def _normal(text: str) -> str:
    for pattern, word in _PATTERNS:
        text = pattern.sub(word, text)
    folders = {tempfile.gettempdir(), str(Path(tempfile.gettempdir()).resolve())}
    for folder in sorted(folders, key=len, reverse=True):
        # The temporary folder of a test is three levels deeper.
        below = rf"(?<![\w.-]){re.escape(folder)}/(?:pytest-of-[^/]+/pytest-\d+/[^/\s'\"]+|[^/\s'\"]+)"
        text = re.sub(below, "<tmp>", text)
    return text
