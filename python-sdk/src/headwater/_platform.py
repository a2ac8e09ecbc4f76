"""What differs between operating systems."""

from __future__ import annotations

import importlib
import os
import shlex
from typing import TYPE_CHECKING, Any

from headwater.errors import SpoolError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["command_text", "is_windows", "try_lock"]


def is_windows() -> bool:
    """Return whether this is Windows."""
    return os.name == "nt"


def command_text(command: Sequence[str]) -> str:
    """Return a command as the user's shell takes it."""
    if is_windows():
        from subprocess import list2cmdline  # noqa: PLC0415  (executors import this module, and need no processes)

        return list2cmdline(command)
    return shlex.join(command)


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed, as Java's ``FileChannel.tryLock`` does; return whether it was free.

    Raises :class:`~headwater.SpoolError` on a system without file locks.
    """
    try:
        lock = _lock_of_posix()
    except ImportError:
        lock = _lock_of_windows()
    try:
        lock(descriptor)
    except OSError:
        return False
    return True


def _lock_of_posix() -> Any:  # noqa: ANN401  (other systems do not have the module)
    fcntl = importlib.import_module("fcntl")
    return lambda descriptor: fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_of_windows() -> Any:  # noqa: ANN401  (the same)
    try:
        msvcrt = importlib.import_module("msvcrt")
    except ImportError as error:
        raise SpoolError("this system has no file locks") from error
    # The first byte, which is in the range that Java locks.
    return lambda descriptor: msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
