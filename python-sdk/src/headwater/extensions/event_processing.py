"""Namers, filters, transformers and transports: they process complete events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from headwater.extensions._function import FunctionExtension

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.extensions.context import Event, Job
    from headwater.extensions.datasets import CatalogTable, Dataset

    NamerFunction = Callable[[Dataset], Dataset | None] | Callable[[Dataset, CatalogTable | None], Dataset | None]
    JobNamerFunction = Callable[[Job], Job | None]
    KeepEventFunction = Callable[[Event], bool]
    KeepDatasetFunction = Callable[[Dataset], bool]
    TransformerFunction = Callable[[dict[str, Any]], dict[str, Any] | None]
    TransportFunction = Callable[[dict[str, Any]], None]
    BatchFunction = Callable[[list[dict[str, Any]]], None]

__all__ = [
    "BatchTransport",
    "DatasetFilter",
    "EventFilter",
    "EventTransformer",
    "JobNamer",
    "Namer",
    "Transport",
    "event_transformer",
    "job_namer",
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

    # A type checker accepts any arguments in place of `*others: Any, **named: Any`, also `table` alone.
    def rename(self, dataset: Dataset, /, *others: Any, **named: Any) -> Dataset | None:  # noqa: ANN401
        """Return the new identity of the dataset; the same one or ``None`` leaves it unchanged."""


class JobNamer(Protocol):
    """Renames the jobs of an application's runs; called once for each job of an application.

    All events of a run need the same job. A job whose namer raises or does not answer therefore keeps its name until
    the application ends.
    """

    def rename_job(self, job: Job, /) -> Job | None:
        """Return the new namespace and name of the job; the same ones or ``None`` leave it unchanged."""


class EventFilter(Protocol):
    """Decides which events are sent."""

    def keep_event(self, event: Event, /) -> bool:
        """Return whether this event is sent."""


class DatasetFilter(Protocol):
    """Decides which datasets are part of events."""

    def keep_dataset(self, dataset: Dataset, /) -> bool:
        """Return whether events contain this dataset."""


class EventTransformer(Protocol):
    """Changes complete events before they are sent."""

    def transform(self, event: dict[str, Any], /) -> dict[str, Any] | None:
        """Return the event to send instead of this one, which may be changed in place; ``None`` leaves it unchanged.

        ``eventType``, ``eventTime`` and ``run.runId`` must stay. What is returned is redacted again.
        """


class Transport(Protocol):
    """Sends complete, redacted events to a destination of its own.

    With ``spool = True`` in the class, events wait in the agent's spool until the transport has taken them, in their
    order. If ``emit`` raises :class:`~headwater.RefusedError`, the event is a dead letter with this reason; after
    :class:`~headwater.SpoolError` nothing is sent for a while; after any other exception the event is sent again later.
    """

    def emit(self, event: dict[str, Any], /) -> None:
        """Send one OpenLineage event."""


class BatchTransport(Protocol):
    """A :class:`Transport` with the spool that takes several events at once, at most ``batch`` of them.

    If ``emit_batch`` raises, the same events are sent again, one at a time, to find out which of them are refused.
    """

    batch: int

    def emit_batch(self, events: list[dict[str, Any]], /) -> None:
        """Send OpenLineage events, oldest first: all of them, or raise."""


class _ReviewFunction(FunctionExtension):
    """A function that events may have to wait for."""

    def __init__(self, function: Callable[..., Any], *, required: bool) -> None:
        super().__init__(function)
        self.required = required


class _FunctionNamer(_ReviewFunction):
    def rename(self, *arguments: Any) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(*arguments)


class _FunctionJobNamer(_ReviewFunction):
    def rename_job(self, job: Job) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(job)


class _FunctionEventFilter(_ReviewFunction):
    def keep_event(self, event: Event) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(event)


class _FunctionDatasetFilter(_ReviewFunction):
    def keep_dataset(self, dataset: Dataset) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(dataset)


class _FunctionTransformer(FunctionExtension):
    def transform(self, event: dict[str, Any]) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(event)


class _FunctionTransport(FunctionExtension):
    def __init__(self, function: Callable[..., Any], *, spool: bool = False) -> None:
        super().__init__(function)
        self.spool = spool

    def emit(self, event: dict[str, Any]) -> Any:  # noqa: ANN401  (its return value is not used)
        return self.function(event)


class _FunctionBatchTransport(FunctionExtension):
    def __init__(self, function: Callable[..., Any], batch: int) -> None:
        super().__init__(function)
        self.batch = batch

    def emit_batch(self, events: list[dict[str, Any]]) -> Any:  # noqa: ANN401  (its return value is not used)
        return self.function(events)


_Review = TypeVar("_Review", bound=_ReviewFunction)


def _decorated(
    kind: type[_Review], function: Callable[..., Any] | None, *, required: bool
) -> _Review | Callable[[Callable[..., Any]], _Review]:
    """Return the extension, or for a decorator with arguments the function that makes it."""
    return (lambda given: kind(given, required=required)) if function is None else kind(function, required=required)


@overload
def namer(function: NamerFunction, /) -> _FunctionNamer: ...
@overload
def namer(*, required: bool = False) -> Callable[[NamerFunction], _FunctionNamer]: ...
def namer(
    function: NamerFunction | None = None, *, required: bool = False
) -> _FunctionNamer | Callable[[NamerFunction], _FunctionNamer]:
    """Convert a function to a :class:`Namer`; with ``required=True``, no event is sent without its answer.

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
    return _decorated(_FunctionNamer, function, required=required)


@overload
def job_namer(function: JobNamerFunction, /) -> _FunctionJobNamer: ...
@overload
def job_namer(*, required: bool = False) -> Callable[[JobNamerFunction], _FunctionJobNamer]: ...
def job_namer(
    function: JobNamerFunction | None = None, *, required: bool = False
) -> _FunctionJobNamer | Callable[[JobNamerFunction], _FunctionJobNamer]:
    """Convert a function to a :class:`JobNamer`; with ``required=True``, no event is sent without its answer.

    >>> from headwater.extensions import Job
    >>> @job_namer
    ... def without_date(job: Job) -> Job:
    ...     return Job(job.namespace, job.name.removesuffix("_2026_11_23"))
    """
    return _decorated(_FunctionJobNamer, function, required=required)


@overload
def keep_event(function: KeepEventFunction, /) -> _FunctionEventFilter: ...
@overload
def keep_event(*, required: bool = False) -> Callable[[KeepEventFunction], _FunctionEventFilter]: ...
def keep_event(
    function: KeepEventFunction | None = None, *, required: bool = False
) -> _FunctionEventFilter | Callable[[KeepEventFunction], _FunctionEventFilter]:
    """Convert a function to an :class:`EventFilter`; with ``required=True``, no event is sent without its answer.

    >>> @keep_event(required=True)
    ... def no_shows(event: Event) -> bool:
    ...     return not (event.sql or "").startswith("SHOW")
    """
    return _decorated(_FunctionEventFilter, function, required=required)


@overload
def keep_dataset(function: KeepDatasetFunction, /) -> _FunctionDatasetFilter: ...
@overload
def keep_dataset(*, required: bool = False) -> Callable[[KeepDatasetFunction], _FunctionDatasetFilter]: ...
def keep_dataset(
    function: KeepDatasetFunction | None = None, *, required: bool = False
) -> _FunctionDatasetFilter | Callable[[KeepDatasetFunction], _FunctionDatasetFilter]:
    """Convert a function to a :class:`DatasetFilter`; with ``required=True``, no event is sent without its answer.

    >>> @keep_dataset
    ... def no_temporary(dataset: Dataset) -> bool:
    ...     return not dataset.name.startswith("/tmp/")
    """
    return _decorated(_FunctionDatasetFilter, function, required=required)


def event_transformer(function: TransformerFunction) -> _FunctionTransformer:
    """Convert a function to an :class:`EventTransformer`.

    >>> @event_transformer
    ... def tagged(event: dict[str, Any]) -> dict[str, Any]:
    ...     event["job"]["facets"]["acme_team"] = {"name": "sales"}
    ...     return event
    """
    return _FunctionTransformer(function)


@overload
def transport(function: TransportFunction, /) -> _FunctionTransport: ...
@overload
def transport(*, spool: bool) -> Callable[[TransportFunction], _FunctionTransport]: ...
@overload
def transport(*, batch: int) -> Callable[[BatchFunction], _FunctionBatchTransport]: ...
def transport(
    function: TransportFunction | None = None, *, spool: bool = False, batch: int | None = None
) -> (
    _FunctionTransport
    | Callable[[TransportFunction], _FunctionTransport]
    | Callable[[BatchFunction], _FunctionBatchTransport]
):
    """Convert a function to a :class:`Transport`; with ``spool=True``, events wait until it has taken them.

    >>> @transport
    ... def show(event: dict[str, Any]) -> None:
    ...     print(event["eventType"], event["job"]["name"])

    With ``batch=100``, the function takes up to 100 events at once, from the spool, as a :class:`BatchTransport`:

    >>> @transport(batch=100)
    ... def store(events: list[dict[str, Any]]) -> None:
    ...     print(len(events))
    """
    if batch is not None:
        return lambda given: _FunctionBatchTransport(given, batch)
    if function is None:
        return lambda given: _FunctionTransport(given, spool=spool)
    return _FunctionTransport(function)
