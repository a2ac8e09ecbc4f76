"""Read and write Spark's properties files, which have the syntax of ``java.util.Properties``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["properties_text", "read_properties"]

_BLANKS = " \t\f"
_CONTINUES = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")
_SETTING = re.compile(r"((?:\\.|[^\\=: \t\f])*)[ \t\f]*[=:]?[ \t\f]*(.*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_CONTROL_CHARACTERS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_SPECIAL_IN_KEY = re.compile(r"[\\=:#! \t\n\r\f]")
_SPECIAL_IN_VALUE = re.compile(r"[\\\t\n\r\f]")


def read_properties(path: Path) -> dict[str, str]:
    """Read a Spark properties file, such as ``spark-defaults.conf``; return an empty mapping if it does not exist.

    As in Spark, a byte that is not UTF-8 is replaced, a backslash continues a line that is no comment, and escapes are
    decoded.
    """
    if not path.is_file():
        return {}
    return dict(map(_pair, _logical_lines(path.read_text(encoding="utf-8", errors="replace"))))


def _logical_lines(text: str) -> Iterator[str]:
    """Yield the settings of a properties file, each as one line."""
    lines = iter(text.split("\n"))
    for line in lines:
        setting = line.lstrip(_BLANKS)
        if not setting or setting[0] in "#!":
            continue
        while _CONTINUES.search(setting):
            setting = setting[:-1] + next(lines, "").lstrip(_BLANKS)
        yield setting


def _pair(setting: str) -> tuple[str, str]:
    found = _SETTING.fullmatch(setting)
    key, value = found.groups() if found else (setting, "")
    return _ESCAPE.sub(_decoded, key), _ESCAPE.sub(_decoded, value).strip(_BLANKS)


def _decoded(escape: re.Match[str]) -> str:
    text = escape[1]
    return chr(int(text[1:], 16)) if len(text) > 1 else _CONTROL_CHARACTERS.get(text, text)


def properties_text(settings: Mapping[str, str]) -> str:
    """Return the text of a properties file with these settings."""
    pairs = [(_SPECIAL_IN_KEY.sub(_escaped, key), _SPECIAL_IN_VALUE.sub(_escaped, settings[key])) for key in settings]
    return "".join(f"{key}={value}\n" for key, value in pairs)


def _escaped(special: re.Match[str]) -> str:
    names = {character: name for name, character in _CONTROL_CHARACTERS.items()}
    return "\\" + names.get(special[0], special[0])
