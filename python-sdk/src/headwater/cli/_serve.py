"""``headwater serve``: a server for events and questions; ``headwater mcp``: the tools alone, for one assistant."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from headwater.cli._events import add_event_options
from headwater.cli._rows import load_graph
from headwater.errors import UsageError

if TYPE_CHECKING:
    import argparse

__all__ = ["add_to"]

_TOKEN_VARIABLE = "HEADWATER_SERVE_TOKEN"  # noqa: S105 - the name of a variable
_MIN_TOKEN = 16
_MAX_PORT = 65_535
_MAX_DAYS = 36_500
_MISSING = "{} needs libraries that are not installed: pip install 'headwater[serve]' ({})"


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands to the parser."""
    _add_serve(commands)
    tools = commands.add_parser(
        "mcp",
        help="answer an assistant over MCP on the standard input and output",
        description="Answer questions about events over MCP, on the standard input and output, for one assistant.",
    )
    add_event_options(tools)
    tools.set_defaults(run=run_tools)


def _add_serve(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "serve",
        help="take OpenLineage events over HTTP, and show and answer what they say",
        description="Take OpenLineage events over HTTP, keep them in a DuckDB file, and serve the lineage: a page, a "
        "JSON API, and tools for assistants (MCP).",
    )
    parser.add_argument("--db", metavar="FILE", type=Path, default="headwater.duckdb", help="default: %(default)s")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; default: %(default)s, this machine only"
    )
    parser.add_argument("--port", type=int, default=8765, help="default: %(default)s; 0 takes a free one")
    _add_limits(parser)
    parser.set_defaults(run=run)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    """Add who may ask, how much, and for how long events are kept."""
    parser.add_argument(
        "--token-file",
        metavar="FILE",
        type=Path,
        help=f"file with the token; the variable {_TOKEN_VARIABLE} does the same",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="a name by which a proxy or a browser reaches this server; may be repeated",
    )
    parser.add_argument(
        "--max-mb", type=int, default=16, metavar="N", help="size of a request in MB; default: %(default)s"
    )
    parser.add_argument(
        "--keep",
        type=int,
        metavar="DAYS",
        help="delete events that came more days ago, except those that the lineage of a dataset comes from; default: "
        "keep all",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until a signal ends the process."""
    token = _token(options.token_file)
    try:
        from headwater.serve.server import ServerOptions, run_server  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise UsageError(_MISSING.format("headwater serve", error)) from None
    if not 0 <= options.port <= _MAX_PORT:
        raise UsageError(f"--port {options.port}: give a number from 0 to {_MAX_PORT}")
    if options.max_mb < 1:
        raise UsageError(f"--max-mb {options.max_mb}: give 1 or more")
    if options.keep is not None and not 1 <= options.keep <= _MAX_DAYS:
        raise UsageError(f"--keep {options.keep}: give a number of days from 1 to {_MAX_DAYS}")
    hosts, size = tuple(options.allow_host), options.max_mb << 20
    chosen = ServerOptions(options.db, options.host, options.port, token, hosts, size, options.keep)
    if not chosen.is_loopback and not token:
        raise UsageError(
            f"--host {options.host}: other machines reach this address, so a token is needed; set {_TOKEN_VARIABLE} or "
            "--token-file to one, for example from `openssl rand -hex 32`"
        )
    run_server(chosen)
    return 0


def _token(file: Path | None) -> str:
    """Return the token, or an empty text; it is never an argument, because other users see those of a process."""
    if file is None:
        origin, token = _TOKEN_VARIABLE, os.environ.get(_TOKEN_VARIABLE, "").strip()
    else:
        try:
            origin, token = f"--token-file {file}", file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"--token-file {file}: {getattr(error, 'strerror', None) or 'it is not UTF-8'}") from None
        if not token:
            raise UsageError(f"{origin}: the file is empty")
    if token and (len(token) < _MIN_TOKEN or not token.isascii() or any(char.isspace() for char in token)):
        raise UsageError(f"{origin}: give at least {_MIN_TOKEN} ASCII characters without spaces")
    return token


def run_tools(options: argparse.Namespace) -> int:
    """Read the events, then answer until the input ends."""
    if "-" in options.events:
        raise UsageError("headwater mcp: the standard input is the assistant's; give the events as files")
    try:
        from headwater.serve.tools import run_stdio  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise UsageError(_MISSING.format("headwater mcp", error)) from None
    run_stdio(load_graph(options))
    return 0
