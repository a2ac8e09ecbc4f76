"""Builders: create facets and datasets from Spark's listener events and scheduler objects.

A builder's subject is given by the type hint of the first argument of `build`: a type of
:mod:`headwater.extensions.subjects`, or several with ``|``. A builder with `build(self, ctx)` is called once for every
event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, TypeVar, overload

from headwater.errors import ExtensionError
from headwater.extensions._function import FunctionExtension
from headwater.extensions._standard import TARGETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from headwater.extensions import subjects as of
    from headwater.extensions._standard import Target
    from headwater.extensions.context import Context
    from headwater.extensions.datasets import InputDataset, OutputDataset
    from headwater.extensions.facets import FacetResult

    _R = TypeVar("_R")
    # One member for each subject, so that a type checker finds an argument that is none. A function of several
    # subjects, `StageInfo | JobEnd`, is a function of each.
    Build: TypeAlias = (
        Callable[[], _R]
        | Callable[[Context], _R]
        | Callable[[of.SQLExecutionStart], _R]
        | Callable[[of.SQLExecutionStart, Context], _R]
        | Callable[[of.SQLExecutionEnd], _R]
        | Callable[[of.SQLExecutionEnd, Context], _R]
        | Callable[[of.JobStart], _R]
        | Callable[[of.JobStart, Context], _R]
        | Callable[[of.JobEnd], _R]
        | Callable[[of.JobEnd, Context], _R]
        | Callable[[of.StageInfo], _R]
        | Callable[[of.StageInfo, Context], _R]
        | Callable[[of.Stage], _R]
        | Callable[[of.Stage, Context], _R]
        | Callable[[of.ActiveJob], _R]
        | Callable[[of.ActiveJob, Context], _R]
        | Callable[[of.RDD], _R]
        | Callable[[of.RDD, Context], _R]
        | Callable[[of.ClientOperation], _R]
        | Callable[[of.ClientOperation, Context], _R]
        | Callable[[of.StreamingQueryProgress], _R]
        | Callable[[of.StreamingQueryProgress, Context], _R]
    )
    InputResult: TypeAlias = InputDataset | Iterable[InputDataset] | None
    OutputResult: TypeAlias = OutputDataset | Iterable[OutputDataset] | None
    FacetBuild: TypeAlias = Build[FacetResult]
    InputBuild: TypeAlias = Build[InputResult]
    OutputBuild: TypeAlias = Build[OutputResult]

__all__ = [
    "DatasetFacetBuilder",
    "InputDatasetBuilder",
    "InputDatasetFacetBuilder",
    "JobFacetBuilder",
    "OutputDatasetBuilder",
    "OutputDatasetFacetBuilder",
    "RunFacetBuilder",
    "dataset_builder",
    "facet_builder",
]

Subjects: TypeAlias = tuple[str | type, ...]


class Builder:
    """Common base of all builders; derive from one of its subclasses."""

    builds: ClassVar[str] = ""
    subjects: Subjects = ()
    """Replaces the type hint; ``"RDD:FileScanRDD"`` selects RDDs by class (simple name, full name or pattern)."""

    build: Callable[..., Any]
    """``build(self, subject: SQLExecutionEnd, ctx: Context)``; ``ctx`` may be left out, and so may ``subject``."""

    def is_defined_at(self, subject: Any) -> bool:  # noqa: ANN401, ARG002  (subclasses override it)
        """Return whether `build` is called for a subject of a matching type; by default always."""
        return True


class RunFacetBuilder(Builder):
    """Creates run facets: `build` returns them by name.

    >>> from headwater.extensions import SQLExecutionEnd
    >>> class CostCenter(RunFacetBuilder):
    ...     def build(self, subject: SQLExecutionEnd) -> dict[str, object]:
    ...         return {"costCenter": {"code": "A-17", "millis": subject.duration_millis}}
    """

    builds = "run"

    if TYPE_CHECKING:
        build: Callable[..., FacetResult]


class JobFacetBuilder(Builder):
    """Creates job facets."""

    builds = "job"

    if TYPE_CHECKING:
        build: Callable[..., FacetResult]


class DatasetFacetBuilder(Builder):
    """Creates facets of every dataset of the event or, with ``Facet(…, dataset=…)``, of one dataset."""

    builds = "dataset"

    if TYPE_CHECKING:
        build: Callable[..., FacetResult]


class InputDatasetFacetBuilder(Builder):
    """Creates input facets, of every input dataset or of one."""

    builds = "input"

    if TYPE_CHECKING:
        build: Callable[..., FacetResult]


class OutputDatasetFacetBuilder(Builder):
    """Creates output facets, of every output dataset or of one."""

    builds = "output"

    if TYPE_CHECKING:
        build: Callable[..., FacetResult]


class InputDatasetBuilder(Builder):
    """Adds input datasets: `build` returns ``InputDataset`` values."""

    builds = "inputs"

    if TYPE_CHECKING:
        build: Callable[..., InputResult]


class OutputDatasetBuilder(Builder):
    """Adds output datasets: `build` returns ``OutputDataset`` values."""

    builds = "outputs"

    if TYPE_CHECKING:
        build: Callable[..., OutputResult]


class _FunctionBuilder(FunctionExtension, Builder):
    def build(self, *args: Any) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(*args)


def facet_builder(
    target: Target, *, subjects: str | type | Iterable[str | type] = ()
) -> Callable[[FacetBuild], _FunctionBuilder]:
    """Convert a function to a builder of run, job, dataset, input or output facets.

    >>> from headwater.extensions import StageInfo
    >>> @facet_builder("run")
    ... def spilled(stage: StageInfo) -> dict[str, object]:
    ...     return {"spill": {"bytes": stage.task_metrics.disk_bytes_spilled}}
    """
    if target not in TARGETS:
        raise ExtensionError(f"@facet_builder: {target!r} is not a target; choose one of {', '.join(TARGETS)}")
    return _decorator(target, subjects)


@overload
def dataset_builder(
    kind: Literal["input"], *, subjects: str | type | Iterable[str | type] = ()
) -> Callable[[InputBuild], _FunctionBuilder]: ...
@overload
def dataset_builder(
    kind: Literal["output"], *, subjects: str | type | Iterable[str | type] = ()
) -> Callable[[OutputBuild], _FunctionBuilder]: ...
def dataset_builder(
    kind: Literal["input", "output"], *, subjects: str | type | Iterable[str | type] = ()
) -> Callable[[Any], _FunctionBuilder]:
    """Convert a function to a builder of input or output datasets.

    >>> from headwater.extensions import InputDataset, RDD
    >>> @dataset_builder("input", subjects="RDD:AcmeRDD")
    ... def acme(rdd: RDD) -> InputDataset:
    ...     return InputDataset("acme", rdd.name or "?")
    """
    if kind not in {"input", "output"}:
        raise ExtensionError(f"@dataset_builder: {kind!r} is neither 'input' nor 'output'")
    return _decorator(f"{kind}s", subjects)


def _decorator(
    builds: str, subjects: str | type | Iterable[str | type]
) -> Callable[[Callable[..., Any]], _FunctionBuilder]:
    declared_subjects: Subjects = (subjects,) if isinstance(subjects, (str, type)) else tuple(subjects)

    def decorate(function: Callable[..., Any]) -> _FunctionBuilder:
        builder = _FunctionBuilder(function)
        builder.builds, builder.subjects = builds, declared_subjects  # type: ignore[misc]  # a class's own, but here each function's
        return builder

    return decorate
