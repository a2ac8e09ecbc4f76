"""The sources of the output columns of an event, as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from headwater._text import last_part, one_line
from headwater.dry_run._names import names_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Source", "columns_of"]

_PLAIN = ("DIRECT", "")
"""The kind of a dependency of which the event does not say how it is made."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source column; ``names`` are all names that a user may write for it."""

    text: str
    names: frozenset[str]
    kinds: tuple[str, ...]
    """Types and subtypes, such as ``DIRECT AGGREGATION``, each once."""
    steps: tuple[str, ...] = ()
    """The kinds with the expression, such as ``DIRECT AGGREGATION: sum(amount)``."""

    @property
    def is_direct(self) -> bool:
        """Whether one of the kinds is direct."""
        return any(kind.startswith("DIRECT") for kind in self.kinds)


def columns_of(event: Mapping[str, Any]) -> dict[str, tuple[Source, ...]]:
    """Return the direct and indirect sources of each output column of an event."""
    several = len(event["outputs"]) > 1
    aliases = {(each["namespace"], each["name"]): names_of(each) for each in (*event["inputs"], *event["outputs"])}
    found: dict[str, tuple[Source, ...]] = {}
    for output in event["outputs"]:
        facets = output.get("facets", {})
        fields = facets.get("columnLineage", {}).get("fields", {})
        columns = [each["name"] for each in facets.get("schema", {}).get("fields", ())]
        for column in dict.fromkeys([*columns, *fields]):
            sources = fields.get(column, {}).get("inputFields", ())
            label = f"{last_part(output['name'])}.{column}" if several else column
            found[label] = tuple(_source(each, aliases) for each in sources)
    return found


def _source(given: Mapping[str, Any], aliases: Mapping[tuple[str, str], frozenset[str]]) -> Source:
    key = (given["namespace"], given["name"])
    names = aliases.get(key) or names_of(given)
    steps = [(_kind(each), each.get("description") or "") for each in given.get("transformations", ())] or [_PLAIN]
    field = given["field"]
    return Source(
        text=f"{last_part(given['name'])}.{field}",
        names=frozenset(f"{name}.{field}" for name in names),
        kinds=tuple(dict.fromkeys(kind for kind, _ in steps)),
        steps=tuple(f"{kind}: {one_line(text)}" if text else kind for kind, text in steps),
    )


def _kind(transformation: Mapping[str, Any]) -> str:
    """Return type and subtype of a transformation, such as ``DIRECT AGGREGATION``."""
    return f"{transformation.get('type', '')} {transformation.get('subtype', '')}".strip()
