"""What the events tell of a dataset."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from headwater.model._facts import columns_of, dataset_facts, is_deleted, other_facets, owners_of, tags_of
from headwater.model._graph import Column, Dataset

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["DatasetBuilder"]


@dataclass(slots=True)
class DatasetBuilder:
    """Collects the columns and the facets of a dataset."""

    facets: dict[str, Any] = field(default_factory=dict)
    columns: dict[str, Column] = field(default_factory=dict)
    _positions: dict[str, int] | None = None
    _schema: object = None
    _has_written_schema: bool = False
    _is_written: bool = False
    _in_schema: int = 0

    def learn(self, facets: Mapping[str, Any], *, is_output: bool, has_failed: bool) -> None:
        """Add facets; the schema and the version of what was written take precedence over those of what was read.

        What a run would have written if it had not failed is used where nothing else is known; its change of the
        dataset may not have happened. ``_deleted`` of the OpenLineage specification removes the facet of this name.
        """
        written, unwritten = is_output and not has_failed, is_output and has_failed
        for name, facet in facets.items():
            if unwritten or (name == "version" and self._is_written and not written):
                if name != "lifecycleStateChange" and not is_deleted(facet):
                    self.facets.setdefault(name, facet)
            elif is_deleted(facet):
                self.facets.pop(name, None)
            else:
                self.facets[name] = facet
        self._is_written |= written
        self._learn_schema(facets, written=written)

    def _learn_schema(self, facets: Mapping[str, Any], *, written: bool) -> None:
        schema = facets.get("schema")
        if schema is None or (self._has_written_schema and not written):
            return
        if schema is not self._schema:  # `SharedFacets` keeps equal ones once
            columns = columns_of(facets)
            if not columns:
                return
            self.columns = {column.name: column for column in columns}
            self._in_schema = len(self.columns)
            self._positions = None
            self._schema = schema
        self._has_written_schema |= written

    def column(self, name: str) -> int:
        """Return the index of a column; a column that occurs only in the lineage is added."""
        if self._positions is None:
            self._positions = {known: index for index, known in enumerate(self.columns)}
        if name not in self._positions:
            self._positions[name] = len(self.columns)
            self.columns[name] = Column(name, "", "")
        return self._positions[name]

    def build(self, key: tuple[str, str], label: str, aliases: Iterable[str]) -> Dataset:
        """Return the dataset with its main name and its other names."""
        return Dataset(
            *key,
            label,
            tuple(aliases),
            columns=tuple(self.columns.values()),
            facts=dataset_facts(self.facets),
            owners=owners_of(self.facets),
            tags=tags_of(self.facets),
            facets=other_facets(self.facets),
            in_schema=self._in_schema,
        )
