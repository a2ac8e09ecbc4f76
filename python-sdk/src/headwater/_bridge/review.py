"""The second round of an event: namers and filters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater._bridge.answers import identity
from headwater._bridge.step import Step
from headwater.errors import ExtensionError
from headwater.extensions.context import Event, Job
from headwater.extensions.datasets import CatalogTable, Dataset

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from headwater.extensions._hooks import Hook

__all__ = ["review_steps"]

_MAX_REFUSED = 10  # errors of one namer in one event


def review_steps(request: Mapping[str, Any], hooks: Mapping[int, Hook]) -> list[Step]:
    """Return the steps of a review: namers in order, then filters, which receive the new names."""
    event = Event.from_json(request.get("event") or {})
    others = tuple(Dataset(each["namespace"], each["name"]) for each in request.get("others") or ())
    names = {each: each for each in (*event.inputs, *event.outputs, *others)}
    jobs, tables = _jobs(request), _tables(request)
    requested = [number for number in hooks if number in (request.get("hooks") or ())]
    steps = [
        Step(number, hooks[number].extension, "rename", _rename(hooks[number], names, tables), accept=_renamed(names))
        for number in requested
        if hooks[number].kind == "namer"
    ]
    steps += [
        Step(
            number, hooks[number].extension, "rename_job", _rename_job(hooks[number], jobs), accept=_renamed_jobs(jobs)
        )
        for number in requested
        if hooks[number].kind == "jobNamer"
    ]
    for number in requested:
        hook = hooks[number]
        if hook.kind != "filter":
            continue
        if hasattr(hook.instance, "keep_event"):
            steps.append(Step(number, hook.extension, "keep_event", _keep_event(hook, event)))
        if hasattr(hook.instance, "keep_dataset"):
            steps.append(Step(number, hook.extension, "keep_dataset", _keep_dataset(hook, names)))
    return steps


def _jobs(request: Mapping[str, Any]) -> dict[Job, Job]:
    return {job: job for job in (Job(each["namespace"], each["name"]) for each in request.get("jobs") or ())}


def _tables(request: Mapping[str, Any]) -> dict[Dataset, CatalogTable]:
    return {
        Dataset(each["namespace"], each["name"]): CatalogTable.from_levels(each["levels"])
        for each in request.get("tables") or ()
    }


def _rename(
    hook: Hook, names: dict[Dataset, Dataset], tables: Mapping[Dataset, CatalogTable]
) -> Callable[[], dict[str, Any]]:
    takes_table = "table" in hook.arguments

    def rename(dataset: Dataset, current: Dataset) -> Dataset:
        answer = hook.instance.rename(current, *([tables.get(dataset)] if takes_table else []))
        return current if answer is None else Dataset(**identity(answer))

    def run() -> dict[str, Any]:
        renamed, refused = {}, []
        for dataset, current in names.items():
            try:
                renamed[dataset] = rename(dataset, current)
            except Exception as error:  # noqa: BLE001, PERF203  (a dataset costs only itself)
                refused.append(error)
        if refused and not renamed:
            raise refused[0]
        pairs = [(old, new) for old, new in renamed.items() if identity(new) != identity(names[old])]
        return {
            "names": [{"from": identity(old), "to": identity(new)} for old, new in pairs],
            "refused": refused[:_MAX_REFUSED],
        }

    return run


def _renamed(names: dict[Dataset, Dataset]) -> Callable[[dict[str, Any]], None]:
    return lambda part: names.update({Dataset(**each["from"]): Dataset(**each["to"]) for each in part["names"]})


def _rename_job(hook: Hook, jobs: dict[Job, Job]) -> Callable[[], dict[str, Any]]:
    def run() -> dict[str, Any]:
        renamed = {}
        for job, current in jobs.items():
            answer = hook.instance.rename_job(current)
            if answer is not None and (named := _checked_job(answer)) != current:
                renamed[job] = named
        return {"jobs": [{"from": _job_json(old), "to": _job_json(new)} for old, new in renamed.items()]}

    return run


def _renamed_jobs(jobs: dict[Job, Job]) -> Callable[[dict[str, Any]], None]:
    return lambda part: jobs.update({Job(**each["from"]): Job(**each["to"]) for each in part["jobs"]})


def _checked_job(answer: object) -> Job:
    parts = (getattr(answer, "namespace", None), getattr(answer, "name", None))
    if not all(isinstance(part, str) and part for part in parts):
        raise ExtensionError(f"rename_job returned {answer!r:.80}; return a Job with a namespace and a name, or None")
    return Job(*map(str, parts))


def _job_json(job: Job) -> dict[str, str]:
    return {"namespace": job.namespace, "name": job.name}


def _keep_event(hook: Hook, event: Event) -> Callable[[], dict[str, Any]]:
    return lambda: {"keep": _checked_bool(hook.instance.keep_event(event), "keep_event")}


def _keep_dataset(hook: Hook, names: Mapping[Dataset, Dataset]) -> Callable[[], dict[str, Any]]:
    def run() -> dict[str, Any]:
        dropped = [
            pair for pair in names.items() if not _checked_bool(hook.instance.keep_dataset(pair[1]), "keep_dataset")
        ]
        # Report both names: the agent may drop datasets before or after it renames them.
        return {"drop": [identity(each) for pair in dropped for each in dict.fromkeys(pair)]}

    return run


def _checked_bool(answer: object, method: str) -> bool:
    if not isinstance(answer, bool):
        raise ExtensionError(f"{method} returned {answer!r:.80}; return True or False")
    return answer
