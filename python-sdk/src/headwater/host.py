"""``python -m headwater.host``: the process in which the agent runs extensions; started by the agent.

The first line of standard input is a JSON object with the agent's address and the extensions to load. Standard output
goes to the agent's log. The end of standard input means that the JVM has ended.

``headwater doctor`` starts the same process with ``"check": true`` instead of an address. It then loads the extensions,
prints one line of JSON that tells which of them failed, and ends.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import logging
import os
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from headwater._bridge.client import Client
from headwater._bridge.no_driver import forbid_drivers
from headwater._bridge.peer import Peer
from headwater._bridge.registry import Registry
from headwater._bridge.signals import leave_signals_to_driver
from headwater.errors import BridgeError
from headwater.extensions._lifecycle import close
from headwater.extensions._load import find_extensions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeGuard

    from headwater.extensions._load import LoadedExtension

__all__ = ["main"]

_END_SECONDS = 5.0
_LOADING = 4
"""What loading may allocate, as a multiple of the limit: libraries in C reserve memory that they do not use."""


def main() -> NoReturn:
    """Load the extensions and answer requests until the JVM ends; return 1 if the agent could not be reached."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # The agent reads UTF-8, whatever the encoding of this system is.
            stream.reconfigure(encoding="utf-8", line_buffering=True, errors="backslashreplace")
    _log_lines()
    # py4j logs each error with its stack trace before it raises it.
    logging.getLogger("py4j").setLevel(logging.CRITICAL)
    leave_signals_to_driver()
    stream = _private_input()
    instructions = _first_line(stream)
    registry = Registry()
    threading.Thread(target=_leave_at_end, args=(stream, registry), name="headwater-parent", daemon=True).start()
    _bound_memory(_LOADING * instructions.max_memory_megabytes)
    forbid_drivers()
    found = _find(instructions)
    _bound_memory(instructions.max_memory_megabytes)
    if instructions.check:
        _report(found)
        _leave(0)
    try:
        _serve(instructions, registry, found)
    except BridgeError as error:
        _leave(1, f"headwater.host: {error}")
    _leave(0)


@dataclass(frozen=True, slots=True)
class Instructions:
    """What the agent asks for: its gateway's address and token, and the extensions to load.

    ``max_memory_megabytes`` is in MiB, 0 for no limit. With ``check`` there is no gateway: port 0 and no token.
    """

    port: int
    token: str = field(repr=False)
    check: bool = False
    extensions: tuple[str, ...] = ()
    disabled: tuple[str, ...] = ()
    discover: bool = False
    max_memory_megabytes: int = 0
    options: dict[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, line: bytes) -> Instructions | None:
        """Return the instructions in a line of JSON, or ``None`` if a value is missing or has another type."""
        try:
            values = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(values, dict):
            return None
        check = values.get("check") is True
        port, token = (0, "") if check else (values.get("port"), values.get("token"))
        if not _is_number(port, 65535) or not isinstance(token, str) or not (check or (port and token)):
            return None
        megabytes = values.get("maxMemoryMegabytes") or 0
        names = [values.get(key) or [] for key in ("extensions", "disabled")]
        options = values.get("options") or {}
        if not isinstance(options, dict) or not _are_texts(list(options.values())):
            return None
        if not _is_number(megabytes, sys.maxsize) or not all(map(_are_texts, names)):
            return None
        extensions, disabled = (tuple(each) for each in names)
        return cls(port, token, check, extensions, disabled, bool(values.get("discover")), megabytes, options)


def _is_number(value: object, largest: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= largest


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _find(instructions: Instructions) -> list[LoadedExtension]:
    return find_extensions(
        instructions.extensions,
        discover=instructions.discover,
        disabled=instructions.disabled,
        options=instructions.options,
    )


def _report(found: Sequence[LoadedExtension]) -> None:
    """Print the extensions as one line of JSON, and close those that were set up."""
    close(hook for each in found for hook in each.hooks)
    extensions = [{"name": each.name, "status": each.status, "problem": each.problem} for each in found]
    # The line is the last one, whatever extensions have printed.
    print(f"\n{json.dumps({'extensions': extensions})}")


def _serve(instructions: Instructions, registry: Registry, found: Sequence[LoadedExtension]) -> None:
    problems = []
    for each in found:
        if each.status == "loaded":
            registry.add_hooks(each.hooks)
        elif each.status == "failed":
            problems.append({"extension": each.name, "message": each.problem})
            logging.getLogger("headwater").warning("%s was not loaded: %s", each.name, each.problem)
    peer = Peer(Client(instructions.port, instructions.token), registry, "host")
    peer.hello(problems)
    # The collector need not visit what was imported; it did so several times for the request of a large plan.
    gc.collect()
    gc.freeze()
    try:
        peer.run()
    except BridgeError:
        time.sleep(_END_SECONDS)  # the end of standard input comes next, and its thread closes the extensions
        raise


class _PrefixedLines(logging.Formatter):
    """Writes the level and the logger before each line of a record: the agent logs lines, and warnings as warnings."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record and of its exception."""
        return "\n".join(f"{record.levelname} {record.name}: {line}" for line in super().format(record).split("\n"))


def _log_lines() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_PrefixedLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)


def _private_input() -> io.BufferedReader:
    """Return standard input for this module only; an extension that reads standard input gets an empty one."""
    own = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return os.fdopen(own, "rb")


def _first_line(stream: io.BufferedReader) -> Instructions:
    instructions = Instructions.read(stream.readline())
    if instructions is not None:
        return instructions
    # The line contains a secret, so it is not printed.
    return _leave(
        2,
        "headwater.host: the agent starts this, with a line of JSON on standard input that has a port and a token; "
        "to see what it would load, run `headwater extensions list`",
    )


def _bound_memory(megabytes: int) -> None:
    """Limit the memory of this process to ``megabytes`` MiB more than it has now; 0 is no limit.

    An extension that needs more gets a MemoryError before the machine takes memory away from the driver. Mapped files
    do not count. The limit works on Linux only. It counts reserved addresses, too, so what libraries have reserved when
    they were loaded is not part of it.
    """
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    limit = megabytes << 20
    with contextlib.suppress(ValueError, OSError):  # some systems refuse every limit on memory
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if 0 < limit < sys.maxsize:
            largest = sys.maxsize if hard == resource.RLIM_INFINITY else hard
            resource.setrlimit(resource.RLIMIT_DATA, (min(limit + _data_bytes(), largest), hard))


def _data_bytes() -> int:
    """Return what counts for the limit at present; 0 if the system does not tell it."""
    with contextlib.suppress(OSError), Path("/proc/self/status").open("rb") as lines:
        return next((int(line.split()[1]) << 10 for line in lines if line.startswith(b"VmData:")), 0)
    return 0


def _leave_at_end(stream: io.BufferedReader, registry: Registry) -> None:
    """Close the extensions when the JVM ends; the agent kills this process if that takes long."""
    while stream.read1(4096):
        pass
    close(registry.hooks.values())
    _leave(0)


def _leave(code: int, message: str = "") -> NoReturn:
    """End the process at once, even if extensions have running threads."""
    if message:
        print(message, file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
