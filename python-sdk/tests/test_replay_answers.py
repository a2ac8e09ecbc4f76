"""A backend that repeats a request in its answer: nothing of what is secret is in an error or in a dead letter."""

from __future__ import annotations

import base64
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from headwater._destination import name_of
from headwater.cli import main
from spools import event, lines, serving, spool

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

SECRETS = {"auth": "k3y-0f-T3am", "header": "h3ader v4lue", "param": "p4ram/v4lue"}


@contextmanager
def echo(*statuses: int) -> Iterator[str]:
    """A server that sends these answers, the last one again and again, each with the request in it."""
    left = list(statuses)

    def answer(request: BaseHTTPRequestHandler, _: bytes) -> tuple[int, bytes]:
        key = request.headers["Authorization"].partition(" ")[2]
        parts = [request.path, dict(request.headers), key.upper(), base64.b64encode(key.encode()).decode()]
        return left.pop(0) if len(left) > 1 else left[0], json.dumps(parts).encode()

    with serving(answer) as url:
        yield url


def section(url: str) -> dict[str, object]:
    return {
        "type": "http",
        "url": url,
        "auth": {"type": "api_key", "apiKey": SECRETS["auth"]},
        "headers": {"X-Gateway": SECRETS["header"]},
        "urlParams": {"code": SECRETS["param"]},
    }


def leaked(text: str) -> list[str]:
    spellings = [*SECRETS.values(), "p4ram%2Fv4lue", base64.b64encode(SECRETS["auth"].encode()).decode().rstrip("=")]
    return [each for each in spellings if each.lower() in text.lower()]


@pytest.mark.parametrize("statuses", [(201, 400), (403,), (500,), (302,), (400,)])
def test_an_answer_that_repeats_the_request_has_no_secret(
    statuses: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("headwater._deliver.time.sleep", lambda _: None)
    with echo(*statuses) as url:
        monkeypatch.setenv("OPENLINEAGE__TRANSPORT", json.dumps(section(url)))
        directory = spool(tmp_path, [event(1, "START", 0), event(1, "FAIL", 1)], name_of(section(url)))
        assert main(["replay", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    files = "".join(path.read_text() for path in tmp_path.rglob("*") if path.is_file())
    assert leaked(printed.out + printed.err + files) == []
    if statuses == (201, 400):
        reason = lines(directory / "dead-letter.jsonl")[0]["reason"]
        assert reason.startswith("HTTP status 400 ")
        assert "(redacted)" in reason
    else:
        assert f"HTTP status {statuses[-1]}" in printed.err


def test_a_header_of_another_form_is_not_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spool(tmp_path, [event(1, "START", 0)])
    assert main(["replay", str(tmp_path), "--header", "Authorization Bearer s3cr3t"]) == 1
    assert "s3cr3t" not in (error := capsys.readouterr().err)
    assert "write it as NAME:VALUE" in error
