"""Much at once, and one after the other."""

from __future__ import annotations

from tests.faults.behaviours import hangs
from tests.faults.disks import location
from tests.faults.fault import TRANSPORT, Conf, Fate, Fault, Scene


def both(scene: Scene) -> Conf:
    """A backend and a file: a composite."""
    member = f"{TRANSPORT}.transports"
    there = {k.replace(TRANSPORT, f"{member}.a"): v for k, v in scene.backend().items()}
    file = {f"{member}.b.type": "file", f"{member}.b.location": str(scene.folder / "events.jsonl")}
    return there | file | {f"{TRANSPORT}.type": "composite"}


def limping(scene: Scene) -> Conf:
    """A composite of which one member hangs: it holds up no other."""
    hanging = scene.backend(hangs)
    member = f"{TRANSPORT}.transports.a"
    return both(scene) | {k.replace(TRANSPORT, member): v for k, v in hanging.items()}


LOADS = [
    Fault("plan with 10,000 columns", lambda scene: scene.backend(), job="wide"),
    Fault("32 threads, 17 sessions", lambda scene: scene.backend(), job="threads"),
    Fault("file", location(lambda scene: scene.folder / "events.jsonl")),
    Fault("console", lambda _: {f"{TRANSPORT}.type": "console"}),
    Fault("no transport set", lambda _: {}, said=("headwater-events", "transport.type")),
    Fault("composite", both),
    Fault("composite, one member hangs", limping, Fate.BOTH, ("wait in",), 3),
]
