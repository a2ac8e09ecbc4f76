"""One thing that one extension is asked, and what came of it."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Outcome", "Step", "error_json", "is_running_extension", "run_step", "text_of"]

_thread = threading.local()
_MAX_ERROR_LENGTH = 500


@dataclass(frozen=True, slots=True)
class Step:
    """A question: `run` returns a part of the answer, made JSON and checked."""

    number: int
    extension: str
    stage: str
    run: Callable[[], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A part of the answer with its size in bytes, or an error."""

    number: int
    extension: str
    part: dict[str, Any]
    size: int = 0
    error: dict[str, str] | None = None


def run_step(step: Step) -> Outcome:
    """Ask, whatever happens: an extension may raise anything, ``SystemExit`` too, and loses its own part alone."""
    _thread.asking = True
    try:
        part = step.run()
        size = len(json.dumps(part)) if part else 0
    except BaseException as error:  # noqa: BLE001  (sys.exit and KeyboardInterrupt in an extension are its own, too)
        failure = error_json(step.extension, step.stage, text_of(error))
        return Outcome(step.number, step.extension, {}, error=failure)
    finally:
        _thread.asking = False
    return Outcome(step.number, step.extension, part, size)


def is_running_extension() -> bool:
    """Return whether this thread is inside an extension that is being asked."""
    return getattr(_thread, "asking", False)


def error_json(extension: str, stage: str, message: str) -> dict[str, str]:
    """Return an entry of an answer's ``errors``."""
    return {"extension": extension, "stage": stage, "message": message}


def text_of(error: BaseException) -> str:
    """Return an error's type and text on one line, even where its own ``__str__`` fails."""
    try:
        text = " ".join(str(error).split())
    except BaseException:  # noqa: BLE001  (an author's class)
        text = ""
    name = type(error).__name__
    text_with_type = f"{name}: {text}" if text else name
    return (
        text_with_type if len(text_with_type) <= _MAX_ERROR_LENGTH else text_with_type[: _MAX_ERROR_LENGTH - 3] + "..."
    )
