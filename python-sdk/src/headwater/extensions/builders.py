"""Builders: facets and datasets made of Spark's listener events and scheduler objects.

What a builder is asked about is the type hint of `build`'s first argument: a type of
:mod:`headwater.extensions.subjects`, or several with ``|``. `build(self, ctx)` alone is asked once for every event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from headwater.errors import ExtensionError
from headwater.extensions._function import FunctionExtension
from headwater.extensions._standard import TARGETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from headwater.extensions._standard import Target

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
    """What all builders have in common; derive from one of the others."""

    builds: ClassVar[str] = ""
    subjects: Subjects = ()
    """In place of the type hint; ``"RDD:FileScanRDD"`` is an RDD by its class (simple, full name or pattern)."""

    build: Callable[..., Any]
    """``build(self, subject: SQLExecutionEnd, ctx: Context)``; ``ctx`` may be left out, and so may ``subject``."""

    def is_defined_at(self, subject: Any) -> bool:  # noqa: ANN401, ARG002  (for others to override)
        """Return whether `build` is to be called for a subject of the right type: always, unless overridden."""
        return True


class RunFacetBuilder(Builder):
    """Makes facets of the run: `build` returns them by name.

    >>> from headwater.extensions import SQLExecutionEnd
    >>> class CostCenter(RunFacetBuilder):
    ...     def build(self, subject: SQLExecutionEnd) -> dict[str, object]:
    ...         return {"costCenter": {"code": "A-17", "millis": subject.duration_millis}}
    """

    builds = "run"


class JobFacetBuilder(Builder):
    """Makes facets of the job."""

    builds = "job"


class DatasetFacetBuilder(Builder):
    """Makes facets of every dataset of the event, or, with ``Facet(…, dataset=…)``, of one."""

    builds = "dataset"


class InputDatasetFacetBuilder(Builder):
    """Makes input facets, of every dataset that is read, or of one."""

    builds = "input"


class OutputDatasetFacetBuilder(Builder):
    """Makes output facets, of every dataset that is written, or of one."""

    builds = "output"


class InputDatasetBuilder(Builder):
    """Finds datasets that are read: `build` returns ``InputDataset``s."""

    builds = "inputs"


class OutputDatasetBuilder(Builder):
    """Finds datasets that are written: `build` returns ``OutputDataset``s."""

    builds = "outputs"


class _FunctionBuilder(FunctionExtension, Builder):
    def build(self, *args: Any) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(*args)


def facet_builder(
    target: Target, *, subjects: str | type | Iterable[str | type] = ()
) -> Callable[[Callable[..., Any]], _FunctionBuilder]:
    """Make a function a builder of facets of a run, job, dataset, input or output.

    >>> from headwater.extensions import StageInfo
    >>> @facet_builder("run")
    ... def spilled(stage: StageInfo) -> dict[str, object]:
    ...     return {"spill": {"bytes": stage.task_metrics.disk_bytes_spilled}}
    """
    if target not in TARGETS:
        raise ExtensionError(f"@facet_builder: {target!r} is no target; choose one of {', '.join(TARGETS)}")
    return _decorator(target, subjects)


def dataset_builder(
    kind: Literal["input", "output"], *, subjects: str | type | Iterable[str | type] = ()
) -> Callable[[Callable[..., Any]], _FunctionBuilder]:
    """Make a function a builder of the datasets that are read, or written.

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
