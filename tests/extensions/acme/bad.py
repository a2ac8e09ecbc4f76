"""Extensions that fail in different ways when they receive a Range node."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from pathlib import Path

from headwater.extensions import (
    ColumnDependency,
    Context,
    InputDataset,
    Node,
    OutputDataset,
    RunFacetBuilder,
    VisitResult,
    visitor,
)

FOREVER = 300
"""Seconds; longer than every limit in the tests."""


@visitor("Range")
def raises(node: Node, _: Context) -> VisitResult:
    return InputDataset("acme", node.args["uri"])


@visitor("Range")
def exits(_: Node, __: Context) -> VisitResult:
    sys.exit(3)


@visitor("Range")
def hangs(_: Node, __: Context) -> VisitResult:
    time.sleep(FOREVER)
    return None


@visitor("Range")
def leaves(_: Node, __: Context) -> VisitResult:
    os._exit(7)


@visitor("Range")
def crashes(_: Node, __: Context) -> VisitResult:
    ctypes.string_at(0)
    return None


@visitor("Range")
def stops(_: Node, __: Context) -> VisitResult:
    os.kill(os.getpid(), signal.SIGSTOP)
    return None


@visitor("Range")
def holds(_: Node, __: Context) -> VisitResult:
    """Sleep in C without releasing the GIL, so that no thread of the process runs."""
    ctypes.PyDLL(None).sleep(FOREVER)
    return None


@visitor("Range")
def prints(_: Node, __: Context) -> VisitResult:
    sys.stdout.write("x" * 500_000 + "\n")
    os.write(1, b"y" * 500_000)
    return InputDataset("acme", "printed")


@visitor("Range")
def allocates(_: Node, __: Context) -> VisitResult:
    return InputDataset("acme", f"allocated {len(bytearray(300_000_000))}")


@visitor("Range")
def devours(_: Node, __: Context) -> VisitResult:
    """Allocate and use memory without limit."""
    memory = []
    while True:
        memory.append(b"x" * 10_000_000)


@visitor("Range")
def floods(_: Node, __: Context) -> VisitResult:
    return InputDataset("acme", "flood", {"flood": {"text": "x" * 10_000_000}})


@visitor("Range")
def object_(_: Node, __: Context) -> VisitResult:
    return object()  # type: ignore[return-value]  # a possible mistake of an author


@visitor("Range")
def nan(_: Node, __: Context) -> VisitResult:
    return InputDataset("acme", "nan", {"nan": {"value": float("nan")}})


@visitor("Range")
def types(_: Node, __: Context) -> VisitResult:
    return OutputDataset("acme", 5, {"x": "no object"})  # type: ignore[arg-type]  # a possible mistake of an author


@visitor("Range")
def columns(_: Node, __: Context) -> VisitResult:
    return ColumnDependency("no such column", ["nor this one"])


@visitor("Range")
def surrogates(_: Node, __: Context) -> VisitResult:
    return InputDataset("acme", "\ud800 half a character \x00", {"s": {"text": "\udfff"}})


@visitor("Range")
def once(_: Node, ctx: Context) -> VisitResult:
    """Suspend the whole process at the first call; answer later calls."""
    mark = Path(os.environ["ACME_FOLDER"]) / f"stopped-{ctx.application.id}"
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return InputDataset("acme", "recovered")


class HangsAtTheEnd(RunFacetBuilder):
    """Hangs at the last event of the application."""

    def build(self, ctx: Context) -> dict[str, object]:
        if ctx.event.job_type == "APPLICATION":
            time.sleep(FOREVER)
        return {"builder": {"job": ctx.job.name}}


class Fails(RunFacetBuilder):
    """Fails at every event, with an exception whose `__str__` also fails."""

    def build(self, ctx: Context) -> dict[str, object]:
        raise _UnspeakableError(ctx.type)


class _UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")
