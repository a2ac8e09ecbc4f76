"""Finds event files, and opens them, compressed or not."""

from __future__ import annotations

import gzip
import sys
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from headwater._conf import DEFAULT_EVENTS
from headwater._reading.database import START_LENGTH, is_database_start
from headwater._reading.remote import RemoteFile, is_address, local_path, remote_files
from headwater.errors import EventError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["event_files", "open_event_file"]

_SUFFIXES = tuple(f"*.{name}{packed}" for name in ("jsonl", "ndjson", "json") for packed in ("", ".gz", ".zst"))
_SUFFIXES += ("*.seg",)  # of a spool
_STANDARD_INPUT = Path("/dev/stdin")
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_OTHER_FORMATS = {
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ": "an xz file",
    b"PK\x03\x04": "a zip file",
    b"PAR1": "a Parquet file",
    b"Obj\x01": "an Avro file",
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
}


def event_files(paths: Iterable[str | Path]) -> list[Path | RemoteFile]:
    """Return the given files, and the event files in the given folders; ``-`` is the standard input.

    A text such as ``s3://bucket/events`` is an address of an object store. Raises :class:`~headwater.UsageError` if a
    path does not exist, or if a folder contains no event files.
    """
    files: dict[Path | RemoteFile, None] = {}
    for given in paths:
        if given == "":
            raise UsageError("an empty name is no file: name a file, or see why a variable has no value")
        path = _path_of(given)
        if path is None:
            files |= dict.fromkeys(remote_files(str(given), _SUFFIXES))
        elif path.is_dir():
            found = sorted(file for suffix in _SUFFIXES for file in path.rglob(suffix) if file.is_file())
            if not found:
                raise UsageError(f"{path} contains no event files ({', '.join(_SUFFIXES)})")
            files |= dict.fromkeys(found)
        elif path.exists():  # a file, or a pipe such as that of `<(…)` in a shell
            files[path] = None
        else:
            fix = "; name the files with events, or write some here with `headwater submit`"
            raise UsageError(f"no such file or folder: {path}{fix if str(given) == DEFAULT_EVENTS else ''}")
    return list(files)


def _path_of(given: str | Path) -> Path | None:
    """Return the path of a file on this machine, or `None` if it is at an address."""
    if given == "-":
        return _STANDARD_INPUT
    return local_path(str(given)) if is_address(given) else Path(given)


@contextmanager
def open_event_file(path: Path | RemoteFile) -> Iterator[BinaryIO]:
    """Open a file for reading its uncompressed bytes; the first bytes tell whether it is compressed.

    Raises :class:`~headwater.EventError` if it cannot be read, then or later.
    """
    try:
        with path.open() if isinstance(path, RemoteFile) else path.open("rb") as file:
            start = file.peek(START_LENGTH)
            for mark, what in _OTHER_FORMATS.items():
                if start.startswith(mark):
                    raise EventError(f"it is {what}; events are read as JSON in UTF-8, plain or packed as gz or zst")
            if is_database_start(start):
                raise EventError("it is a DuckDB database, which is read from a local file only: copy it here first")
            if start.startswith(_GZIP):
                with gzip.open(file) as unpacked:
                    yield cast("BinaryIO", unpacked)
            elif start.startswith(_ZSTD):
                with _zstd(file) as unpacked:
                    yield unpacked
            else:
                yield file
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise EventError(f"its compressed data is damaged or cut off: {error}") from None
    except OSError as error:
        raise EventError(f"it cannot be read: {error.strerror or error}") from None


@contextmanager
def _zstd(file: BinaryIO) -> Iterator[BinaryIO]:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd  # noqa: PLC0415 - only for such files
        else:
            from backports import zstd  # noqa: PLC0415 - an extra
    except ImportError:
        raise EventError("it is compressed with zstd, which needs: pip install 'headwater[zstd]'") from None
    try:
        with zstd.open(file) as unpacked:
            yield cast("BinaryIO", unpacked)
    except zstd.ZstdError as error:
        raise EventError(f"its compressed data is damaged: {error}") from None
