"""What a planned program did that has no lineage, or not the one of production, by its line."""

from __future__ import annotations

import os
import sys
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from headwater._pyspark import message_of
from headwater.errors import HeadwaterError

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["PlanningError", "Report"]

_PACKAGE = str(Path(__file__).resolve().parents[1])


class PlanningError(HeadwaterError):
    """The program asked for something that only a real system can answer."""


@dataclass(slots=True)
class Report:
    """Problems, which make the lineage incomplete, and notes, which do not; each is a line of text."""

    library: str
    """The folder of PySpark, whose lines are not those of the program."""
    problems: dict[str, None] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)

    def note(self, text: str) -> None:
        """Add what a reader of the lineage must know; a line of the program has each note once."""
        self.notes[f"{self._calling_line()}: {text}"] = None

    def note_of_call(self, text: str) -> None:
        """Add a note about a method of PySpark, unless another one of PySpark has called it."""
        if not self._is_inner(sys._getframe(2).f_code.co_filename):  # noqa: SLF001  (as below)
            self.note(text)

    def problem(self, text: str) -> str:
        """Add what is missing in the lineage, and return its text."""
        line = f"{self._calling_line()}: {text}"
        self.problems[line] = None
        return line

    def failed(self, error: BaseException) -> None:
        """Add the exception that ended the program."""
        text = message_of(error).partition("\n")[0]
        if isinstance(error, PlanningError):
            self.problems["the program has ended there; what follows is not planned"] = None
        else:
            name = type(error).__name__
            self.problems[f"{self._line_of(error.__traceback__)}: the program has failed with {name}: {text}"] = None

    def _calling_line(self) -> str:
        frame = sys._getframe(1)  # noqa: SLF001  (traceback would read the sources of all frames)
        while frame.f_back is not None and self._is_inner(frame.f_code.co_filename):
            frame = frame.f_back
        return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"

    def _line_of(self, trace: TracebackType | None) -> str:
        frames = [frame for frame in traceback.extract_tb(trace) if not self._is_inner(frame.filename)]
        return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "the program"

    def _is_inner(self, file: str) -> bool:
        folders = [folder + os.sep for folder in (self.library, _PACKAGE)]
        return file.startswith((*folders, "<frozen")) or "py4j" in Path(file).parts
