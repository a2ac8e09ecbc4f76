"""Compares the column lineage of an event with the expected one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from headwater.dry_run import columns_of, lineage
from headwater.extensions.datasets import ColumnSource
from headwater.testing._facets import ExpectedFacets, compare_facets

if TYPE_CHECKING:
    from headwater.dry_run import Session, Source

__all__ = ["Expected", "assert_lineage", "compare"]

_NO_FACETS: ExpectedFacets = MappingProxyType({})
Expected: TypeAlias = Mapping[str, str | ColumnSource | Iterable[str | ColumnSource]]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A source that a test expects; ``kind`` is ``DIRECT`` or ``INDIRECT``, with a subtype or without."""

    text: str
    kind: str = "DIRECT"

    def is_met_by(self, source: Source, kind: str) -> bool:
        return self.text in source.names and f"{kind} ".startswith(f"{self.kind} ")

    def __str__(self) -> str:
        return self.text if self.kind == "DIRECT" else f"{self.text} {self.kind}"


def assert_lineage(
    query: Any,  # noqa: ANN401  (SQL, a Plan, or a DataFrame)
    expected: Expected,
    *extensions: object,
    partial: bool = False,
    facets: ExpectedFacets = _NO_FACETS,
    session: Session | None = None,
) -> None:
    """Fail unless the output columns of a query have exactly the expected sources; the query is not run.

    A source is ``dataset.column``. Its dataset is the last part of the name, the whole name, the table's name, or
    ``namespace/name``. It may also be ``Dataset(…).column("amount")``, then with the type and subtype that are given
    there. The expected value of a column without sources is ``[]``. If a query writes several datasets, output columns
    are also ``dataset.column``, with the last part of the name or, if another output has the same, the whole name.
    With ``partial``, columns that are not in ``expected`` are ignored. Direct dependencies are compared; those through
    filters, joins and sorts only for a column that expects one of them.

    ``facets`` are expected, too: by ``"run"``, ``"job"`` or a name of a dataset, facets with some of their fields. A
    facet that is ``None`` must not be there::

        assert_lineage("SELECT sum(amount) AS total FROM orders", {"total": "orders.amount"})
        amount = Dataset("file", "/warehouse/orders").column("amount", subtype="AGGREGATION")
        facets = {"orders": {"acme_tier": {"name": "gold"}}}
        assert_lineage("SELECT sum(amount) AS total FROM orders", {"total": amount}, acme, facets=facets)
    """
    __tracebackhide__ = True
    event = query if isinstance(query, dict) else lineage(query, *extensions, session=session)
    problems = [*compare(event, expected, partial=partial), *compare_facets(event, facets)]
    if problems:
        raise AssertionError("\n".join(["the lineage differs:", *problems]))


def compare(event: Mapping[str, Any], expected: Expected, *, partial: bool = False) -> list[str]:
    """Return one line for each column whose sources differ from the expected ones."""
    found = columns_of(event)
    lines: list[str] = []
    for column in dict.fromkeys([*expected, *(() if partial else found)]):
        wanted = _wanted(expected.get(column, ()))
        compared = ("DIRECT", "INDIRECT") if any(each.kind.startswith("IN") for each in wanted) else ("DIRECT",)
        there = [
            (source, kind) for source in found.get(column, ()) for kind in source.kinds if kind.startswith(compared)
        ]
        missing = [each for each in wanted if not any(each.is_met_by(*one) for one in there)]
        extra = [one for one in there if not any(each.is_met_by(*one) for each in wanted)]
        about = []
        if column not in found:
            about.append(f"    the query has no such column; it has: {', '.join(found) or 'none'}")
        elif column not in expected:
            about.append(
                "    not expected; add it to the expected columns, as [] if it has no sources, or use partial=True"
            )
        about += [f"    - {each}  (expected, and not there)" for each in missing]
        about += [f"    + {source.text}  ({kind}; there, and not expected)" for source, kind in extra]
        if about:
            lines += [f"  {column}", *about]
    errors = event.get("run", {}).get("facets", {}).get("headwater_extensionErrors", {}).get("errors", ())
    lines += [f"  {each.get('extension')} failed: {each.get('message')}" for each in errors]
    return lines


def _wanted(given: str | ColumnSource | Iterable[str | ColumnSource]) -> list[_Wanted]:
    several = [given] if isinstance(given, (str, ColumnSource)) else given
    return [_Wanted(each) if isinstance(each, str) else _of_source(each) for each in several]


def _of_source(source: ColumnSource) -> _Wanted:
    text = f"{source.namespace}/{source.name.lstrip('/')}.{source.field}"
    return _Wanted(text, f"{source.type} {source.subtype}".strip())
