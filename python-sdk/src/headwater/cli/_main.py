"""Entry point of the command: parses the arguments and runs one subcommand."""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import TYPE_CHECKING

from headwater._text import printable, without_secret_words
from headwater._version import __version__
from headwater.cli import (
    _cds,
    _check,
    _diff,
    _doctor,
    _explain,
    _extensions,
    _impact,
    _jars,
    _lists,
    _pipelines,
    _plan,
    _replay,
    _serve,
    _spool,
    _submit,
    _summary,
    _verify,
    _view,
)
from headwater.cli._events import add_late_files
from headwater.cli._options import name_parsers
from headwater.errors import HeadwaterError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_COMMANDS = (
    _submit,
    _pipelines,
    _cds,
    _jars,
    _view,
    _summary,
    _impact,
    _lists,
    _serve,
    _check,
    _diff,
    _verify,
    _explain,
    _plan,
    _doctor,
    _extensions,
    _spool,
    _replay,
)
_RAW = {"submit": _submit.run_raw, "pipelines": _pipelines.run_raw, "cds": _cds.run_raw}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 after an error, 2 for a wrong command line."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # the terminal's encoding may lack a name's characters
    try:
        try:
            return _run(arguments)
        finally:
            _flush()
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        return 0
    except (HeadwaterError, OSError) as error:
        return _fail(
            f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
        )
    except MemoryError:
        return _fail("there is not enough memory for these events; give fewer files")
    except KeyboardInterrupt:
        return 130  # as a shell reports it


def _run(arguments: list[str]) -> int:
    if arguments and arguments[0] in _RAW:
        # spark-submit parses the other arguments; argparse would reject or change them.
        return _RAW[arguments[0]](arguments[1:])
    arguments, of_program = _plan.split(arguments) if arguments[:1] == ["plan"] else (arguments, [])
    options, rest = _parser().parse_known_args(arguments, argparse.Namespace(arguments=of_program))
    if not add_late_files(options, rest):
        hint = options.hint(options, rest) if hasattr(options, "hint") else ""
        options.parser.error(f"unrecognized arguments: {' '.join(without_secret_words(rest))}{hint}")
    code: int = options.run(options)
    return code


def _flush() -> None:
    """Write what was printed: Python would do it at its end, and print an error that `main` does not see."""
    if sys.stdout is None:  # closed, as by `>&-`
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at the end
        raise


def _fail(why: str) -> int:
    print(f"headwater: {printable(why)}", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="headwater", description="Column-level lineage for Spark.")
    parser.add_argument("--version", action="version", version=f"headwater {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in _COMMANDS:
        command.add_to(commands)
    name_parsers(commands)
    return parser
