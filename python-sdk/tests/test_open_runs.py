"""The runs that a dead application has left open."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from headwater._records import record
from headwater._spool import Directory
from spools import RUN, event, spool, summaries

if TYPE_CHECKING:
    from pathlib import Path


def test_a_run_that_ended_in_a_deleted_segment_is_not_aborted(tmp_path: Path) -> None:
    directory = spool(tmp_path, [event(1, "START", 0), event(2, "START", 0)])
    later = {"headwater_spool": 1, "application": "local-1", "to": "", "runs": [RUN.format(1)]}
    (directory / "000003.seg").write_bytes(b"".join(record(json.dumps(v)) for v in [later, event(3, "START", 0)]))
    found = Directory.read(directory)
    assert list(found.open_runs) == [RUN.format(1), RUN.format(3)]
    found.abort_open_runs()
    assert summaries([e.event for e in found.segments[-1].events]) == [("3", "ABORT", 1), ("1", "ABORT", 1)]
    assert found.segments[-1].header["runs"] == [RUN.format(1), RUN.format(3)]
    assert not Directory.read(directory).open_runs
