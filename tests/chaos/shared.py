"""The backend and the disk of the spool of all applications, and their changes at random moments."""

from __future__ import annotations

import random
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests.chaos.scenario import BACKENDS, DISKS, choice
from tests.e2e.backend import Behaviour, Exchange, Received, accepts, backend
from tests.e2e.events import Event
from tests.faults.behaviours import answers_with, hangs, resets_connection, slow
from tests.faults.disks import tmpfs

BEHAVIOURS: dict[str, Behaviour] = {
    "accepts": accepts,
    "500": answers_with(500),
    "503": answers_with(503, Retry_After="1"),
    "hangs": hangs,
    "resets": resets_connection,
    "slow": slow(0.5),
}
CLOCK_LIBRARIES = (
    Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
    Path("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
)


def clock_library() -> Path | None:
    """The library that moves the clock of a process (`scripts/chaos-env`)."""
    return next((file for file in CLOCK_LIBRARIES if file.exists()), None)


class Backend:
    """A backend at one address that changes its behaviour, or does not listen at all."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._behave: Behaviour = accepts
        self._all: list[Received] = []
        self._listen(0)
        self.url = self._all[0].url

    @property
    def accepted(self) -> list[Event]:
        """The events that the backend has acknowledged, in order."""
        return [event for received in self._all for event in received.accepted]

    def change(self, behaviour: str) -> None:
        """Behave like this from the next request on."""
        if behaviour == "refuses":
            self._stack.close()
            return
        self._behave = BEHAVIOURS[behaviour]
        if not self._listening:
            self._listen(int(self.url.rpartition(":")[2]))

    def close(self) -> None:
        self._stack.close()

    def _listen(self, port: int) -> None:
        self._all.append(self._stack.enter_context(backend(self._answer, port)))
        self._listening = True
        self._stack.callback(self._stopped)

    def _stopped(self) -> None:
        self._listening = False

    def _answer(self, exchange: Exchange) -> None:
        self._behave(exchange)


class Disk:
    """A file system of its own, which can be full or read-only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"
        self._read_only = False

    def change(self, state: str) -> None:
        """Make it `full` or `free`; a read-only disk stays as it is."""
        if self._read_only:
            return
        self._filler.unlink(missing_ok=True)
        if state == "full":
            with suppress(OSError), self._filler.open("wb", buffering=0) as filler:
                while True:
                    filler.write(b"x" * 65536)

    def mount(self, option: str) -> None:
        """Mount it again, with `ro` or `rw`. Before `ro`, no file may be open for writing."""
        self._read_only = option == "ro"
        subprocess.run(["mount", "-o", f"remount,{option}", str(self.folder)], check=True)


class SharedSetup:
    """What all applications share."""

    def __init__(self, disk: Disk) -> None:
        self.backend = Backend()
        self.disk = disk
        self.spool = disk.folder / "spool"
        self.changes: Counter[str] = Counter()
        self.heal()

    def heal(self) -> None:
        """End all faults."""
        self.disk.mount("rw")
        self.disk.change("free")
        self.backend.change("accepts")

    @contextmanager
    def troubled(self, chance: random.Random) -> Iterator[None]:
        """Change something after random times until the block ends."""
        ended = threading.Event()

        def change() -> None:
            while not ended.wait(0.3 + chance.random() * 4):
                self.change(chance)

        thread = threading.Thread(target=change)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def change(self, chance: random.Random) -> None:
        """Change the backend or the disk."""
        what = chance.choice(["backend", "backend", "disk"])
        if what == "backend":
            state = choice(BACKENDS, chance)
            self.backend.change(state)
        else:
            state = choice(DISKS, chance)
            self.disk.change(state)
        self.changes[f"{what} {state}"] += 1


@contextmanager
def shared_setup(folder: Path) -> Iterator[SharedSetup]:
    """A new shared with a disk of 48 MB."""
    with tmpfs(folder / "disk", "size=48m") as mounted:
        made = SharedSetup(Disk(mounted))
        try:
            yield made
        finally:
            made.backend.close()
