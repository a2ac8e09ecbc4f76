"""Faults of disks: under the spool, and under the file transport."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults import spoiled
from tests.faults.behaviours import answers
from tests.faults.fault import OPENLINEAGE, TRANSPORT, Conf, Fate, Fault, Scene

SPOOL = f"{OPENLINEAGE}.spool.dir"
NOBODY = 65534
SMALL = "size=16k"
MEMORY = "events wait in memory"


@contextmanager
def disk(folder: Path, options: str) -> Iterator[Path]:
    """A file system of its own: what it says when it is full is no simulation. Needs root, as containers have it."""
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def unmounted(folder: Path) -> None:
    """Takes away what a run that was killed has left mounted below."""
    mounts = [row.split()[1] for row in Path("/proc/mounts").read_text().splitlines()]
    for each in mounts:
        if each.startswith(f"{folder}/"):
            subprocess.run(["umount", "-l", each], check=True)


def spool(make: Callable[[Scene], Path], up: bool = True) -> Callable[[Scene], Conf]:
    """A spool there, and a backend that is up or not."""

    def conf(scene: Scene) -> Conf:
        scene.spool = make(scene)
        there = scene.backend() if up else scene.backend(answers(500))
        return there | {SPOOL: str(scene.spool)}

    return conf


def small(scene: Scene) -> Path:
    return scene.enter(disk(scene.folder / "disk", SMALL)) / "spool"


def tiny(scene: Scene) -> Path:
    """Not even a directory can be made."""
    return scene.enter(disk(scene.folder / "disk", "nr_inodes=1")) / "spool"


def read_only(scene: Scene) -> Path:
    return scene.enter(disk(scene.folder / "disk", "ro")) / "spool"


def foreign(scene: Scene) -> Path:
    folder = scene.folder / "spool"
    folder.mkdir(parents=True)
    os.chown(folder, NOBODY, NOBODY)
    return folder


def file(scene: Scene) -> Path:
    path = scene.folder / "spool"
    path.write_text("no directory\n")
    return path


def dangling(scene: Scene) -> Path:
    path = scene.folder / "spool"
    path.symlink_to(scene.folder / "nowhere")
    return path


def linked(scene: Scene) -> Path:
    (scene.folder / "real").mkdir(parents=True)
    path = scene.folder / "spool"
    path.symlink_to(scene.folder / "real")
    return path


def own(scene: Scene) -> Path:
    return scene.folder / "spool"


def rotten(scene: Scene) -> Conf:
    """Others have left segments for this backend, each of which has been spoiled in its own way."""
    conf = scene.backend()
    spoiled.write(scene.folder / "spool", conf[f"{TRANSPORT}.url"], scene.name)
    return conf | {SPOOL: str(scene.folder / "spool")}


def location(make: Callable[[Scene], Path | str]) -> Callable[[Scene], Conf]:
    """The file transport, writing there."""
    return lambda scene: {f"{TRANSPORT}.type": "file", f"{TRANSPORT}.location": str(make(scene))}


def cramped(scene: Scene) -> Path:
    return scene.enter(disk(scene.folder / "disk", SMALL)) / "events.jsonl"


def under_a_file(scene: Scene) -> Path:
    return file(scene) / "events.jsonl"


SPOOLS = [
    Fault(
        "spool on a full disk",
        spool(small),
        said=("cannot write the spool", "No space left", MEMORY),
    ),
    Fault(
        "spool on a full disk, backend down",
        spool(small, up=False),
        Fate.COUNTED,
        ("could not send", "failed"),
        3,
    ),
    Fault(
        "no directory for the spool", spool(tiny), said=("has no spool", "No space left", MEMORY)
    ),
    Fault(
        "spool on a read-only disk", spool(read_only), said=("has no spool", "Read-only", MEMORY)
    ),
    Fault(
        "spool of another user", spool(foreign), said=("has no spool", "belongs to somebody else")
    ),
    Fault("spool is a file", spool(file), said=("has no spool", MEMORY)),
    Fault("spool is a link to nowhere", spool(dangling), said=("has no spool", MEMORY)),
    Fault("spool is a link", spool(linked)),
    Fault(
        "spool removed while it is used",
        spool(own),
        said=("has been removed", MEMORY),
        job="removes",
    ),
    Fault(
        "spool removed, backend down",
        spool(own, up=False),
        Fate.COUNTED,
        (
            "failed",
        ),  # after whichever came first: the spool is gone, or the backend does not answer
        3,
        job="removes",
    ),
    Fault("spool that others left spoiled", rotten, others=2 * len(spoiled.WAYS)),
]
FILES = [
    Fault("file on a full disk", location(cramped), Fate.COUNTED, ("No space left", "failed"), 2),
    Fault(
        "file /dev/full",
        location(lambda _: "/dev/full"),
        Fate.COUNTED,
        ("No space left", "failed"),
        2,
    ),
    Fault(
        "file below a file", location(under_a_file), Fate.COUNTED, ("could not send", "failed"), 2
    ),
    Fault("file by a relative path", location(lambda scene: f"relative/{scene.name}.jsonl")),
]
DISKS = [*SPOOLS, *FILES]
