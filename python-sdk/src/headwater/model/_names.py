"""Merges the names of a dataset, and finds short labels."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from headwater.model._declared import is_done, references
from headwater.model._facts import change_of, identifiers_of, text_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from headwater.events import DatasetRef, Event

__all__ = ["Names", "short_job_name"]

Key = tuple[str, str]
Alias = tuple[str, str, str]
_IDENTIFIER = ("namespace", "name")
_KINDS_OF_TABLES = ("TABLE", "VIEW")


@dataclass(slots=True)
class Names:
    """Merges the names of datasets: if a symlink of one dataset is the main name of another, they are the same."""

    _aliases: dict[Key, dict[Alias, None]] = field(default_factory=dict)
    _main: dict[Key, Key] = field(default_factory=dict)
    _named: dict[Alias, Key] = field(default_factory=dict)
    """The dataset that has the name of a table."""

    @staticmethod
    def of(events: Iterable[Event]) -> Names:
        """Return the names for the datasets of some events, in the order of their times.

        Only what a successful run has written moves the name of a table from one dataset to another: tables are
        renamed, and created anew elsewhere. A reader may name an old place, and a failed write a place that the table
        has never had.
        """
        names = Names()
        for event in events:
            done = is_done(event)
            for ref, is_output in references(event):
                names._add(ref, is_done=is_output and done)
        for key, aliases in names._aliases.items():
            for namespace, name, _ in aliases:
                one, other = names.main(key), names.main((namespace, name))
                if one != other and (namespace, name) in names._aliases:
                    names._main[other] = one
        names._choose_main()
        return names

    def _add(self, ref: DatasetRef, *, is_done: bool) -> None:
        key = ref.namespace, ref.name
        known = self._aliases.setdefault(key, {})
        if change_of(ref.facets) == "RENAME":
            if not is_done:
                return
            previous = [text_at(ref.facets, "lifecycleStateChange", "previousIdentifier", at) for at in _IDENTIFIER]
            for alias in [alias for alias in known if [*alias[:2]] == previous]:
                del known[alias]
                if self._named.get(alias) == key:
                    del self._named[alias]
        for alias in identifiers_of(ref.facets):
            if alias[2] in _KINDS_OF_TABLES:
                before = self._named.setdefault(alias, key)
                if before != key:
                    if not is_done:
                        continue
                    self._aliases[before].pop(alias, None)
                    self._named[alias] = key
            known[alias] = None

    def _choose_main(self) -> None:
        """Choose the main name of equal datasets, whatever the order of events: if possible, one that is no symlink."""
        targets = {(ns, name) for key, aliases in self._aliases.items() for ns, name, _ in aliases if (ns, name) != key}
        groups: defaultdict[Key, list[Key]] = defaultdict(list)
        for key in self._aliases:
            groups[self.main(key)].append(key)
        for group in groups.values():
            chosen = min(group, key=lambda key: (key in targets, key))
            self._main.update(dict.fromkeys(group, chosen))
            self._main.pop(chosen, None)

    def main(self, key: Key) -> Key:
        """Return the main name of a dataset."""
        while (above := self._main.get(key)) is not None:
            if (next_above := self._main.get(above)) is not None:
                self._main[key] = next_above  # shortens the way for the next call
            key = above
        return key

    def aliases(self) -> dict[Key, tuple[str, ...]]:
        """Return the other names of each dataset, by its main name, as text."""
        found: defaultdict[Key, dict[str, None]] = defaultdict(dict)
        for other, aliases in self._aliases.items():
            names = [other, *((namespace, name) for namespace, name, _ in aliases)]
            found[self.main(other)].update(dict.fromkeys(f"{namespace} {name}" for namespace, name in names))
        return {key: tuple(name for name in names if name != f"{key[0]} {key[1]}") for key, names in found.items()}

    def labels(self, keys: list[Key]) -> list[str]:
        """Return a short label for each dataset; labels that would be equal are made longer."""
        levels = [
            [self._table(key) or "/".join(_parts(key[1])[-2:]) or key[1] or "(no name)" for key in keys],
            [key[1] for key in keys],
            [f"{key[0]} {key[1]}" for key in keys],
        ]
        labels = levels[0]
        for longer in levels[1:]:
            count = Counter(labels)
            labels = [label if count[label] == 1 else longer[i] for i, label in enumerate(labels)]
        return labels

    def _table(self, key: Key) -> str:
        tables = [name for _, name, kind in self._aliases.get(key, {}) if kind == "TABLE" and name]
        return min(tables, key=len, default="").removeprefix("spark_catalog.")


def _parts(name: str) -> list[str]:
    return [part for part in name.split("/") if part]


def short_job_name(name: str, parent: str) -> str:
    """Return a job's name without the prefix of its application's name.

    >>> short_job_name("etl.append_data.sales", "etl")
    'append_data.sales'
    """
    return name.removeprefix(parent + ".") if parent and name != parent else name
