"""One change of lineage, and the list of all changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from headwater.model import UNCERTAIN

if TYPE_CHECKING:
    from headwater.diff.snapshot import ColumnName

__all__ = ["Change", "Difference"]

Sign = Literal["+", "-", "~"]
What = Literal["dataset", "column", "type", "source", "certainty", "expression", "input", "gap"]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that was added (``+``), removed (``-``) or changed (``~``).

    ``column`` is empty if the change concerns the whole dataset or all of its rows. ``source`` is the column that is
    depended on. ``before`` and ``after`` hold the type, the kinds of dependency, how certain it is that a column has no
    sources, the SQL of an expression over the same columns, or the text of a gap, which has no dataset. ``reaches``
    lists the columns that are computed from the changed one.
    """

    sign: Sign
    what: What
    dataset: str
    column: str = ""
    source: ColumnName | None = None
    before: str = ""
    after: str = ""
    reaches: tuple[ColumnName, ...] = ()

    @property
    def loses(self) -> bool:
        """Whether known lineage is lost."""
        return self.sign == ("+" if self.what == "gap" else "-") or (self.sign == "~" and _is_less_certain(self))


@dataclass(frozen=True, slots=True)
class Difference:
    """All changes, ordered by dataset and column, and a short label for each dataset."""

    changes: tuple[Change, ...]
    labels: dict[str, str]

    def label(self, name: str) -> str:
        """Return the label of a dataset."""
        return self.labels.get(name, name)

    def counts(self) -> dict[str, dict[Sign, int]]:
        """Return the number of changes of each kind and sign; kinds without changes are left out."""
        found: dict[str, dict[Sign, int]] = {}
        for change in self.changes:
            of_kind = found.setdefault(change.what, {"+": 0, "-": 0, "~": 0})
            of_kind[change.sign] += 1
        return found


def _is_less_certain(change: Change) -> bool:
    """Return whether a type has changed, or a dependency is less certain than before."""
    if change.what not in {"source", "certainty"}:
        return change.what == "type"
    return _doubt(change.after) > _doubt(change.before)


def _doubt(kinds: str) -> int:
    """Return how uncertain the least certain one of some kinds of dependency is."""
    words = kinds.replace(",", "").split()
    return max((UNCERTAIN.index(word) for word in words if word in UNCERTAIN), default=-1)
