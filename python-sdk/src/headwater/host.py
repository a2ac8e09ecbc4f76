"""``python -m headwater.host``: the process in which the agent runs extensions; started by the agent.

The first line of standard input is a JSON object with the agent's address and the extensions to load. Standard output
goes to the agent's log. The end of standard input means that the JVM has ended.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any, NoReturn

from headwater._bridge.client import Client
from headwater._bridge.peer import Peer
from headwater._bridge.registry import Registry
from headwater.errors import BridgeError
from headwater.extensions._load import find_extensions

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["main"]


def main() -> NoReturn:
    """Load the extensions and answer requests until the JVM ends; return 1 if the agent could not be reached."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True, errors="backslashreplace")
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    # py4j logs each error with its stack trace before it raises it.
    logging.getLogger("py4j").setLevel(logging.CRITICAL)
    # Ctrl-C in the terminal is for the driver, which ends this process when it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    instructions = _private_input()
    instructions_json = _first_line(instructions)
    threading.Thread(target=_leave_at_end, args=(instructions,), name="headwater-parent", daemon=True).start()
    _bound_memory(int(instructions_json.get("maxMemoryMegabytes") or 0))
    try:
        _serve(instructions_json)
    except BridgeError as error:
        _leave(1, f"headwater.host: {error}")
    _leave(0)


def _serve(instructions_json: Mapping[str, Any]) -> None:
    registry = Registry()
    problems = []
    disabled = instructions_json.get("disabled") or ()
    for each in find_extensions(
        instructions_json.get("extensions") or (), discover=bool(instructions_json.get("discover")), disabled=disabled
    ):
        if each.status == "loaded":
            registry.add_hooks(each.hooks)
        elif each.status == "failed":
            problems.append({"extension": each.name, "message": each.problem})
    peer = Peer(Client(int(instructions_json["port"]), str(instructions_json["token"])), registry, "host")
    peer.hello(problems)
    peer.run()


def _private_input() -> io.BufferedReader:
    """Return standard input for this module only; an extension that reads standard input gets an empty one."""
    own = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return os.fdopen(own, "rb")


def _first_line(instructions: io.BufferedReader) -> dict[str, Any]:
    line = instructions.readline()
    try:
        instructions_json = json.loads(line)
    except ValueError:
        instructions_json = None
    if isinstance(instructions_json, dict) and "port" in instructions_json and "token" in instructions_json:
        return instructions_json
    # The line contains a secret, so it is not printed.
    return _leave(
        2,
        "headwater.host: the agent starts this, with a line of JSON on standard input that has a port and a token; "
        "to see what it would load, run `headwater extensions list`",
    )


def _bound_memory(megabytes: int) -> None:
    """Limit the memory of this process to ``megabytes`` MiB; 0 is no limit.

    An extension that needs more gets a MemoryError before the machine takes memory away from the driver. Mapped files
    do not count. The limit works on Linux only.
    """
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = megabytes << 20
    if 0 < limit < sys.maxsize and (hard == resource.RLIM_INFINITY or limit < hard):
        # Some systems refuse every limit on memory.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def _leave_at_end(instructions: io.BufferedReader) -> None:
    while instructions.read1(4096):
        pass
    os._exit(0)


def _leave(code: int, message: str = "") -> NoReturn:
    """End the process at once, even if extensions have running threads."""
    if message:
        print(message, file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
