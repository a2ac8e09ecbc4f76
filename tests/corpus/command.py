"""The runs of the command: without the agent, with it, and again without it where the outcomes differ.

The files run in parts, each in processes of its own: a process that ran all of them would grow large.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from tests.corpus import compare, processes, sample, texts
from tests.corpus.evaluation import Evaluation, evaluate
from tests.corpus.processes import Run
from tests.corpus.sample import SelectedFile
from tests.e2e.lines import ROOT, Line, line

SEED = 17
STATEMENTS = 1500  # of a part
FINISHED = "finished"  # a file in the folder of a part that ran to its end


@dataclass(frozen=True)
class Selection:
    """Which statements run: a pattern of files, a number of queries (0 is all) and the seed."""

    files: str = "*"
    sample: int = 0
    seed: int = SEED


def run(spark: str, jars: Path, selection: Selection, *, resume: bool = False) -> Evaluation:
    """Run the chosen statements and evaluate them; `resume` keeps the parts that the last run finished."""
    requested = line(spark)
    if not resume:
        shutil.rmtree(work(spark, selection), ignore_errors=True)
    files = sample.select(
        texts.load(spark, selection.files), spark, selection.sample, selection.seed
    )
    for at, part in enumerate(parts(files)):
        folder = work(spark, selection) / f"part{at}"
        if not (folder / FINISHED).exists():
            shutil.rmtree(folder, ignore_errors=True)
            run_part(requested, jars / requested.agent, part, folder)
            (folder / FINISHED).touch()
    return evaluated(spark, selection)


def evaluated(spark: str, selection: Selection) -> Evaluation:
    """Evaluate the last run of the same selection on a line."""
    found = sorted(work(spark, selection).glob("part*"))
    runs = [(Run(p / "without"), Run(p / "with"), Run(p / "again")) for p in found]
    return evaluate(runs, whole=selection == Selection(seed=selection.seed))


def work(spark: str, selection: Selection) -> Path:
    """The folder of a run: a sample, or a run of some files, does not replace a run of all."""
    sample = f"-sample{selection.sample}" if selection.sample else ""
    files = "-files" if selection.files != "*" else ""
    return ROOT / "build" / "corpus" / f"{spark}{sample}{files}"


def parts(files: list[SelectedFile]) -> Iterator[list[SelectedFile]]:
    """The files in groups with not many more statements than `STATEMENTS`."""
    group: list[SelectedFile] = []
    for file in files:
        group.append(file)
        if sum(len(f.statements) for f in group) >= STATEMENTS:
            yield group
            group = []
    if group:
        yield group


def run_part(requested: Line, agent: Path, files: list[SelectedFile], folder: Path) -> None:
    """Run some files without the agent and, at the same time, with it; again without it up to the last difference."""
    with ThreadPoolExecutor() as both:
        plain = both.submit(processes.run, requested, folder / "without", files, None)
        ours = both.submit(processes.run, requested, folder / "with", files, agent)
    if repeated := differing(files, plain.result(), ours.result()):
        processes.run(requested, folder / "again", repeated, None)


def differing(files: list[SelectedFile], without: Run, with_agent: Run) -> list[SelectedFile]:
    """The files with a statement whose outcomes differ, up to the last such statement."""
    places = compare.different(without.outcomes, with_agent.outcomes)
    last = {file: max(at for other, at in places if other == file) for file, _ in places}
    return [
        replace(f, statements=tuple(s for s in f.statements if s.at <= last[f.name]))
        for f in files
        if f.name in last
    ]
