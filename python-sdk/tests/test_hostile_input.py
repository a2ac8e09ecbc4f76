"""The commands on files that other producers write, and on files that are broken or made to do harm."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from openlineage.client.event_v2 import DatasetEvent, InputDataset, Job, JobEvent, OutputDataset, Run, RunEvent
from openlineage.client.facet_v2 import column_lineage_dataset, schema_dataset
from openlineage.client.generated.base import EventType, StaticDataset
from openlineage.client.serde import Serde

import hostile
from headwater.cli import main
from headwater.events import read_entries, read_events
from headwater.model import build_lineage
from hostile import COMMANDS, RUN, both, deep, event, forms, lines, write

if TYPE_CHECKING:
    from pathlib import Path

Capsys = pytest.CaptureFixture[str]
MEGABYTE = 1 << 20
TIME = "2026-01-01T00:00:00Z"


@pytest.mark.parametrize("name", forms())
def test_each_form_of_a_file_has_the_same_events(tmp_path: Path, capsys: Capsys, name: str) -> None:
    file = write(tmp_path, name, forms()[name])
    good = write(tmp_path, "good.jsonl", forms()["lines.jsonl"])
    assert read_events([file]) == read_events([good])
    assert main(["verify", file]) == 1  # the schema facet of the sample has no producer
    assert capsys.readouterr().out.endswith("2 events, 2 problems\n")
    assert main(["diff", good, file, "--fail-on", "any"]) == 0


def test_compressed_files_of_a_folder_are_read(tmp_path: Path) -> None:
    for name, content in forms().items():
        write(tmp_path, name, content)
    (tmp_path / "folder.json").mkdir()  # Spark writes folders with such names
    assert len(read_events([tmp_path]).events) == 2 * len(forms())


SOURCE = {"namespace": "n", "name": "s", "field": "a", "subtypes": [["IDENTITY"], {}]}
VIEW = {"namespace": "n", "name": "v", "columns": ["a"], "definition": {"fields": {"a": [SOURCE]}}, "usedBy": []}
HOSTILE = {
    "null inputs": lines(both(inputs=None, outputs=None)),
    "null facets": lines(both(run={"runId": RUN, "facets": None})),
    "a null facet": lines(both(run={"runId": RUN, "facets": {"x": None}})),
    "a facet that is a number": lines(both(run={"runId": RUN, "facets": {"headwater_sequence": 5}})),
    "separators of lines in a name": lines(both("a\u2028\u2029\u0085\x0b\x0c\x1c\x1d\x1eb")),
    "a lone surrogate": lines(both()).replace(b'"job"}', rb'"a\ud800b"}'),
    "a lone surrogate as UTF-8": lines(both()).replace(b'"job"}', b'"a\xed\xa0\x80b"}'),
    "numbers beyond a double": lines(both(run={"runId": RUN, "facets": {"x": {"y": 10**4000, "z": -(10**400)}}})),
    "a count of many digits": lines(
        both(outputs=[{"namespace": "n", "name": "d", "outputFacets": {"outputStatistics": {"rowCount": "1" * 5000}}}])
    ),
    "not a number": lines(both()).replace(b'"facets": {}', b'"facets": {"x": {"y": NaN, "z": 1e999999}}'),
    "a type that is a list": lines([event("START"), event(eventType=["COMPLETE"])]),
    "a subtype that is a list": lines(both(run={"runId": RUN, "facets": {"headwater_views": {"views": [VIEW]}}})),
    "wrong types": lines(both(inputs=[{"namespace": "n", "name": "d", "facets": {"schema": {"fields": {"a": [1]}}}}])),
}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("name", HOSTILE)
def test_odd_events_are_read(tmp_path: Path, capsys: Capsys, command: list[str], name: str) -> None:
    write(tmp_path, "good.jsonl", lines(both()))
    code = main([*command, write(tmp_path, "odd.jsonl", HOSTILE[name])])
    printed = capsys.readouterr()
    assert code == 0 or (command == ["verify"] and "2 events" in printed.out), printed
    assert printed.err == ""
    assert not set(printed.out) & set("\u2028\u2029\u0085\x0b\x0c\x1c\x1d\x1e\ud800")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"[" * 50_000 + b"]" * 50_000 + b"\n" + lines([event()]), (1, "nested more than 500 deep", 1)),
        (deep(50_000), (1, "nested more than 500 deep", 1)),
        (deep(501), (1, "nested more than 500 deep", 1)),
        (lines([event()])[:60] + b"\n" + lines(both()), (1, "no end", 2)),
        (lines([event()])[:60] + lines([event()]) + lines(both()), (1, "not JSON", 2)),
        (lines(both()) + b"20:00 INFO done\n" + lines([event()]), (3, "not JSON", 3)),
        (lines(both()) + lines([event()])[:-3], (3, "no end", 2)),
        (b"[" + lines([event()]), (1, "the array of events that begins here has no end", 1)),
        (json.dumps(event(), indent=2).encode()[:90] + b"\n" + lines(both()), (1, "no end", 2)),
        (lines([event()]) + b"\0" * 1000 + b"\n" + lines([event()]), (2, "not JSON", 2)),
        (lines([event()]).replace(b'"eventTime"', b'"when"') + lines([event()]), (1, "'eventTime' is missing", 1)),
        (b'{"n": 1' + b"0" * 5000 + b"}\n" + lines([event()]), (1, "not JSON that can be read", 1)),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_one_error_names_file_and_line_and_the_rest_is_read(
    tmp_path: Path, capsys: Capsys, content: bytes, expected: tuple[int, str, int]
) -> None:
    line, what, rest = expected
    file = write(tmp_path, "bad.jsonl", content)
    write(tmp_path, "good.jsonl", lines(both()))
    found = read_events([file], lenient=True)
    assert (len(found.events), found.skipped) == (rest, 1)
    for command in COMMANDS:
        assert main([*command, file]) == 1
        printed = capsys.readouterr()
        assert f"{file}, line {line}: " in printed.out + printed.err
        assert what in printed.out + printed.err


def test_a_broken_event_over_several_lines_does_not_take_the_next_one_along(tmp_path: Path) -> None:
    indented = json.dumps(event(), indent=2)
    without_quote = indented.replace('"COMPLETE"', '"COMPLETE')
    without_comma = indented.replace('"COMPLETE",', '"COMPLETE"')
    without_end = indented.rpartition("}")[0]
    jackson = '[ {\n  "eventTime" : "x\n}, ' + indented.removesuffix("}") + "} ]"
    for broken in (without_quote, without_comma, without_end):
        text = f"{indented}\n{broken}\n{indented}\n"
        log = read_events([write(tmp_path, "a.json", text.encode())], lenient=True)
        assert (len(log.events), log.skipped) == (2, 1), broken
    log = read_events([write(tmp_path, "a.json", jackson.encode())], lenient=True)
    assert (len(log.events), log.skipped) == (1, 1)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (forms()["packed.jsonl.gz"][:-20], "damaged or cut off"),
        (b"\x1f\x8b\x08rubbish", "damaged or cut off"),
        (forms()["packed.json.zst"][:-5], "damaged or cut off"),
        (b"\x28\xb5\x2f\xfdrubbish", "damaged"),
        (b"BZh91AY", "a bzip2 file; events are read as JSON in UTF-8, plain or packed as gz or zst"),
        (b"PAR1abc", "a Parquet file"),
        ("{}".encode("utf-16"), "text in UTF-16"),
    ],
)
def test_a_file_of_another_kind_is_named(tmp_path: Path, capsys: Capsys, content: bytes, what: str) -> None:
    file = write(tmp_path, "bad.jsonl", content)
    assert main(["summary", file]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"headwater: {file}, line 1: it")
    assert what in error


def test_zstd_without_its_library_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    monkeypatch.setitem(sys.modules, "backports.zstd", None)
    monkeypatch.setitem(sys.modules, "compression.zstd", None)
    monkeypatch.delattr("backports.zstd", raising=False)
    assert main(["summary", write(tmp_path, "a.jsonl.zst", forms()["packed.json.zst"])]) == 1
    assert "pip install 'headwater[zstd]'" in capsys.readouterr().err


def test_events_of_openlineage_python_are_read(tmp_path: Path, capsys: Capsys) -> None:
    run, job = Run(RUN), Job("airflow", "dag.task")
    common: dict[str, Any] = {"eventTime": TIME, "producer": "https://example.org/p"}
    field = column_lineage_dataset.InputField("db", "source", "a")
    lineage = column_lineage_dataset.ColumnLineageDatasetFacet(
        fields={"b": column_lineage_dataset.Fields(inputFields=[field])}
    )
    schema = schema_dataset.SchemaDatasetFacet([schema_dataset.SchemaDatasetFacetFields("a", "int")])
    source, target = InputDataset("db", "source"), OutputDataset("db", "target", facets={"columnLineage": lineage})
    events = [
        RunEvent(run=run, job=job, eventType=EventType.START, **common),
        RunEvent(run=run, job=job, eventType=EventType.COMPLETE, inputs=[source], outputs=[target], **common),
        JobEvent(job=Job("looker", "dashboard"), inputs=[InputDataset("db", "target")], **common),
        DatasetEvent(dataset=StaticDataset("db", "source", facets={"schema": schema}), **common),
    ]
    made = [json.loads(Serde.to_json(each)) for each in events]
    for content in (lines(made), json.dumps(made, indent=2).encode()):
        file = write(tmp_path, "a.json", content)
        assert main(["verify", file]) == 0, capsys.readouterr().out
        assert main(["summary", file]) == 0
        assert "4 events, 2 jobs, 1 runs, 0 failed runs, 2 datasets, 2 columns, 1 edges" in capsys.readouterr().out


def test_a_declared_job_has_its_lineage_until_a_run_completes(tmp_path: Path) -> None:
    declared = event("", inputs=hostile.inputs("old"), outputs=hostile.inputs("out"))
    del declared["run"], declared["eventType"]
    dataset = {"eventTime": TIME, "dataset": {**hostile.inputs("old")[0], "name": "new"}}

    def inputs(*events: dict[str, Any]) -> list[str]:
        lineage = build_lineage(read_events([write(tmp_path, "a.jsonl", lines(list(events)))]).events)
        return [lineage.datasets[i].name for job in lineage.jobs for i in job.inputs]

    run = event(inputs=hostile.inputs("new"), outputs=hostile.inputs("out"))
    assert inputs(declared, dataset) == ["old"]
    assert inputs(declared, {**run, "eventType": "FAIL"}) == ["old"]
    assert inputs(declared, run) == ["new"]


def test_other_problems_of_the_machine_are_one_line(tmp_path: Path, capsys: Capsys) -> None:
    file = write(tmp_path, "good.jsonl", lines(both()))
    assert main(["view", file, "-o", f"{file}/page.html"]) == 1
    assert "good.jsonl: File exists" in capsys.readouterr().err
    strange = write(tmp_path, "a\x1b]0;\udcff.jsonl", lines(both()) + b"x\n")
    for command in COMMANDS:
        main([*command, strange])
        printed = capsys.readouterr()
        assert "\x1b" not in printed.out + printed.err


def test_a_terminal_without_utf_8_is_no_error(tmp_path: Path) -> None:
    file = write(tmp_path, "a.jsonl", lines(both(outputs=hostile.inputs("größe\ud83d"))))
    command = [sys.executable, "-m", "headwater", "summary", file]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"gr\xf6\xdfe" in done.stdout


def test_an_event_of_a_gigabyte_is_an_error_in_little_memory(tmp_path: Path) -> None:
    """A guard against hanging, and a bound of memory: the limit of an event, several times, and Python itself."""
    file = tmp_path / "big.jsonl"
    with file.open("wb") as out:
        out.write(lines([event()])[:-2] + b',"x":"')
        out.seek(1024 * MEGABYTE)  # zeros in between that take no space on the disk
        out.write(b'"}\n' + lines(both()))
    program = (
        "import sys; from headwater.cli import main; code = main(['verify', sys.argv[1]]);"
        # the peak of this process alone: ru_maxrss begins with that of the process that started it
        "peak = [line for line in open('/proc/self/status') if line.startswith('VmHWM')];"
        "print(int(peak[0].split()[1]) // 1024); sys.exit(code)"
    )
    begin = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=False, timeout=300
    )
    file.unlink()
    found = done.stdout.splitlines()
    print(f"1 GB in {time.monotonic() - begin:.1f} s, {found[-1]} MB")
    assert found[:2] == [f"{file}, line 1: it is larger than 64 MB", "3 events, 1 problems"]
    assert int(found[2]) < 300


def test_a_folder_of_garbage_ends(tmp_path: Path) -> None:
    """A guard against hanging: each of these once took time that grows with the square of its size, or worse."""
    size = MEGABYTE // 2
    for number, part in enumerate((b'{"', b'"\\"', b"{\n", b'{\n"a":[\n', b"[{", b"\\", b'"', b"}, {\n", b"{},")):
        (tmp_path / f"{number}.json").write_bytes(b'{"a":"' + part * (size // len(part)))
    begin = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    errors = sum(bool(entry.error) for entry in read_entries([tmp_path]))
    used = resource.getrusage(resource.RUSAGE_SELF).ru_utime - begin
    print(f"{errors} errors in {used:.1f} s of CPU")
    assert errors >= 9
    assert used < 300
