"""One change of lineage, and all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from headwater.diff.snapshot import Node

__all__ = ["Change", "Difference"]

Sign = Literal["+", "-", "~"]
What = Literal["dataset", "column", "type", "source", "input", "gap"]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is new (``+``), gone (``-``) or other (``~``).

    ``column`` is empty where the whole dataset, or all of its rows, are meant. ``source`` is what is depended on.
    ``before`` and ``after`` hold the type, or the kinds of dependency, or what is said of a gap, which has no dataset.
    ``reaches`` lists what is made of the changed thing.
    """

    sign: Sign
    what: What
    dataset: str
    column: str = ""
    source: Node | None = None
    before: str = ""
    after: str = ""
    reaches: tuple[Node, ...] = ()

    @property
    def loses(self) -> bool:
        """Whether something that was known is so no more."""
        return self.sign == ("+" if self.what == "gap" else "-") or (self.sign == "~" and _is_less_certain(self))


@dataclass(frozen=True, slots=True)
class Difference:
    """All changes, by dataset and column, and a short label for each dataset."""

    changes: tuple[Change, ...]
    labels: dict[str, str]

    def label(self, name: str) -> str:
        """Return the label of a dataset."""
        return self.labels.get(name, name)

    def counts(self) -> dict[str, dict[Sign, int]]:
        """Return how many changes of each kind and sign there are; kinds without one are left out."""
        found: dict[str, dict[Sign, int]] = {}
        for change in self.changes:
            of_kind = found.setdefault(change.what, {"+": 0, "-": 0, "~": 0})
            of_kind[change.sign] += 1
        return found


def _is_less_certain(change: Change) -> bool:
    """Tell whether a type is another one, or a dependency is less certain than it was."""
    if change.what == "type":
        return True
    return any(word in change.after and word not in change.before for word in ("opaque", "unknown"))
