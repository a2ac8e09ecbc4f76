"""Event files at addresses, read through fsspec."""

from __future__ import annotations

import gzip
import io
import json
import sys
from typing import TYPE_CHECKING

import fsspec
import pytest

from headwater.cli import main
from headwater.errors import EventError, UsageError
from headwater.events import read_events
from samples import shop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def store() -> Iterator[fsspec.AbstractFileSystem]:
    """An object store in memory: two files in a folder, one of them packed, and one that is no event file."""
    store = fsspec.filesystem("memory")
    lines = [json.dumps(event).encode() + b"\n" for event in shop()]
    store.pipe("/lake/events/day=1/a.jsonl", b"".join(lines[:3]))
    store.pipe("/lake/events/day=2/b.jsonl.gz", gzip.compress(b"".join(lines[3:])))
    store.pipe("/lake/events/day=2/_SUCCESS", b"")
    yield store
    store.rm("/lake", recursive=True)


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("address", "count"),
    [
        ("memory://lake/events", len(shop())),
        ("memory://lake/events/day=1/a.jsonl", 3),
        ("memory://lake/events/*/*.jsonl*", len(shop())),
        ("memory://lake/events/day=[1]/*", 3),
    ],
)
def test_files_folders_and_wildcards_are_read(address: str, count: int) -> None:
    assert len(read_events([address]).events) == count


@pytest.mark.usefixtures("store")
def test_every_command_reads_an_address(tmp_path: Path, capsys: Capsys) -> None:
    address = "memory://lake/events"
    policy = tmp_path / "policy.json"
    policy.write_text(json.dumps({"rules": [{"rule": "no-unknown", "tables": "gold/*"}]}), encoding="utf-8")
    local = tmp_path / "all.jsonl"
    local.write_text("".join(json.dumps(event) + "\n" for event in shop()), encoding="utf-8")
    for command in (
        ["summary", address],
        ["view", address, "-o", str(tmp_path / "page.html")],
        ["impact", "raw/orders.amount", address],
        ["where", "amount", address],
        ["unused", address],
        ["stale", address],
        ["unknown", address],
        ["check", str(policy), address],
        ["diff", address, str(local), "--fail-on", "any"],
    ):
        assert main(command) == 0, command
    assert main(["verify", address]) in {0, 1}
    assert capsys.readouterr().err == ""


def test_an_address_of_this_machine_needs_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file.jsonl").write_text(json.dumps(shop()[0]), encoding="utf-8")
    monkeypatch.setitem(sys.modules, "fsspec", None)
    assert len(read_events([(tmp_path / "a file.jsonl").as_uri()]).events) == 1


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"^gs://lake/events: .*gcsfs"):
        read_events(["gs://lake/events"])
    with pytest.raises(UsageError, match=r"^lake://x: Protocol not known: lake"):
        read_events(["lake://x"])
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(UsageError, match=r"^s3://lake/events: .*pip install 'headwater\[remote\]'"):
        read_events(["s3://lake/events"])


def test_what_is_not_there_or_no_event_file_is_an_error(store: fsspec.AbstractFileSystem) -> None:
    for address in ("memory://lake/nothing", "memory://lake/*.jsonl"):
        with pytest.raises(UsageError, match="no such file or folder: memory://lake/"):
            read_events([address])
    store.pipe("/lake/other/readme.txt", b"text")
    with pytest.raises(UsageError, match=r"memory://lake/other contains no event files \(\*\.jsonl"):
        read_events(["memory://lake/other"])
    store.pipe("/lake/other/bad.jsonl", b"{}\n")
    with pytest.raises(EventError, match=r"^memory:///lake/other/bad\.jsonl, line 1: "):
        read_events(["memory://lake/other"])
    store.pipe("/lake/other/bad.jsonl", b"12345678DUCK")
    with pytest.raises(EventError, match="a DuckDB database, which is read from a local file only"):
        read_events(["memory://lake/other"])


def test_an_error_of_the_store_in_the_middle_of_a_file_is_an_error_of_the_file(
    store: fsspec.AbstractFileSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    class CutOff(io.BytesIO):
        def read(self, _: int | None = -1) -> bytes:
            raise RuntimeError("the token has expired")

    monkeypatch.setattr(type(store), "open", lambda *_args, **_kwargs: CutOff())
    with pytest.raises(EventError, match=r"a\.jsonl, line 1: it cannot be read: the token has expired"):
        read_events(["memory://lake/events/day=1/a.jsonl"])


def test_messages_have_no_password_and_no_signature() -> None:
    with pytest.raises(UsageError) as raised:
        read_events(["lake://me:pw-7@bucket/events?signature=pw-8"])
    assert "pw-" not in str(raised.value)
    assert str(raised.value).startswith("lake://bucket/events: ")
