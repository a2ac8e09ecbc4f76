"""The command line reads event files from a store that speaks S3, with s3fs."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import s3fs

from tests.e2e.lines import ROOT
from tests.services import processes
from tests.services.conftest import S3_KEYS

SAMPLE = ROOT / "python-sdk" / "tests" / "data" / "shop.jsonl"


@pytest.fixture(scope="module")
def store() -> Iterator[dict[str, str]]:
    """The environment that finds the store. Its bucket has a folder of two files, one of them packed."""
    lines = SAMPLE.read_bytes().splitlines(keepends=True)
    with processes.s3("events") as service:
        endpoint = f"http://127.0.0.1:{service.port}"
        files = s3fs.S3FileSystem(key=S3_KEYS[0], secret=S3_KEYS[1], endpoint_url=endpoint)
        files.pipe("events/run/day=1/a.jsonl", b"".join(lines[:3]))
        files.pipe("events/run/day=2/b.jsonl.gz", gzip.compress(b"".join(lines[3:])))
        files.pipe("events/run/_SUCCESS", b"")
        yield {
            "AWS_ACCESS_KEY_ID": S3_KEYS[0],
            "AWS_SECRET_ACCESS_KEY": S3_KEYS[1],
            "AWS_ENDPOINT_URL": endpoint,
        }


def headwater(
    store: dict[str, str], folder: Path, *arguments: str
) -> subprocess.CompletedProcess[str]:
    environment = os.environ | store | {"PYTHONPATH": str(ROOT / "python-sdk" / "src")}
    command = [sys.executable, "-m", "headwater", *arguments]
    return subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "address", ["s3://events/run", "s3://events/run/day=*/*", "s3://events/run/"]
)
@pytest.mark.parametrize("command", ["summary --json", "impact crm.customers --json", "verify"])
def test_a_command_says_the_same_of_the_store_as_of_local_files(
    store: dict[str, str], tmp_path: Path, address: str, command: str
) -> None:
    remote = headwater(store, tmp_path, *command.split(), address)
    local = headwater(store, tmp_path, *command.split(), str(SAMPLE))
    assert (remote.returncode, remote.stdout) == (local.returncode, local.stdout), remote.stderr
    assert len(local.stdout) > 10


def test_a_missing_key_is_an_error_that_names_the_address_and_no_secret(
    store: dict[str, str], tmp_path: Path
) -> None:
    done = headwater(store, tmp_path, "summary", "s3://events/nothing")
    assert (done.returncode, "s3://events/nothing" in done.stderr) == (1, True), done.stderr
    assert "Traceback" not in done.stderr
    assert S3_KEYS[1] not in done.stderr
