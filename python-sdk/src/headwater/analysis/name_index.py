"""Finds datasets by their names, without looking at all of them."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from headwater.model import Dataset

__all__ = ["NameIndex", "names_of"]


def names_of(dataset: Dataset) -> tuple[str, ...]:
    """Return all names of a dataset: short and long, with and without the namespace."""
    aliases = (name for alias in dataset.aliases for name in (alias, alias.partition(" ")[2]))
    full = (f"{dataset.namespace} {dataset.name}", f"{dataset.namespace}/{dataset.name}")
    names = (dataset.label, dataset.name, *full, *aliases)
    return tuple(dict.fromkeys(name.removeprefix("spark_catalog.") for name in names if name))


class NameIndex:
    """All names of some datasets, which ``fold`` has made equal if they count as the same."""

    def __init__(self, datasets: Sequence[Dataset], fold: Callable[[str], str] = str.casefold) -> None:
        self._datasets = datasets
        self._fold = fold

    @cached_property
    def exact(self) -> NameIndex:
        """The names as they are."""
        return NameIndex(self._datasets, str)

    def named(self, name: str) -> list[int]:
        """Return the datasets with a name, which is folded."""
        return [number for number, known in self._by_last_part.get(_last_part(name), ()) if known == name]

    def ending(self, name: str) -> list[int]:
        """Return the datasets with a name that has this one, which is folded, as its last parts."""
        ends = (f".{name}", f"/{name}")
        return [number for number, known in self._by_last_part.get(_last_part(name), ()) if known.endswith(ends)]

    @cached_property
    def _by_last_part(self) -> dict[str, list[tuple[int, str]]]:
        found: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        for number, dataset in enumerate(self._datasets):
            for name in map(self._fold, names_of(dataset)):
                found[_last_part(name)].append((number, name))
        return dict(found)


def _last_part(name: str) -> str:
    return name[max(name.rfind("."), name.rfind("/")) + 1 :]
