"""Emit facets from any place in a program, for the current query, scope or application."""

from __future__ import annotations

import contextlib
import functools
import inspect
import uuid
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from headwater._connect import check_facet_name, emit_in_job, is_in_job, job_in
from headwater._lineage import dataset_name
from headwater._pyspark import active_context, connect_session
from headwater._warn import warn_once
from headwater.errors import BridgeError, SparkCallError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from headwater._bridge.attachment import Attachment
    from headwater.extensions.datasets import Dataset

    P = ParamSpec("P")
    R = TypeVar("R")

__all__ = ["emit_dataset_facet", "emit_job_facet", "emit_run_facet", "is_terminating_event_sent", "job"]

_JOB_WITHOUT_EFFECT = "the job's name has no effect"  # kinds of warnings
_FACET_LOST = "the facet is lost"

_scope: ContextVar[str | None] = ContextVar("headwater_scope", default=None)
_open_tags: list[str] = []  # of all threads; the innermost scope of a thread comes last


def emit_run_facet(name: str, facet: object) -> None:
    """Add a facet to the run of the current query, of the current ``with headwater.job``, or of the application.

    The facet is part of the next event of that run. ``facet`` is a mapping or an instance of a class of
    ``openlineage.client.facet_v2``. An invalid facet, or a name that the agent does not accept, raises
    :class:`~headwater.FacetError`. If there is no agent, or if the run has ended, the facet is lost, and the first such
    call issues a :class:`~headwater.HeadwaterWarning`.

    In a client of Spark Connect, the facet is part of all events of the operations that the thread sends later in the
    same ``with headwater.job``. All facets of such a block may have 16,384 characters; more raise a ``FacetError``.

    ::

        headwater.emit_run_facet("costCenter", {"code": "A-17"})
    """
    _emit("run", name, facet)


def emit_job_facet(name: str, facet: object) -> None:
    """Add a facet to the job; otherwise like :func:`emit_run_facet`."""
    _emit("job", name, facet)


def emit_dataset_facet(name: str, facet: object, dataset: Dataset) -> None:
    """Add a facet to a dataset, in the run's next event that contains it; otherwise like :func:`emit_run_facet`."""
    dataset_name(dataset, f"dataset facet {name!r}")
    _emit("dataset", name, facet, dataset)


def is_terminating_event_sent() -> bool:
    """Return whether the run that a facet emitted here would reach has ended; such a facet would be lost."""
    if _has_ended():
        return True
    if is_in_job():
        return False
    unknown = "it is not known whether the run has ended"
    attachment = _attachment(unknown, unknown)
    if attachment is None:
        return False
    try:
        return attachment.client.terminated(_where(attachment))
    except BridgeError as error:
        warn_once(f"{unknown}: {error}")
        return False


def job(name: str) -> JobBlock:
    """Set the job name of all queries and Spark jobs that are started inside the block, on this thread.

    The job of such a query is named ``<application>.<name>``. Facets emitted inside the block apply to all of them. It
    can also be used as a decorator, also of a coroutine function. Before Spark 3.5 it only warns. In a client of Spark
    Connect it holds for the operations that are sent in the same context: by the same thread, and by what a task of
    ``asyncio`` awaits. Elsewhere it holds for all tasks that the thread runs while the block is open.

    It raises :class:`~headwater.UsageError` if ``name`` is no text or blank, or if it decorates a generator function,
    whose body runs after the call.

    ::

        with headwater.job("daily orders"):
            orders.write.saveAsTable("daily.orders")
    """
    if not isinstance(name, str) or not name.strip():
        raise UsageError(f"headwater.job needs a name, not {name!r}")
    return JobBlock(name)


class JobBlock:
    """A context manager and a decorator, see :func:`job`. Each call of a decorated function has a block of its own."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._open: list[contextlib.AbstractContextManager[None]] = []

    def __enter__(self) -> None:
        block = _block(self._name)
        block.__enter__()
        self._open.append(block)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._open.pop().__exit__(kind, error, trace)

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Return the function with its body in the block."""
        if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
            raise UsageError(
                f"headwater.job({self._name!r}) decorates the generator function {function.__qualname__}, whose body "
                "runs after the call; use `with headwater.job(...):` inside it"
            )
        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def in_block(*args: P.args, **kwargs: P.kwargs) -> Any:  # noqa: ANN401  (what the coroutine returns)
                with _block(self._name):
                    return await function(*args, **kwargs)

            return cast("Callable[P, R]", in_block)

        @functools.wraps(function)
        def inside(*args: P.args, **kwargs: P.kwargs) -> R:
            with _block(self._name):
                return function(*args, **kwargs)

        return inside


@contextmanager
def _block(name: str) -> Iterator[None]:
    session = connect_session()
    if session is not None:
        with job_in(session, name):
            yield
        return
    attachment = _attachment(_job_without_effect(name), _JOB_WITHOUT_EFFECT, stacklevel=6)
    tag = None if attachment is None else _open_scope(attachment, name)
    if attachment is None or tag is None:
        yield
        return
    outer = _scope.set(tag)
    try:
        yield
    finally:
        _scope.reset(outer)
        _close_scope(attachment, name, tag)


def _open_scope(attachment: Attachment, name: str) -> str | None:
    """Open a scope with this job name; return its tag, or ``None`` after a warning if that fails."""
    tag = f"headwater-{uuid.uuid4().hex[:12]}"
    try:
        if not hasattr(attachment.context, "addJobTag"):
            raise BridgeError("it needs Spark 3.5 or later")  # noqa: TRY301  (as all other reasons)
        attachment.context.addJobTag(tag)
        attachment.client.scope({"tag": tag, "job": name, "open": True})
    except KeyboardInterrupt:
        _remove_tag(attachment, tag)
        raise
    except Exception as error:  # noqa: BLE001  (PySpark's errors have no common base; none may reach the job)
        _remove_tag(attachment, tag)
        warn_once(f"{_job_without_effect(name)}: {error}", 6, f"{_JOB_WITHOUT_EFFECT}: {error}")
        return None
    _open_tags.append(tag)
    return tag


def _job_without_effect(name: str) -> str:
    return f"the job's name {name!r} has no effect"


def _close_scope(attachment: Attachment, name: str, tag: str) -> None:
    _open_tags.remove(tag)
    if attachment.is_inherited:
        return
    # Spark and the agent may have stopped in the meantime. An error here would replace the one of the block.
    try:
        _remove_tag(attachment, tag)
    finally:
        with contextlib.suppress(Exception):
            attachment.client.scope({"tag": tag, "job": name, "open": False})


def _remove_tag(attachment: Attachment, tag: str) -> None:
    """Remove the tag from the thread, also if the user presses Ctrl-C now: later queries would have the job's name."""
    try:
        with contextlib.suppress(Exception):
            attachment.context.removeJobTag(tag)
    except KeyboardInterrupt:
        with contextlib.suppress(Exception):
            attachment.context.removeJobTag(tag)
        raise


def _emit(target: str, name: str, facet: object, dataset: Dataset | None = None) -> None:
    from headwater.extensions.facets import to_json  # noqa: PLC0415  (attrs, which executors need not have)

    message: dict[str, Any] = {
        "target": target,
        "name": name,
        "facet": to_json(target, name, facet),
        "namespace": None if dataset is None else dataset.namespace,
        "dataset": None if dataset is None else dataset.name,
    }
    check_facet_name(target, name)
    if connect_session() is not None:
        emit_in_job(message, stacklevel=5)
        return
    lost = f"the facet {name!r} is lost"
    attachment = _attachment(lost, _FACET_LOST, stacklevel=5)
    if attachment is None:
        return
    try:
        answer = attachment.client.emit({**_where(attachment), **message})
    except BridgeError as error:
        answer = {"accepted": False, "reason": str(error)}
    if not answer.get("accepted"):
        reason = answer.get("reason")
        warn_once(f"{lost}: {reason}", 4, f"{_FACET_LOST}: {reason}")


def _attachment(effect: str, kind: str, stacklevel: int = 4) -> Attachment | None:
    """Return the connection to the agent, or ``None`` after a warning; ``kind`` is the effect without a name."""
    try:
        from headwater._bridge.attachment import attach  # noqa: PLC0415  (py4j)

        return attach(active_context())
    except SparkCallError:
        raise
    except (BridgeError, ImportError) as error:
        warn_once(f"{effect}: {error}", stacklevel, f"{kind}: {error}")
        return None


def _has_ended() -> bool:
    try:
        from headwater._bridge.attachment import has_ended  # noqa: PLC0415  (py4j)
    except ImportError:
        return False
    return has_ended()


def _where(attachment: Attachment) -> dict[str, Any]:
    """Return the scope tag and the SQL execution id of this thread.

    ``pyspark.InheritableThread`` inherits the tags of Spark, but no context variable.
    """
    scope, execution = _scope.get(), None
    with contextlib.suppress(Exception):  # a stopped session; PySpark's errors have no base
        execution = attachment.context.getLocalProperty("spark.sql.execution.id")
        if scope is None and _open_tags:
            tags = attachment.context.getJobTags()
            scope = next((tag for tag in reversed(_open_tags) if tag in tags), None)
    return {"scope": scope, "executionId": int(execution) if execution else None}
