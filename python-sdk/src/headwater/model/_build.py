"""Builds the model from events.

The runs of one job are merged. The lineage of an output comes from the latest run of the job that has written it and
those before it (see `lineage_runs`) or, if none has, from what the job declares (a job event) or the latest run with
lineage. That of a dataset that no job writes comes from the latest dataset event that has some.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from headwater._reading.fields import object_at
from headwater.events import JobEvent, RunEvent
from headwater.model._datasets import DatasetBuilder
from headwater.model._declared import as_run, declares_lineage, references, run_of_dataset
from headwater.model._facts import (
    coverage_facts,
    error_of,
    gaps_of,
    is_deleted,
    job_facts,
    objects_in,
    other_facets,
    owners_of,
    text_at,
    transformations_of,
)
from headwater.model._graph import (
    UNCERTAIN,
    WHOLE_DATASET,
    ColumnEdge,
    Flow,
    Job,
    Lineage,
    Run,
    Transformation,
    UncertainColumn,
    WrittenOutput,
)
from headwater.model._names import Names, short_job_name
from headwater.model._nested import EdgeKey, NestedColumns, edges_by_parts
from headwater.model._runs import JobRun, amounts_of, drops, failed_runs, lineage_runs
from headwater.model._views import ReadView, views_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from headwater.events import DatasetRef, Event

__all__ = ["build_lineage"]

Key = tuple[str, str]


def build_lineage(events: Iterable[Event]) -> Lineage:
    """Build the model from events that are sorted by time."""
    events = list(events)
    builder = _Builder(Names.of(events))
    builder.learn(events)
    runs = _runs(events, builder)
    by_job: defaultdict[Key, list[JobRun]] = defaultdict(list)
    for run in runs:
        by_job[run.job].append(run)
    jobs = [builder.job(key, sorted(of_job, key=lambda run: run.started)) for key, of_job in by_job.items()]
    return builder.lineage(jobs + builder.definitions(jobs, sorted(runs, key=lambda run: run.started)))


def _runs(events: list[Event], builder: _Builder) -> list[JobRun]:
    """Return the runs, the declared jobs and, for datasets that none of them writes, what dataset events declare."""
    runs: dict[str | Key, JobRun] = {}
    declared: dict[int, JobRun] = {}
    for event in events:
        if isinstance(event, RunEvent):
            runs.setdefault(event.run_id, JobRun()).events.append(event)
        elif isinstance(event, JobEvent):  # the latest one says all
            runs[event.job_namespace, event.job_name] = JobRun([as_run(event)])
        elif declares_lineage(event):
            declared[builder.dataset(event.dataset.namespace, event.dataset.name)] = JobRun([run_of_dataset(event)])
    refs = (ref for run in runs.values() for event in run.events for ref in event.outputs)
    written = {builder.dataset(ref.namespace, ref.name) for ref in refs}
    return [*runs.values(), *(run for dataset, run in declared.items() if dataset not in written)]


@dataclass(frozen=True, slots=True)
class _Sources:
    """What a run tells of the sources of its outputs; ``columns`` and ``views`` are by output."""

    inputs: dict[int, None]
    columns: Mapping[int, object]
    views: Mapping[int, list[tuple[ReadView, Mapping[str, Any]]]]


@dataclass(slots=True)
class _Builder:
    names: Names
    keys: dict[Key, int] = field(default_factory=dict)
    datasets: list[DatasetBuilder] = field(default_factory=list)
    transformations: dict[Transformation, int] = field(default_factory=dict)
    edges: dict[EdgeKey, dict[int, None]] = field(default_factory=dict)
    uncertain: dict[UncertainColumn, None] = field(default_factory=dict)
    described: dict[tuple[int, int], None] = field(default_factory=dict)
    described_columns: dict[tuple[int, int, int], None] = field(default_factory=dict)
    job_count: int = 0

    def dataset(self, namespace: str, name: str) -> int:
        key = self.names.main((namespace, name))
        if key not in self.keys:
            self.keys[key] = len(self.keys)
            self.datasets.append(DatasetBuilder())
        return self.keys[key]

    def dataset_of(self, ref: DatasetRef) -> int:
        return self.dataset(ref.namespace, ref.name)

    def learn(self, events: list[Event]) -> None:
        """Read the facets of datasets; what a failed run would have written is not what a dataset is like now."""
        failed = failed_runs(event for event in events if isinstance(event, RunEvent))
        for event in events:
            has_failed = isinstance(event, RunEvent) and event.run_id in failed
            for ref, is_output in references(event):
                self.datasets[self.dataset_of(ref)].learn(ref.facets, is_output=is_output, has_failed=has_failed)

    def job(self, key: Key, runs: list[JobRun]) -> Job:
        number, self.job_count = self.job_count, self.job_count + 1
        outputs = lineage_runs(runs, self.dataset_of)
        flows = self.add_flows(number, outputs)
        actual = [run for run in runs if not run.is_declared]
        last = (actual or runs)[-1]
        current = [run for run in runs if run.is_declared or run is last]
        known = {name: facet for run in current for name, facet in run.job_facets.items()}
        facets = {name: facet for name, facet in known.items() if not is_deleted(facet)}
        if (read := self.read_only(current)) or not outputs:
            flows += (Flow(tuple(read), ()),)
        parent, above = (text_at(last.facets, "parent", "job", part) for part in ("name", "namespace"))
        return Job(
            namespace=key[0],
            name=key[1],
            label=short_job_name(key[1], parent),
            kind=text_at(facets, "jobType", "jobType") or "JOB",
            sql=text_at(facets, "sql", "query"),
            parent=parent,
            inputs=tuple(dict.fromkeys(chain.from_iterable(flow.inputs for flow in flows))),
            outputs=tuple(outputs),
            flows=flows,
            runs=tuple(self.run(run) for run in reversed(actual)),
            facts=job_facts(facets),
            owners=owners_of(facets),
            incomplete=tuple(output for output, of_target in outputs.items() if not of_target[-1].is_trusted),
            facets=other_facets(facets),
            stream=text_at(last.facets, "headwater_batch", "job", "name"),
            parent_namespace=above,
        )

    def add_flows(self, job: int, outputs: dict[int, list[JobRun]]) -> tuple[Flow, ...]:
        """Add the edges of a job, and return what each output is made from."""
        found: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        runs = {id(run): run for of_target in outputs.values() for run in of_target}
        sources = {number: self._sources(run) for number, run in runs.items()}
        for target, of_target in outputs.items():
            inputs: dict[int, None] = {}
            for run in of_target:
                inputs |= sources[id(run)].inputs
            for run in of_target:
                inputs |= dict.fromkeys(self._add_run(job, target, sources[id(run)]))
            found[tuple(inputs)].append(target)
        return tuple(Flow(inputs, tuple(targets)) for inputs, targets in found.items())

    def read_only(self, runs: list[JobRun]) -> dict[int, None]:
        """Return what the latest run that names datasets reads, views included, if it writes nothing."""
        for run in reversed(runs):
            if run.written(self.dataset_of):
                break
            named = (view for view in views_of(run.facets) if view.consumers is not None)
            if read := self._inputs(run) | dict.fromkeys(self.dataset(view.namespace, view.name) for view in named):
                return read
        return {}

    def _inputs(self, run: JobRun) -> dict[int, None]:
        return dict.fromkeys(self.dataset_of(ref) for event in run.events for ref in event.inputs)

    def run(self, run: JobRun) -> Run:
        error, stack = error_of(run.facets)
        last_write = run.last_write
        outputs = run.written(self.dataset_of)
        return Run(
            id=run.events[-1].run_id,
            status=run.status,
            started=_millis(run.started),
            ended=None if run.end is None else _millis(run.end.time),
            error=error,
            stack=stack,
            facts=coverage_facts(run.facets),
            gaps=gaps_of(run.facets),
            written=tuple(
                WrittenOutput(dataset, *amounts_of(refs))
                for dataset, refs in outputs.items()
                if not any(map(drops, refs))
            ),
            last_write=None if last_write is None else _millis(last_write),
            streaming=run.is_streaming,
        )

    def _sources(self, run: JobRun) -> _Sources:
        views: defaultdict[int, list[tuple[ReadView, Mapping[str, Any]]]] = defaultdict(list)
        for view in views_of(run.facets):
            for consumer in view.consumers or ():
                views[self.dataset(consumer.namespace, consumer.name)].append((view, consumer.lineage))
        return _Sources(self._inputs(run), run.column_lineage(self.dataset_of), views)

    def _add_run(self, job: int, target: int, run_sources: _Sources) -> list[int]:
        """Add the edges that a run tells of a dataset; return the source datasets."""
        sources = self._add_lineage(job, target, object_at(run_sources.columns.get(target)))
        for view, lineage in run_sources.views.get(target, ()):
            sources.append(self.dataset(view.namespace, view.name))
            sources += self._add_lineage(job, target, lineage)
        return sources

    def definitions(self, jobs: list[Job], runs: list[JobRun]) -> list[Job]:
        """Return a job for the definition of each view that no job creates, as the runs that read the view tell it."""
        written = {output for job in jobs for output in job.outputs}
        read: defaultdict[int, list[tuple[JobRun, ReadView]]] = defaultdict(list)
        for run in runs:
            for view in views_of(run.facets):
                dataset = self.dataset(view.namespace, view.name)
                self.datasets[dataset].facets.setdefault("datasetType", {"datasetType": "VIEW"})
                for column in view.columns:
                    self.datasets[dataset].column(column)
                if dataset not in written:
                    read[dataset].append((run, view))
        return [self._definition(dataset, reads) for dataset, reads in read.items()]

    def _definition(self, dataset: int, reads: list[tuple[JobRun, ReadView]]) -> Job:
        number, self.job_count = self.job_count, self.job_count + 1
        # each names the columns that it uses; of one column, the latest definition counts
        fields = {column: entry for _, read in reads for column, entry in read.definition["fields"].items()}
        last, view = reads[-1]
        inputs = dict.fromkeys(self._add_lineage(number, dataset, {**view.definition, "fields": fields}))
        name = f"definition of {view.name}"
        run = replace(self.run(last), status="COMPLETE", error="", stack="", facts=(), written=(), gaps=())
        flow = Flow(tuple(inputs), (dataset,))
        return Job(view.namespace, name, name, "VIEW", "", "", flow.inputs, flow.outputs, (flow,), (run,), ())

    def _add_lineage(self, job: int, target: int, facet: Mapping[str, Any]) -> list[int]:
        """Add the edges in a facet ``columnLineage``; return the source datasets."""
        sources: list[int] = []
        for column, entry in object_at(facet, "fields").items():
            if isinstance(entry, dict):
                target_column = self.datasets[target].column(column)
                self.described_columns[job, target, target_column] = None
                certainty = "" if entry.get("inputFields") else text_at(entry, "transformationDescription")
                if certainty in UNCERTAIN:
                    self.uncertain[UncertainColumn(target, target_column, job, certainty)] = None
                else:
                    self.described[job, target] = None
                sources += self._add_edges(job, (target, target_column), entry.get("inputFields"), entry)
        return sources + self._add_edges(job, (target, WHOLE_DATASET), facet.get("dataset"), {})

    def _add_edges(self, job: int, target: tuple[int, int], inputs: object, entry: Mapping[str, Any]) -> list[int]:
        """Add the edges to a column, or to a whole dataset; return the source datasets."""
        sources = []
        for item in objects_in(inputs):
            source = self.dataset(text_at(item, "namespace"), text_at(item, "name"))
            source_column = self.datasets[source].column(text_at(item, "field"))
            found = self.edges.setdefault((source, source_column, *target, job), {})
            for transformation in transformations_of(item, entry, whole=target[1] == WHOLE_DATASET):
                found[self.transformations.setdefault(transformation, len(self.transformations))] = None
            sources.append(source)
        return sources

    def by_parts(self) -> set[EdgeKey]:
        """Return the edges to structs that the edges to their parts repeat."""
        kinds = list(self.transformations)
        nested = cache(lambda dataset: NestedColumns(self.datasets[dataset].columns))
        return edges_by_parts(
            self.edges, lambda e: any(kinds[how].is_direct for how in self.edges[e]), self.described_columns, nested
        )

    def lineage(self, jobs: list[Job]) -> Lineage:
        by_parts = self.by_parts()
        labels, aliases = self.names.labels(list(self.keys)), self.names.aliases()
        return Lineage(
            datasets=tuple(
                dataset.build(key, label, aliases.get(key, ()))
                for key, label, dataset in zip(self.keys, labels, self.datasets, strict=True)
            ),
            jobs=tuple(jobs),
            transformations=tuple(self.transformations),
            edges=tuple(ColumnEdge(*ends, tuple(how), ends in by_parts) for ends, how in self.edges.items()),
            uncertain=tuple(self.uncertain),
            described=tuple(self.described),
        )


def _millis(time: datetime) -> int:
    return round(time.timestamp() * 1000)
