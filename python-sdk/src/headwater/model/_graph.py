"""The classes of the model: datasets with columns, jobs with runs, and edges between columns."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = [
    "CERTAINTIES",
    "UNCERTAIN",
    "WHOLE_DATASET",
    "Column",
    "ColumnEdge",
    "Dataset",
    "FacetTable",
    "Flow",
    "Gap",
    "Job",
    "Lineage",
    "Run",
    "Tag",
    "Transformation",
    "UncertainColumn",
    "WrittenOutput",
]

WHOLE_DATASET = -1
"""The target column of an edge to the whole dataset: a filter, a join or a sort."""

UNCERTAIN = ("local", "opaque", "unknown")
"""The certainties of a column that may have sources which are not known, the least certain last."""

CERTAINTIES = ("declared", *UNCERTAIN)
"""The certainties that a description may begin with, the least certain last; exact is not written."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column; the name of a nested column is its path."""

    name: str
    type: str
    description: str


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of a dataset or, if ``column`` is not empty, of a column; the value may be empty."""

    key: str
    value: str
    column: str


@dataclass(frozen=True, slots=True)
class FacetTable:
    """A facet, or a list in one, as text; a table without columns has rows of a name and a value."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Dataset:
    """A dataset under its main name, with its other names; a schema has named the first ``in_schema`` columns."""

    namespace: str
    name: str
    label: str
    aliases: tuple[str, ...]
    columns: tuple[Column, ...]
    facts: tuple[tuple[str, str], ...]
    owners: tuple[str, ...]
    tags: tuple[Tag, ...]
    facets: tuple[FacetTable, ...] = ()
    in_schema: int = 0


@dataclass(frozen=True, slots=True)
class WrittenOutput:
    """A dataset that a run wrote and did not drop, an index into :attr:`Lineage.datasets`; ``None`` is not known."""

    dataset: int
    rows: int | None
    bytes: int | None
    files: int | None


@dataclass(frozen=True, slots=True)
class Gap:
    """A part of a plan that the agent could not see: the class of its node, the agent's step, and why."""

    node: str
    stage: str
    reason: str

    def __str__(self) -> str:
        """Return one line of text."""
        return f"{self.node} ({self.stage}): {self.reason}"


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a job; times are milliseconds since 1970, and ``ended`` is ``None`` while the run is active.

    ``written`` are its own outputs: another run of the job may have others. ``last_write`` is when the run completed,
    or of a stream that has not, the time of its last event that shows that it has written; without any, ``None``.
    """

    id: str
    status: str
    started: int
    ended: int | None
    error: str
    stack: str
    facts: tuple[tuple[str, str], ...]
    written: tuple[WrittenOutput, ...] = ()
    gaps: tuple[Gap, ...] = ()
    last_write: int | None = None
    streaming: bool = False


@dataclass(frozen=True, slots=True)
class Flow:
    """Outputs of a job, and the inputs of the runs that they come from; both are indexes of datasets.

    What one run reads does not flow into what another run of the same job writes. A flow without outputs has what the
    latest run reads if it writes nothing.
    """

    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """A job with its runs, the latest first; a job that only declares its lineage has none.

    ``inputs`` and ``outputs`` are indexes into :attr:`Lineage.datasets`, those of all ``flows``; ``parent`` is the name
    of a job in ``parent_namespace`` or empty, and ``stream`` that of the streaming query whose ``foreachBatch`` runs
    the job. ``incomplete`` lists the outputs whose lineage is that of a run that did not complete.
    """

    namespace: str
    name: str
    label: str
    kind: str
    sql: str
    parent: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    flows: tuple[Flow, ...]
    runs: tuple[Run, ...]
    facts: tuple[tuple[str, str], ...]
    owners: tuple[str, ...] = ()
    incomplete: tuple[int, ...] = ()
    facets: tuple[FacetTable, ...] = ()
    stream: str = ""
    parent_namespace: str = ""

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """What the agent could not see in the latest run."""
        return self.runs[0].gaps if self.runs else ()


@dataclass(frozen=True, slots=True)
class Transformation:
    """The kind of a dependency."""

    type: str
    subtype: str
    masking: bool
    description: str

    @property
    def is_direct(self) -> bool:
        """Whether values of the source are in the target; filters, joins and sorts are not direct."""
        return self.type != "INDIRECT"

    @property
    def kind(self) -> str:
        """The type and the subtype, and whether values are masked, such as ``DIRECT IDENTITY masked``."""
        return " ".join(filter(None, (self.type, self.subtype, "masked" if self.masking else "")))

    @property
    def certainty(self) -> str:
        """How certain the agent is, ``declared``, ``local``, ``opaque`` or ``unknown``, or empty if it is exact."""
        return self._certainty_and_expression[0]

    @property
    def expression(self) -> str:
        """The description without the certainty, which the agent puts first."""
        return self._certainty_and_expression[1]

    @property
    def _certainty_and_expression(self) -> tuple[str, str]:
        certainty, _, expression = self.description.partition(": ")
        return (certainty, expression) if certainty in CERTAINTIES else ("", self.description)


@dataclass(frozen=True, slots=True)
class ColumnEdge:
    """A dependency of a column on another one.

    The numbers are indexes into the lists of :class:`Lineage` and into the columns of its datasets. ``by_parts`` means
    that the target is a struct, an array or a map, and edges of the same job tell which of its parts have the source.
    """

    source: int
    source_column: int
    target: int
    target_column: int
    job: int
    transformations: tuple[int, ...]
    by_parts: bool = False


@dataclass(frozen=True, slots=True)
class UncertainColumn:
    """A column without any known source that may have some, as a job says: ``local``, ``opaque`` or ``unknown``."""

    dataset: int
    column: int
    job: int
    certainty: str


@dataclass(frozen=True, slots=True)
class Lineage:
    """All datasets, jobs and dependencies of some events."""

    datasets: tuple[Dataset, ...]
    jobs: tuple[Job, ...]
    transformations: tuple[Transformation, ...]
    edges: tuple[ColumnEdge, ...]
    uncertain: tuple[UncertainColumn, ...] = ()
    described: tuple[tuple[int, int], ...] = ()
    """The job and the output of each pair for which events tell the sources of a column, also that it has none."""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON that the page reads; edges are arrays of their fields, in order, because there are many."""
        return {
            "datasets": [asdict(dataset) for dataset in self.datasets],
            "jobs": [asdict(job) for job in self.jobs],
            "transformations": [{**asdict(each), "certainty": each.certainty} for each in self.transformations],
            "edges": [
                [
                    e.source,
                    e.source_column,
                    e.target,
                    e.target_column,
                    e.job,
                    e.transformations,
                    *([1] if e.by_parts else []),
                ]
                for e in self.edges
            ],
            "uncertain": [asdict(column) for column in self.uncertain],
            "hidden": self._outputs_without_columns(),
        }

    def _outputs_without_columns(self) -> list[tuple[int, int]]:
        """Return each job with those of its outputs of which its events tell the inputs only."""
        described = {(edge.job, edge.target) for edge in self.edges}.union(self.described)
        pairs = ((number, output) for number, job in enumerate(self.jobs) for output in job.outputs)
        return [pair for pair in pairs if pair not in described]
