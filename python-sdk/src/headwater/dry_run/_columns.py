"""The sources of the output columns of an event, as text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from headwater._text import last_part, one_line
from headwater.dry_run._names import names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
    """Return the direct and indirect sources of each output column of an event.

    If there are several outputs, a column has the name of its dataset, as short as it is unique.
    """
    labels = _labels(event["outputs"])
    aliases = {_key(each): names_of(each) for each in (*event["inputs"], *event["outputs"])}
    found: dict[str, tuple[Source, ...]] = {}
    for output in event["outputs"]:
        facets = output.get("facets", {})
        fields = facets.get("columnLineage", {}).get("fields", {})
        columns = [each["name"] for each in facets.get("schema", {}).get("fields", ())]
        for column in dict.fromkeys([*columns, *fields]):
            sources = fields.get(column, {}).get("inputFields", ())
            label = f"{labels[_key(output)]}.{column}" if len(event["outputs"]) > 1 else column
            found[label] = tuple(_source(each, aliases) for each in sources)
    return found


def _labels(outputs: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], str]:
    """Return the last part of each name, the name, or that with the namespace: the first that no other dataset has."""
    forms = {
        (namespace, name): (last_part(name), name, f"{namespace}/{name.lstrip('/')}")
        for namespace, name in map(_key, outputs)
    }
    counts = Counter(chain.from_iterable(map(set, forms.values())))
    return {key: next((form for form in each if counts[form] == 1), each[-1]) for key, each in forms.items()}


def _key(dataset: Mapping[str, Any]) -> tuple[str, str]:
    return dataset["namespace"], dataset["name"]


def _source(given: Mapping[str, Any], aliases: Mapping[tuple[str, str], frozenset[str]]) -> Source:
    names = aliases.get(_key(given)) or names_of(given)
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
