"""Entry point of the command: parses the arguments and runs one subcommand."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import select
import sys
from functools import partial
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
    from collections.abc import Callable, Sequence
    from typing import TextIO

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
_CLOSED_PIPE = 141  # as a shell reports a process that SIGPIPE ends: 128 + 13


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 after an error, 2 for a wrong command line.

    If the reader of the output, such as ``head``, has closed the pipe, the code is that of the command, or 141 if the
    command had none yet.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # the terminal's encoding may lack a name's characters
    try:
        code = _exit_code(partial(_run, arguments))
    except SystemExit:  # argparse has printed the help, or what is wrong
        if flushed := _exit_code(_flush):
            return flushed
        raise
    flushed = _exit_code(_flush)
    return code or flushed


def _exit_code(run: Callable[[], int]) -> int:
    """Return what ``run`` returns, or the exit code of its error, which is printed."""
    try:
        return run()
    except BrokenPipeError as error:
        if _is_closed(sys.stdout) or _is_closed(sys.stderr):
            return _CLOSED_PIPE
        return _fail(str(error))
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


def _flush() -> int:
    """Write what was printed: Python would do it at its end, and print an error that `main` does not see.

    Return 0, also if the reader has closed the pipe. Raises ``OSError`` if standard output cannot be written.
    """
    for stream in (sys.stderr, sys.stdout):
        if stream is None:  # closed, as by `>&-`
            continue
        try:
            stream.flush()
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # for the flush at the end
            if stream is sys.stdout and not isinstance(error, BrokenPipeError):
                raise
    return 0


def _is_closed(stream: TextIO | None) -> bool:
    """Return whether the reader of a stream has closed the pipe; a connection to a backend can break, too."""
    if stream is None:
        return False
    if not hasattr(select, "poll"):  # on Windows
        return True
    poll = select.poll()
    try:
        poll.register(stream.fileno(), 0)
    except (OSError, ValueError):  # one without a file
        return False
    return any(events & (select.POLLERR | select.POLLHUP) for _, events in poll.poll(0))


def _fail(why: str) -> int:
    with contextlib.suppress(OSError):  # nobody reads it
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
