"""Reads the values of a policy file; each error names the file, the key, the value and the fix."""

from __future__ import annotations

import json
import reprlib
from collections import Counter
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from headwater.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

__all__ = ["PolicySection", "read_document"]

_MAX_BYTES = 1 << 20
_MAX_QUOTE = 80


@dataclass(frozen=True, slots=True)
class PolicySection:
    """A mapping in a policy file, and the key under which it is."""

    file: Path
    key: str
    values: dict[str, Any]

    def error(self, key: str, fix: str) -> UsageError:
        """Return an error about the value of a key."""
        path = f"{self.key}.{key}" if self.key else key
        value = _quoted(self.values[key]) if key in self.values else "missing"
        return UsageError(f"{self.file}: {path} is {value}; {fix}")

    def only(self, known: Collection[str]) -> None:
        """Raise an error if there is another key."""
        for key in self.values:
            if key not in known:
                similar = get_close_matches(key, list(known), 1)
                raise self.error(key, f"there is no such key; use {similar[0] if similar else ', '.join(known)}")

    def section(self, key: str, fix: str) -> PolicySection:
        """Return the mapping under a key."""
        value = self.values.get(key)
        if not isinstance(value, dict):
            raise self.error(key, fix)
        return PolicySection(self.file, f"{self.key}.{key}" if self.key else key, {str(k): v for k, v in value.items()})

    def sections(self, key: str, fix: str) -> list[PolicySection]:
        """Return the mappings in a list."""
        value = self.values.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
            raise self.error(key, fix)
        return [
            PolicySection(self.file, f"{key}[{number}]", {str(k): v for k, v in item.items()})
            for number, item in enumerate(value)
        ]

    def texts(self, key: str, fix: str) -> tuple[str, ...]:
        """Return a list of texts, which may be one text; it is not empty."""
        value = self.values.get(key)
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list) or not items or not all(isinstance(item, str) and item for item in items):
            raise self.error(key, fix)
        return tuple(items)

    def choice(self, key: str, choices: Collection[str], default: str = "") -> str:
        """Return one of some words."""
        value = self.values.get(key, default)
        if value not in choices:
            similar = get_close_matches(str(value), list(choices), 1)
            raise self.error(key, f"write {similar[0] if similar else ' or '.join(choices)}")
        return str(value)


def _quoted(value: object) -> str:
    """Return the start of a value; through references of YAML to itself, it may have no end."""
    return json.dumps(value[:_MAX_QUOTE]) if isinstance(value, str) else reprlib.repr(value)[:_MAX_QUOTE]


def read_document(file: Path) -> PolicySection:
    """Read a policy file: YAML, or JSON, for which no library is necessary."""
    text = _text(file)

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        _require_unique(str(file), [key for key, _ in pairs])
        return dict(pairs)

    try:
        value = json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError):
        value = _yaml(file, text)
    if not isinstance(value, dict):
        raise UsageError(f"{file}: it is not a mapping; write the keys rules and, if needed, tags")
    return PolicySection(file, "", {str(key): item for key, item in value.items()})


def _require_unique(where: str, keys: list[str]) -> None:
    """Raise an error if a key is repeated: its first value would be left out, with what it forbids."""
    for key, count in Counter(keys).items():
        if count > 1:
            raise UsageError(f"{where}: the key {_quoted(key)} is there {count} times; write it once, with all values")


def _text(file: Path) -> str:
    try:
        if file.stat().st_size > _MAX_BYTES:
            raise UsageError(f"{file} is larger than {_MAX_BYTES} bytes; a policy is a short text")
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{file} is not text in UTF-8; save it as UTF-8") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}; give the policy first, then the events") from None


def _yaml(file: Path, text: str) -> object:
    try:
        import yaml  # noqa: PLC0415 - an extra
    except ImportError:
        raise UsageError(f"{file}: YAML needs `pip install 'headwater[policy]'`; JSON needs nothing") from None
    try:
        _require_unique_keys(file, yaml.compose(text, yaml.SafeLoader), set())
        value: object = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UsageError(f"{file}, line {line}: not YAML: {error.problem}") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise UsageError(f"{file}: not YAML: {error}") from None
    return value


def _require_unique_keys(file: Path, node: Any, seen: set[int]) -> None:  # noqa: ANN401 - a node of PyYAML, or None
    """Raise an error if a mapping at a node, or below it, repeats a key; a node may be below itself."""
    kind = getattr(node, "id", "scalar")
    if kind == "scalar" or id(node) in seen:
        return
    seen.add(id(node))
    if kind == "mapping":
        keys = [str(key.value) for key, _ in node.value if key.id == "scalar"]
        _require_unique(f"{file}, line {node.start_mark.line + 1}", keys)
    for child in node.value if kind == "sequence" else [value for _, value in node.value]:
        _require_unique_keys(file, child, seen)
