"""What the packer of jars writes, and which classes it leaves out."""

from __future__ import annotations

import struct
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from scripts import deflated, reachable

PRIVATE = ("private/",)


def class_file(*texts: str) -> bytes:
    """The beginning of a class file with these texts, after a constant of eight bytes, which counts twice."""
    long = b"\5" + bytes(8)
    constants = b"".join(b"\1" + struct.pack(">H", len(t)) + t.encode() for t in texts)
    return b"\xca\xfe\xba\xbe\0\0\0\x34" + struct.pack(">H", len(texts) + 3) + long + constants


@pytest.mark.parametrize(
    "text", ["private/A", "private.A", "(ILprivate/A;[J)V", "Ljava/util/List<Lprivate/A;>;"]
)
def test_a_class_that_a_constant_names_stays(text: str) -> None:
    entries = {"own/Agent.class": class_file("x", text), "private/A.class": class_file()}
    assert reachable.unreached(entries, PRIVATE) == set()


def test_a_class_that_a_service_file_names_stays() -> None:
    entries = {"META-INF/services/x.Y": b"private.A # ours\n", "private/A.class": class_file()}
    assert reachable.unreached(entries, PRIVATE) == set()


def test_private_classes_that_only_name_each_other_go() -> None:
    entries = {
        "own/Agent.class": class_file("private/Used"),
        "private/Used.class": class_file("private/Used$Part"),
        "private/Used$Part.class": class_file(),
        "private/Left.class": class_file("private/Other", "private/Used"),
        "private/Other.class": class_file("private/Left"),
    }
    found = reachable.unreached(entries, PRIVATE)
    assert found == {"private/Left.class", "private/Other.class"}


def test_a_class_that_is_not_private_stays_without_a_name() -> None:
    assert reachable.unreached({"own/Agent.class": class_file()}, PRIVATE) == set()


def test_a_zip_file_holds_its_entries_in_their_order(tmp_path: Path) -> None:
    entries = {"b/A.class": b"code " * 1000, "a": b"", "ü.txt": "ü".encode()}
    target = tmp_path / "a.jar"
    deflated.write(target, entries.items())
    with ZipFile(target) as read:
        assert read.testzip() is None
        assert {n: read.read(n) for n in read.namelist()} == entries
        assert read.namelist() == list(entries)
        assert {i.compress_type for i in read.infolist()} == {ZIP_DEFLATED}
        assert {i.date_time for i in read.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert list(tmp_path.iterdir()) == [target]
