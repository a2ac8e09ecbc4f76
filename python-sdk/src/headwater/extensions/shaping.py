"""Namers, filters and transports: what happens to an event that is complete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from headwater.extensions._function import FunctionExtension

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.extensions.context import Event
    from headwater.extensions.datasets import Dataset

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
    """Gives datasets another identity; asked once for each dataset of an application, whatever found it."""

    def rename(self, dataset: Dataset, /) -> Dataset | None:
        """Return the dataset's new identity; the same, or ``None``, leaves it as it is."""


class EventFilter(Protocol):
    """Keeps events, or drops them."""

    def keep_event(self, event: Event, /) -> bool:
        """Return whether this event is to be sent."""


class DatasetFilter(Protocol):
    """Keeps datasets in events, or drops them."""

    def keep_dataset(self, dataset: Dataset, /) -> bool:
        """Return whether this dataset is to be in the events."""


class Transport(Protocol):
    """Takes events, finished and redacted, to wherever they are wanted."""

    def emit(self, event: dict[str, Any], /) -> None:
        """Send one OpenLineage event."""


class _FunctionNamer(FunctionExtension):
    def rename(self, dataset: Dataset) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(dataset)


class _FunctionEventFilter(FunctionExtension):
    def keep_event(self, event: Event) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(event)


class _FunctionDatasetFilter(FunctionExtension):
    def keep_dataset(self, dataset: Dataset) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(dataset)


class _FunctionTransport(FunctionExtension):
    def emit(self, event: dict[str, Any]) -> Any:  # noqa: ANN401  (its answer is not used)
        return self.function(event)


def namer(function: Callable[[Dataset], Dataset | None]) -> _FunctionNamer:
    """Make a function a :class:`Namer`.

    >>> from headwater.extensions import Dataset
    >>> @namer
    ... def prod(dataset: Dataset) -> Dataset | None:
    ...     return Dataset("s3://lake", dataset.name) if dataset.namespace == "s3://lake-replica" else None
    """
    return _FunctionNamer(function)


def keep_event(function: Callable[[Event], bool]) -> _FunctionEventFilter:
    """Make a function an :class:`EventFilter`.

    >>> @keep_event
    ... def no_shows(event: Event) -> bool:
    ...     return not (event.sql or "").startswith("SHOW")
    """
    return _FunctionEventFilter(function)


def keep_dataset(function: Callable[[Dataset], bool]) -> _FunctionDatasetFilter:
    """Make a function a :class:`DatasetFilter`.

    >>> @keep_dataset
    ... def no_temporary(dataset: Dataset) -> bool:
    ...     return not dataset.name.startswith("/tmp/")
    """
    return _FunctionDatasetFilter(function)


def transport(function: Callable[[dict[str, Any]], None]) -> _FunctionTransport:
    """Make a function a :class:`Transport`.

    >>> @transport
    ... def show(event: dict[str, Any]) -> None:
    ...     print(event["eventType"], event["job"]["name"])
    """
    return _FunctionTransport(function)
