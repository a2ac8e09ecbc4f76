"""Large plans, many threads, and the transports other than HTTP."""

from __future__ import annotations

from tests.faults.behaviours import hangs
from tests.faults.disks import file_transport_to
from tests.faults.fault import TRANSPORT, Conf, Delivery, Fault, FaultSetup


def composite(setup: FaultSetup) -> Conf:
    """A composite transport with a backend and a file."""
    member = f"{TRANSPORT}.transports"
    http = {k.replace(TRANSPORT, f"{member}.a"): v for k, v in setup.backend().items()}
    file = {f"{member}.b.type": "file", f"{member}.b.location": str(setup.folder / "events.jsonl")}
    return http | file | {f"{TRANSPORT}.type": "composite"}


def composite_with_hanging_member(setup: FaultSetup) -> Conf:
    """A composite transport with one member that never answers; it must not delay the others."""
    hanging = setup.backend(hangs)
    member = f"{TRANSPORT}.transports.a"
    return composite(setup) | {k.replace(TRANSPORT, member): v for k, v in hanging.items()}


LOADS = [
    Fault("plan with 10,000 columns", lambda setup: setup.backend(), job="wide"),
    Fault("32 threads, 17 sessions", lambda setup: setup.backend(), job="threads"),
    Fault("file", file_transport_to(lambda setup: setup.folder / "events.jsonl")),
    Fault("console", lambda _: {f"{TRANSPORT}.type": "console"}),
    Fault("no transport set", lambda _: {}, agent_log=("headwater-events", "transport.type")),
    Fault("composite", composite),
    Fault(
        "composite, one member hangs",
        composite_with_hanging_member,
        Delivery.SENT_AND_SPOOLED,
        ("wait in",),
        3,
    ),
]
