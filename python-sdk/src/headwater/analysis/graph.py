"""The dependencies of a lineage as a graph of columns that can be followed in both directions."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from itertools import chain, product
from typing import TYPE_CHECKING

from headwater.analysis.name_index import NameIndex
from headwater.model import WHOLE_DATASET, NestedColumns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from headwater.model import Job, Lineage, Run, Tag, Transformation

__all__ = ["ROWS", "JobStep", "LineageGraph", "Node", "time_text"]

Node = tuple[int, int]
"""The index of a dataset, and that of a column or `ROWS`."""

ROWS = WHOLE_DATASET
"""Stands for the rows of a dataset, which filters, joins and sorts determine, and for the dataset as a whole."""


@dataclass(frozen=True, slots=True)
class JobStep:
    """One job makes ``target`` from ``source``.

    Without transformations, the job reads the one dataset and writes the other, and no column of the one is known to be
    in the other.
    """

    source: Node
    target: Node
    job: int
    how: tuple[Transformation, ...]
    hides_columns: bool = False
    """Whether the job says nothing about the columns of the target, so that any column may be in any other one."""
    by_parts: bool = False
    """Whether other steps of the job lead to those parts of the target that have the source."""

    @property
    def is_direct(self) -> bool:
        """Whether values of the source are in the target; filters, joins and sorts are not direct."""
        return any(each.is_direct for each in self.how)

    @property
    def is_copy(self) -> bool:
        """Whether the target has the values of the source as they are, with all parts of a struct."""
        direct = [each for each in self.how if each.is_direct]
        return bool(direct) and all(each.subtype == "IDENTITY" for each in direct)

    @property
    def is_masked(self) -> bool:
        """Whether each way in which values of the source get into the target masks them."""
        direct = [each for each in self.how if each.is_direct]
        return bool(direct) and all(each.masking for each in direct)

    @property
    def expression(self) -> str:
        """The SQL of the transformations, where the events have it."""
        return "; ".join(dict.fromkeys(each.description for each in self.how if each.description))

    @property
    def kind(self) -> str:
        """The types of the transformations, such as ``DIRECT IDENTITY``."""
        if not self.how:
            return "TABLE"
        return ", ".join(dict.fromkeys(each.kind for each in self.how))


class LineageGraph:
    """The steps from and to each column of a lineage.

    A step of a struct, an array or a map is one of its parts, too, and a step of a part is one of the whole: a job may
    copy ``address``, and the next one may read ``address.city``. A part has no steps of the other parts.
    """

    def __init__(self, lineage: Lineage) -> None:
        self.lineage = lineage
        self.names = NameIndex(lineage.datasets)
        self._nested: dict[int, NestedColumns] = {}
        self._from: defaultdict[Node, list[JobStep]] = defaultdict(list)
        self._to: defaultdict[Node, list[JobStep]] = defaultdict(list)
        self._tables_from: defaultdict[int, list[JobStep]] = defaultdict(list)
        self._tables_to: defaultdict[int, list[JobStep]] = defaultdict(list)
        known = self._add_column_steps()
        self._add_table_steps(known)
        self.writers = _by_dataset(enumerate(job.outputs for job in lineage.jobs))
        self.readers = _by_dataset(enumerate(job.inputs for job in lineage.jobs))
        flows = chain.from_iterable(job.flows for job in lineage.jobs)
        self._only_read = {dataset for flow in flows if not flow.outputs for dataset in flow.inputs}
        self._incomplete = {(number, output) for number, job in enumerate(lineage.jobs) for output in job.incomplete}
        self._runs: defaultdict[int, list[tuple[Job, Run]]] = defaultdict(list)
        self._inputs: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
        for job in lineage.jobs:
            self._add_by_output(job)

    def _add_by_output(self, job: Job) -> None:
        for run in job.runs:
            for written in run.written:
                self._runs[written.dataset].append((job, run))
        for flow in job.flows:
            for output in flow.outputs:
                self._inputs[output].append(flow.inputs)

    def _add_column_steps(self) -> set[tuple[int, int, int]]:
        """Add the steps between columns; return the job, the source (or -1 for any) and the target of each.

        A column that is known to have no source, such as ``count(*)``, has no step, but its job hides nothing.
        """
        known = {(job, -1, target) for job, target in self.lineage.described}
        kinds = self.lineage.transformations
        for edge in self.lineage.edges:
            source, target = (edge.source, edge.source_column), (edge.target, edge.target_column)
            how = tuple(kinds[index] for index in edge.transformations)
            step = JobStep(source, target, edge.job, how, by_parts=edge.by_parts)
            self._from[source].append(step)
            self._to[target].append(step)
            known |= {(edge.job, edge.source, edge.target), (edge.job, -1, edge.target)}
        return known

    def _add_table_steps(self, known: set[tuple[int, int, int]]) -> None:
        """Add a step from each input of a run to each of its outputs, where no step between columns says more."""
        for number, flow in ((number, flow) for number, job in enumerate(self.lineage.jobs) for flow in job.flows):
            for source, target in product(flow.inputs, flow.outputs):
                if source == target or (number, source, target) in known:
                    continue
                hides_columns = (number, -1, target) not in known
                step = JobStep((source, ROWS), (target, ROWS), number, (), hides_columns)
                self._from[source, ROWS].append(step)
                self._to[target, ROWS].append(step)
                if hides_columns:
                    self._tables_from[source].append(step)
                    self._tables_to[target].append(step)

    def downstream(self, node: Node) -> Iterable[JobStep]:
        """Return the steps that a column takes part in; for the rows of a dataset, those of all its columns."""
        if node[1] == ROWS:
            return self._of_all_columns(self._from, node[0])
        return chain(
            self._from.get(node, ()),
            *self._of_related(self._from, node),
            self._tables_from.get(node[0], ()),
        )

    def upstream(self, node: Node) -> Iterable[JobStep]:
        """Return the steps that make a column and decide its rows; for the rows of a dataset, those of all columns.

        A job that reads a table and uses none of its columns decides the rows, too.
        """
        if node[1] == ROWS:
            return self._of_all_columns(self._to, node[0])
        return chain(
            self._to.get(node, ()),
            *self._of_related(self._to, node),
            (step for step in self._to.get((node[0], ROWS), ()) if not step.hides_columns),
            self._tables_to.get(node[0], ()),
        )

    def made_by(self, node: Node) -> Sequence[JobStep]:
        """Return the steps that lead to a column or, to a part without own ones, those of the nearest column around it.

        Those to its parts, and those that decide its rows, are not among them.
        """
        own = self._to.get(node, ())
        if own or not (whole := next((each for each in reversed(self.wholes(node)) if each in self._to), None)):
            return own
        steps = (step for step in self._to[whole] if not step.by_parts)
        return [self._of_part(step, whole, node) if step.is_copy else step for step in steps]

    def _of_all_columns(self, steps: defaultdict[Node, list[JobStep]], dataset: int) -> Iterable[JobStep]:
        columns = range(ROWS, len(self.lineage.datasets[dataset].columns))
        return chain.from_iterable(steps.get((dataset, column), ()) for column in columns)

    def _of_related(self, steps: defaultdict[Node, list[JobStep]], node: Node) -> Iterator[Iterable[JobStep]]:
        """Yield the steps of the columns that a column is a part of, the nearest first, and those of its parts."""
        for whole in reversed(self.wholes(node)):
            yield [
                self._of_part(step, whole, node) if step.is_copy and not step.by_parts else step
                for step in steps.get(whole, ())
                if not (step.by_parts and steps is self._to)
            ]
        for part in self.parts(node):
            yield steps.get(part, ())

    def _of_part(self, step: JobStep, whole: Node, part: Node) -> JobStep:
        """Return the step by which a part is copied with the whole, or the step itself if the copy has other parts."""
        copy = step.target if whole == step.source else step.source
        if copy[1] == ROWS or self._columns(copy[0]).shape(copy[1]) != self._columns(whole[0]).shape(whole[1]):
            return step
        path = self._name(part)[len(self._name(whole)) :]
        ends = (part, (copy[0], self._columns(copy[0]).positions[self._name(copy) + path]))
        source, target = ends if whole == step.source else ends[::-1]
        return replace(step, source=source, target=target)

    def wholes(self, node: Node) -> Sequence[Node]:
        """Return the columns that a column is a part of, the outermost first."""
        parents = () if node[1] == ROWS else self._columns(node[0]).parents(node[1])
        return [(node[0], position) for position in parents]

    def parts(self, node: Node) -> Sequence[Node]:
        """Return the parts of a column, such as ``address.city`` of ``address``, and their parts."""
        parts = () if node[1] == ROWS else self._columns(node[0]).parts(node[1])
        return [(node[0], position) for position in parts]

    def tags(self, node: Node) -> list[Tag]:
        """Return the tags of a column and of those that it is a part of; for the rows of a dataset, its own."""
        named = {self._name(each) for each in (*self.wholes(node), node)}
        return [tag for tag in self.lineage.datasets[node[0]].tags if tag.column in named]

    def _name(self, node: Node) -> str:
        return "" if node[1] == ROWS else self.lineage.datasets[node[0]].columns[node[1]].name

    def _columns(self, dataset: int) -> NestedColumns:
        if dataset not in self._nested:
            names = (column.name for column in self.lineage.datasets[dataset].columns)
            self._nested[dataset] = NestedColumns(names)
        return self._nested[dataset]

    def reads_unknown_columns(self, dataset: int) -> bool:
        """Return whether a job reads the dataset of which nobody knows which columns it reads."""
        return bool(self._tables_from.get(dataset)) or dataset in self._only_read

    def steps_without_columns(self, dataset: int) -> list[JobStep]:
        """Return the steps to a dataset of jobs that say nothing about its columns."""
        return self._tables_to.get(dataset, [])

    def is_complete(self, step: JobStep) -> bool:
        """Return whether a step is of a run that has written, or declared without a run."""
        return (step.job, step.target[0]) not in self._incomplete

    def label(self, node: Node) -> str:
        """Return the name of a column as ``TABLE.COLUMN``, or that of the dataset."""
        label = self.lineage.datasets[node[0]].label
        return label if node[1] == ROWS else f"{label}.{self._name(node)}"

    def last_run(self, dataset: int) -> Run | None:
        """Return the latest run that wrote a dataset, or should have written it."""
        return max((run for _, run in self._runs.get(dataset, ())), key=lambda run: run.started, default=None)

    def last_written(self, dataset: int) -> int | None:
        """Return when the dataset was written last, as far as events show it, in milliseconds since 1970."""
        return max((run.last_write for run in self.writes(dataset) if run.last_write is not None), default=None)

    def writes(self, dataset: int) -> Iterator[Run]:
        """Yield the runs that have written the dataset; the definition of a view writes nothing."""
        of_dataset = self._runs.get(dataset, ())
        return (run for job, run in of_dataset if job.kind != "VIEW" and run.last_write is not None)

    def inputs_of(self, dataset: int) -> dict[int, None]:
        """Return what the runs have read that the dataset comes from."""
        return dict.fromkeys(chain.from_iterable(self._inputs.get(dataset, ())))

    def owners(self, dataset: int) -> tuple[str, ...]:
        """Return the owners of a dataset or, if it names none, those of the jobs that write it."""
        of_jobs = chain.from_iterable(job.owners for job in self._writing(dataset))
        return self.lineage.datasets[dataset].owners or tuple(dict.fromkeys(of_jobs))

    def _writing(self, dataset: int) -> list[Job]:
        return [self.lineage.jobs[number] for number in self.writers.get(dataset, ())]


def time_text(millis: int | None) -> str:
    """Return a time in UTC, or an empty text.

    >>> time_text(0)
    '1970-01-01T00:00:00Z'
    """
    if millis is None:
        return ""
    return datetime.fromtimestamp(millis / 1000, timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")


def _by_dataset(datasets_of_jobs: Iterable[tuple[int, tuple[int, ...]]]) -> dict[int, list[int]]:
    found: defaultdict[int, list[int]] = defaultdict(list)
    for job, datasets in datasets_of_jobs:
        for dataset in datasets:
            found[dataset].append(job)
    return dict(found)
