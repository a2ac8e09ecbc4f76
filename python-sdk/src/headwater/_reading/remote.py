"""Event files at an address such as ``s3://bucket/events``, through fsspec."""

from __future__ import annotations

import io
import re
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO, cast
from urllib.parse import urlsplit
from urllib.request import url2pathname

from headwater._text import first_line, without_secrets
from headwater.errors import EventError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["RemoteFile", "is_address", "local_path", "remote_files"]

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_WILDCARD = re.compile(r"[*?\[]")
_NEEDED = "files at addresses need: pip install 'headwater[remote]', and the library of the store (s3fs, gcsfs, …)"


def is_address(path: str | Path) -> bool:
    """Return whether a path of the command line has a scheme.

    >>> is_address("s3://bucket/events"), is_address("events/a.jsonl")
    (True, False)
    """
    return isinstance(path, str) and _ADDRESS.match(path) is not None


def local_path(address: str) -> Path | None:
    """Return the path of an address of this machine's files, or `None` if it is another address."""
    parts = urlsplit(address)
    return Path(url2pathname(parts.path)) if parts.scheme.lower() == "file" else None


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of an object store; ``str()`` is its address, without user, password and signature."""

    address: str
    path: str
    _store: Any
    """fsspec's file system, whose types are unknown where it is not installed."""

    @property
    def suffix(self) -> str:
        """The end of the name, as of `pathlib.Path`."""
        return PurePosixPath(self.path).suffix

    def __str__(self) -> str:
        return self.address

    @contextmanager
    def open(self) -> Iterator[io.BufferedReader]:
        """Open the file for reading; raise :class:`~headwater.EventError` if that, or a later read, fails."""
        try:
            with self._store.open(self.path, "rb") as file:
                yield io.BufferedReader(cast("Any", _Raw(file)))
        except OSError as error:
            raise EventError(f"it cannot be read: {first_line(error)}") from None


class _Raw(io.RawIOBase):
    """A file of fsspec, whose errors are those of its store, as a raw stream whose errors are :class:`OSError`."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401  (a memoryview, as typed since Python 3.12)
        try:
            part = self._file.read(len(buffer))
        except Exception as error:  # noqa: BLE001  (each store has its own)
            raise OSError(first_line(error)) from None
        buffer[: len(part)] = part
        return len(part)


def remote_files(address: str, patterns: Sequence[str]) -> list[RemoteFile]:
    """Return the file at an address, those that its wildcards match, or those below it whose names match a pattern.

    Raises :class:`~headwater.UsageError` if there is none, if the store does not answer, or if a library is missing.
    """
    clean_address = without_secrets(address)
    try:
        import fsspec  # noqa: PLC0415  (an extra)
    except ImportError:
        raise UsageError(f"{clean_address}: {_NEEDED}") from None
    try:
        store, path = fsspec.core.url_to_fs(address)
        found = _find(store, path, patterns)
    except Exception as error:  # noqa: BLE001  (each store has its own)
        raise UsageError(f"{clean_address}: {first_line(error)}") from None
    if found is None:
        raise UsageError(f"no such file or folder: {clean_address}")
    if not found:
        raise UsageError(f"{clean_address} contains no event files ({', '.join(patterns)})")
    return [RemoteFile(without_secrets(store.unstrip_protocol(name)), name, store) for name in found]


def _find(store: Any, path: str, patterns: Sequence[str]) -> list[str] | None:  # noqa: ANN401  (fsspec's)
    """Return the names of the files, or `None` if there is nothing at the path."""
    if store.isfile(path):
        return [path]
    if store.isdir(path):
        names = store.find(path)
        return sorted(name for name in names if any(fnmatch(PurePosixPath(name).name, each) for each in patterns))
    matching = store.glob(path) if _WILDCARD.search(path) else []
    return sorted(name for name in matching if store.isfile(name)) or None
