"""Faults of disks, under the spool and under the file transport."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults import corrupt_segments
from tests.faults.behaviours import answers_with
from tests.faults.fault import OPENLINEAGE, TRANSPORT, Conf, Delivery, Fault, FaultSetup

SPOOL = f"{OPENLINEAGE}.spool.dir"
NOBODY = 65534
SMALL = "size=16k"
MEMORY = "events wait in memory"


@contextmanager
def tmpfs(folder: Path, options: str) -> Iterator[Path]:
    """A file system of its own, for real errors of full disks. It needs root, which containers have."""
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def unmount_leftovers(folder: Path) -> None:
    """Unmount the file systems of an earlier run that was killed."""
    mounts = [row.split()[1] for row in Path("/proc/mounts").read_text().splitlines()]
    for each in mounts:
        if each.startswith(f"{folder}/"):
            subprocess.run(["umount", "-l", each], check=True)


def spool(
    prepare: Callable[[FaultSetup], Path], backend_up: bool = True
) -> Callable[[FaultSetup], Conf]:
    """Settings with a prepared spool directory, and a backend that is healthy or fails."""

    def conf(setup: FaultSetup) -> Conf:
        setup.spool = prepare(setup)
        backend = setup.backend() if backend_up else setup.backend(answers_with(500))
        return backend | {SPOOL: str(setup.spool)}

    return conf


def full_disk_spool(setup: FaultSetup) -> Path:
    return setup.enter(tmpfs(setup.folder / "disk", SMALL)) / "spool"


def spool_without_inodes(setup: FaultSetup) -> Path:
    """A file system on which no directory can be created."""
    return setup.enter(tmpfs(setup.folder / "disk", "nr_inodes=1")) / "spool"


def read_only_spool(setup: FaultSetup) -> Path:
    return setup.enter(tmpfs(setup.folder / "disk", "ro")) / "spool"


def spool_of_other_user(setup: FaultSetup) -> Path:
    folder = setup.folder / "spool"
    folder.mkdir(parents=True)
    os.chown(folder, NOBODY, NOBODY)
    return folder


def open_spool(setup: FaultSetup) -> Path:
    folder = spool_of_other_user(setup)
    folder.chmod(0o777)
    return folder


def shared_spool(setup: FaultSetup) -> Path:
    folder = spool_of_other_user(setup)
    folder.chmod(0o1777)
    return folder


def file_as_spool(setup: FaultSetup) -> Path:
    path = setup.folder / "spool"
    path.write_text("no directory\n")
    return path


def dangling_link_spool(setup: FaultSetup) -> Path:
    path = setup.folder / "spool"
    path.symlink_to(setup.folder / "nowhere")
    return path


def linked_spool(setup: FaultSetup) -> Path:
    (setup.folder / "real").mkdir(parents=True)
    path = setup.folder / "spool"
    path.symlink_to(setup.folder / "real")
    return path


def default_spool(setup: FaultSetup) -> Path:
    return setup.folder / "spool"


def corrupt_spool(setup: FaultSetup) -> Conf:
    """A spool with corrupt segments of other applications, for this backend."""
    conf = setup.backend()
    corrupt_segments.write(setup.folder / "spool", conf[f"{TRANSPORT}.url"], setup.name)
    return conf | {SPOOL: str(setup.folder / "spool")}


def file_transport_to(prepare: Callable[[FaultSetup], Path | str]) -> Callable[[FaultSetup], Conf]:
    """Settings of the file transport with this location."""
    return lambda setup: {f"{TRANSPORT}.type": "file", f"{TRANSPORT}.location": str(prepare(setup))}


def events_on_full_disk(setup: FaultSetup) -> Path:
    return setup.enter(tmpfs(setup.folder / "disk", SMALL)) / "events.jsonl"


def events_below_file(setup: FaultSetup) -> Path:
    return file_as_spool(setup) / "events.jsonl"


SPOOLS = [
    Fault(
        "spool on a full disk",
        spool(full_disk_spool),
        agent_log=("cannot write the spool", "No space left", MEMORY),
    ),
    Fault(
        "spool on a full disk, backend down",
        spool(full_disk_spool, backend_up=False),
        Delivery.LOST_AND_COUNTED,
        ("could not send", "cannot write the spool", "No space left", "failed"),
        3,
    ),
    Fault(
        "no directory for the spool",
        spool(spool_without_inodes),
        agent_log=("has no spool", "No space left", MEMORY),
    ),
    Fault(
        "spool on a read-only disk",
        spool(read_only_spool),
        agent_log=("has no spool", "Read-only", MEMORY),
    ),
    Fault(
        "spool of another user",
        spool(spool_of_other_user),
        agent_log=("has no spool", "who could replace the spool", MEMORY),
    ),
    Fault(
        "spool that every user can write into",
        spool(open_spool),
        agent_log=("has no spool", "has no sticky bit", MEMORY),
    ),
    Fault("spool that users share", spool(shared_spool)),
    Fault("spool is a file", spool(file_as_spool), agent_log=("has no spool", MEMORY)),
    Fault(
        "spool is a link to nowhere", spool(dangling_link_spool), agent_log=("has no spool", MEMORY)
    ),
    Fault("spool is a link", spool(linked_spool)),
    Fault(
        "spool removed while it is used",
        spool(default_spool),
        agent_log=("has been removed", MEMORY),
        job="removes_spool",
    ),
    Fault(
        "spool removed, backend down",
        spool(default_spool, backend_up=False),
        Delivery.LOST_AND_COUNTED,
        ("has been removed", "could not send", "failed"),
        3,
        job="removes_spool",
    ),
    Fault(
        "corrupt spool of another application",
        corrupt_spool,
        extra_events=2 * len(corrupt_segments.CORRUPTIONS),
    ),
]
FILES = [
    Fault(
        "file on a full disk",
        file_transport_to(events_on_full_disk),
        Delivery.LOST_AND_COUNTED,
        ("No space left", "failed"),
        2,
    ),
    Fault(
        "file /dev/full",
        file_transport_to(lambda _: "/dev/full"),
        Delivery.LOST_AND_COUNTED,
        ("No space left", "failed"),
        2,
    ),
    Fault(
        "location below a file",
        file_transport_to(events_below_file),
        Delivery.LOST_AND_COUNTED,
        ("could not send", "failed"),
        2,
    ),
    Fault(
        "file by a relative path", file_transport_to(lambda setup: f"relative/{setup.name}.jsonl")
    ),
]
DISKS = [*SPOOLS, *FILES]
