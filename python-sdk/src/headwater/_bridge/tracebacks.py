"""Where the exceptions of extensions come from."""

from __future__ import annotations

import logging
import os
import sys
import threading
import traceback
from pathlib import Path

__all__ = ["log_once", "place"]

_log = logging.getLogger("headwater")
_OWN = str(Path(__file__).resolve().parents[1]) + os.sep
_MAX_FRAMES = 20
_MAX_READ = 100  # of a recursion
_MAX_LOGGED = 200  # different exceptions of a process
_logged: set[tuple[str, str, str]] = set()
_lock = threading.Lock()


def place(extension: str, error: BaseException) -> str:
    """Return the innermost line of the extension's module, as ``file.py:6 in function``; ``""`` if there is none.

    If no frame is in the module of the extension, it is the innermost frame outside this package.
    """
    frames = _frames(error)
    module = getattr(sys.modules.get(extension.partition(":")[0]), "__file__", None)
    found = [each for each in frames if each.filename == module] or frames
    if not found:
        return ""
    last = found[-1]
    return f"{Path(last.filename).name}:{last.lineno} in {last.name}"


def log_once(extension: str, stage: str, error: BaseException) -> None:
    """Log the traceback of an exception as a warning, once for each extension, type of exception and place."""
    key = (extension, type(error).__name__, place(extension, error))
    with _lock:
        if key in _logged or len(_logged) >= _MAX_LOGGED:
            return
        _logged.add(key)
    lines = traceback.format_list(_frames(error)[-_MAX_FRAMES:])
    ended = traceback.format_exception_only(type(error), error)
    text = "".join(["Traceback (most recent call last):\n", *lines, *ended]) if lines else "".join(ended)
    _log.warning("%s failed in %s; its next failures at this place are not logged\n%s", extension, stage, text.rstrip())


def _frames(error: BaseException) -> list[traceback.FrameSummary]:
    """Return the frames outside this package, the innermost last."""
    every = traceback.extract_tb(error.__traceback__, limit=-_MAX_READ)
    return [each for each in every if not each.filename.startswith(_OWN)]
