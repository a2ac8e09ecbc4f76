"""Namers, filters and transports: they process complete events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from headwater.extensions._function import FunctionExtension

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.extensions.context import Event
    from headwater.extensions.datasets import CatalogTable, Dataset

    NamerFunction = Callable[[Dataset], Dataset | None] | Callable[[Dataset, CatalogTable | None], Dataset | None]

__all__ = [
    "DatasetFilter",
    "EventFilter",
    "Namer",
    "Transport",
    "keep_dataset",
    "keep_event",
    "namer",
    "transport",
]


class Namer(Protocol):
    """Renames datasets; called once for each dataset of an application.

    ``rename`` may take a second argument, ``table``: the :class:`CatalogTable` of the dataset, or ``None`` if it is in
    no catalog.
    """

    def rename(self, dataset: Dataset, /) -> Dataset | None:
        """Return the new identity of the dataset; the same one or ``None`` leaves it unchanged."""


class EventFilter(Protocol):
    """Decides which events are sent."""

    def keep_event(self, event: Event, /) -> bool:
        """Return whether this event is sent."""


class DatasetFilter(Protocol):
    """Decides which datasets are part of events."""

    def keep_dataset(self, dataset: Dataset, /) -> bool:
        """Return whether events contain this dataset."""


class Transport(Protocol):
    """Sends complete, redacted events to a destination of its own."""

    def emit(self, event: dict[str, Any], /) -> None:
        """Send one OpenLineage event."""


class _FunctionNamer(FunctionExtension):
    def rename(self, *arguments: Any) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(*arguments)


class _FunctionEventFilter(FunctionExtension):
    def keep_event(self, event: Event) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(event)


class _FunctionDatasetFilter(FunctionExtension):
    def keep_dataset(self, dataset: Dataset) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(dataset)


class _FunctionTransport(FunctionExtension):
    def emit(self, event: dict[str, Any]) -> Any:  # noqa: ANN401  (its return value is not used)
        return self.function(event)


def namer(function: NamerFunction) -> _FunctionNamer:
    """Convert a function to a :class:`Namer`.

    >>> from headwater.extensions import Dataset
    >>> @namer
    ... def prod(dataset: Dataset) -> Dataset | None:
    ...     return Dataset("s3://lake", dataset.name) if dataset.namespace == "s3://lake-replica" else None

    With a second argument, the function also knows the table:

    >>> from headwater.extensions import CatalogTable
    >>> @namer
    ... def acme(dataset: Dataset, table: CatalogTable | None) -> Dataset | None:
    ...     if table is None or table.catalog != "acme":
    ...         return None
    ...     return Dataset("acme://warehouse-7", ".".join((*table.namespace, table.name)))
    """
    return _FunctionNamer(function)


def keep_event(function: Callable[[Event], bool]) -> _FunctionEventFilter:
    """Convert a function to an :class:`EventFilter`.

    >>> @keep_event
    ... def no_shows(event: Event) -> bool:
    ...     return not (event.sql or "").startswith("SHOW")
    """
    return _FunctionEventFilter(function)


def keep_dataset(function: Callable[[Dataset], bool]) -> _FunctionDatasetFilter:
    """Convert a function to a :class:`DatasetFilter`.

    >>> @keep_dataset
    ... def no_temporary(dataset: Dataset) -> bool:
    ...     return not dataset.name.startswith("/tmp/")
    """
    return _FunctionDatasetFilter(function)


def transport(function: Callable[[dict[str, Any]], None]) -> _FunctionTransport:
    """Convert a function to a :class:`Transport`.

    >>> @transport
    ... def show(event: dict[str, Any]) -> None:
    ...     print(event["eventType"], event["job"]["name"])
    """
    return _FunctionTransport(function)
