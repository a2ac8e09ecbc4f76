"""Whatever the bytes of a file are, the reader yields events and errors, and each command ends with an exit code."""

from __future__ import annotations

import io
import json
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

import hostile
from headwater._reading import values
from headwater._reading.values import read_values
from headwater.cli import main
from headwater.errors import EventError
from headwater.events import parse_event, read_entries, read_events
from properties import JSON, repeatable

if TYPE_CHECKING:
    import pytest

MARKS = [
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\n",
    b"\r",
    b" ",
    b"\0",
    b"\xff",
    b"\xed\xa0\x80",
    b"\\ud800",
]
WHOLE = [content for name, content in hostile.forms().items() if not name.endswith((".gz", ".zst"))]
RAW = st.lists(st.sampled_from([*MARKS, *WHOLE]) | st.binary(max_size=8), max_size=12).map(b"".join)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A good file, compressed or not, of which a part is missing, or replaced by other bytes."""
    good = draw(st.sampled_from(list(hostile.forms().values())))
    begin = draw(st.integers(0, len(good)))
    return good[:begin] + draw(RAW) + good[begin + draw(st.integers(0, 40)) :]


@st.composite
def distorted(draw: st.DrawFn) -> bytes:
    """Events of which some values are of any type."""
    event = hostile.event(inputs=hostile.inputs("in"), outputs=hostile.inputs("out"))
    facets = ["schema", "symlinks", "columnLineage", "headwater_sequence", "headwater_coverage", "parent", "sql"]
    schema = "https://openlineage.io/spec/facets/1-0-0/ColumnLineageDatasetFacet.json#/$defs/ColumnLineageDatasetFacet"
    found: dict[str, Any] = {name: draw(JSON) for name in draw(st.lists(st.sampled_from(facets), max_size=3))}
    found |= {"columnLineage": {"_schemaURL": schema, "fields": draw(JSON), "dataset": draw(JSON)}}
    for holder in (event["run"], event["job"], event["inputs"][0], event["outputs"][0]):
        holder["facets"] = found if draw(st.booleans()) else draw(JSON)
    event |= draw(st.dictionaries(st.sampled_from([*event, "dataset"]), JSON, max_size=2))
    return json.dumps(event).encode() + b"\n"


@repeatable
@given(RAW | damaged() | distorted())
def test_any_bytes_are_events_and_errors(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = hostile.write(Path(folder), "any.json", content)
        for entry in read_entries([file]):
            assert (entry.event is None) == bool(entry.error)
            json.dumps(entry.raw, ensure_ascii=False).encode()
        log = read_events([file], lenient=True)
        assert bool(log.skipped) == bool(log.first_error)


@repeatable
@given(RAW | damaged() | distorted())
def test_every_command_ends_with_an_exit_code(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        good = hostile.write(Path(folder), "good.jsonl", WHOLE[0])
        file = hostile.write(Path(folder), "any.json", content)
        page = str(Path(folder) / "page.html")
        commands = (["verify"], ["view", "--lenient", "-o", page], ["summary", "--lenient"])
        for command in (*commands, ["diff", "--lenient", "--markdown", good]):
            assert main([*command, file]) in {0, 1}


@repeatable
@given(st.text(st.characters(), max_size=40) | distorted().map(bytes.decode))
def test_one_text_is_an_event_or_an_event_error(text: str) -> None:
    with suppress(EventError):
        parse_event(text)


@repeatable
@given(st.lists(JSON.filter(lambda value: isinstance(value, dict)), min_size=1, max_size=5), st.integers(1, 40))
def test_values_are_the_same_however_they_are_laid_out_and_cut(
    monkeypatch: pytest.MonkeyPatch, given_values: list[Any], piece: int
) -> None:
    texts = [json.dumps(value) for value in given_values]
    layouts = [
        "\n".join(texts),
        "".join(texts),
        json.dumps(given_values),
        json.dumps(given_values, indent=2),
        "\n".join(json.dumps(value, indent=1, ensure_ascii=True) for value in given_values),
    ]
    monkeypatch.setattr(values, "_PIECE_BYTES", piece)
    found = [[each.value for each in read_values(io.BytesIO(layout.encode()))] for layout in layouts]
    assert {json.dumps(each) for each in found} == {json.dumps(found[0])}
    assert len(found[0]) == len(given_values)
