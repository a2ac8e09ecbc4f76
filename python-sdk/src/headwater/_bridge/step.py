"""One call of one extension, and its outcome."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from headwater._bridge import tracebacks

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Outcome", "Step", "error_json", "is_running_extension", "run_step", "text_of"]

_thread = threading.local()
_MAX_ERROR_LENGTH = 500


@dataclass(frozen=True, slots=True)
class Step:
    """One call: `run` returns a part of the response as checked JSON. `node` is the index of a visited plan node.

    The list ``refused`` of the part has the errors of facets that are not in it.
    ``accept`` gets this part before the next step is called, if the next one builds on it.
    A step that ``is_spooled`` is neither counted nor stopped by the breaker: its events wait in the spool.
    """

    number: int
    extension: str
    stage: str
    run: Callable[[], dict[str, Any]]
    node: int | None = None
    accept: Callable[[dict[str, Any]], None] | None = None
    is_spooled: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """A part of the response with its size in bytes, or an error; and how long the call has taken."""

    step: Step
    part: dict[str, Any]
    size: int = 0
    error: dict[str, str] | None = None
    millis: float = 0.0
    refused: tuple[dict[str, str], ...] = ()
    """The errors of facets that are not in the part."""

    @property
    def extension(self) -> str:
        """The name of the extension."""
        return self.step.extension

    @property
    def errors(self) -> tuple[dict[str, str], ...]:
        """The error of the call, or those of refused facets."""
        return self.refused if self.error is None else (self.error,)

    def accept(self) -> None:
        """Let the next steps of the request build on this one."""
        if self.step.accept is not None and self.error is None:
            self.step.accept(self.part)


def run_step(step: Step) -> Outcome:
    """Run one step; an exception of the extension, including ``SystemExit``, becomes the outcome's error."""
    _thread.running = True
    began = time.perf_counter()
    try:
        part = step.run()
        refused = tuple(_failure(step, each) for each in part.pop("refused", ()))
        size = len(json.dumps(part, allow_nan=False)) if part else 0
    except BaseException as error:  # noqa: BLE001  (sys.exit and KeyboardInterrupt in an extension are errors, too)
        return Outcome(step, {}, error=_failure(step, error), millis=(time.perf_counter() - began) * 1000)
    finally:
        _thread.running = False
    return Outcome(step, part, size, millis=(time.perf_counter() - began) * 1000, refused=refused)


def _failure(step: Step, error: BaseException) -> dict[str, str]:
    """Log an error, and return it as an entry of the response."""
    tracebacks.log_once(step.extension, step.stage, error)
    return error_json(step.extension, step.stage, text_of(error, tracebacks.place(step.extension, error)))


def is_running_extension() -> bool:
    """Return whether this thread is executing an extension."""
    return getattr(_thread, "running", False)


def error_json(extension: str, stage: str, message: str) -> dict[str, str]:
    """Return one entry of the list ``errors`` of a response."""
    return {"extension": extension, "stage": stage, "message": message}


def text_of(error: BaseException, place: str = "") -> str:
    """Return the type and the text of an error on one line, even if its own ``__str__`` fails, and then the place."""
    try:
        text = " ".join(str(error).split())
    except BaseException:  # noqa: BLE001  (an author's class)
        text = ""
    name = type(error).__name__
    text_with_type = f"{name}: {text}" if text else name
    end = f" ({place})" if place else ""
    limit = _MAX_ERROR_LENGTH - len(end)
    return (text_with_type if len(text_with_type) <= limit else text_with_type[: limit - 3] + "...") + end
