"""Who may use the server: the token, other sites in a browser, DNS rebinding, other machines."""

from __future__ import annotations

import base64
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import Job, Run, RunEvent, RunState
from openlineage.client.transport.http import ApiKeyTokenProvider, HttpConfig, HttpTransport
from openlineage.client.uuid import generate_new_uuid

from headwater.cli import main
from serving import Server, run_event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN = "0123456789abcdef-TOKEN"  # noqa: S105 - of this test
PATHS = ("/", "/api/v1/events", "/api/v1/summary", "/openapi.json", "/mcp", "/nowhere")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("db") / "a.duckdb", "--allow-host", "Lineage.example.org")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("db")
    (folder / "token").write_text(f"{TOKEN}\n", encoding="utf-8")
    server = Server(folder / "a.duckdb", "--host", "0.0.0.0", "--token-file", str(folder / "token"))  # noqa: S104
    yield server
    assert TOKEN not in server.banner + server.stop()


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "[::1]:80", "LINEAGE.example.org:443"])
def test_the_names_of_this_server_are_served(server: Server, host: str) -> None:
    assert server.get("/api/v1/summary", Host=host).status == 200


def test_a_check_of_liveness_needs_no_name(server: Server) -> None:
    assert server.get("/health", Host="10.1.2.3:8765").body == b'{"status":"ok"}'
    assert server.post(run_event(1), "/health", Host="10.1.2.3:8765").status == 421


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:80", "", "127.0.0.1.evil.example", "[::1"])
def test_a_name_that_was_pointed_at_this_machine_is_refused(server: Server, host: str) -> None:
    for answer in (server.get("/api/v1/events", Host=host), server.post(run_event(1), Host=host)):
        assert answer.status == 421
        assert "--allow-host" in answer.error


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_site_cannot_post(server: Server, headers: dict[str, str]) -> None:
    for path in ("/api/v1/lineage", "/api/v1/lineage/batch", "/mcp"):
        assert server.post([run_event(1)], path, **headers).status == 403
    assert server.events() == []


def test_no_answer_is_for_pages_of_other_sites(server: Server) -> None:
    answer = server.get("/api/v1/events", Origin="https://evil.example")
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]


def test_a_page_of_this_server_may_post(server: Server) -> None:
    own = {"Origin": server.url, "Host": server.url.partition("//")[2], "Sec-Fetch-Site": "same-origin"}
    assert server.post([], **own).status == 201


def test_nothing_but_health_is_served_without_the_token(guarded: Server) -> None:
    for path in PATHS:
        assert guarded.get(path).status == 401
    assert guarded.post(run_event(1)).status == 401
    assert guarded.get("/health").status == 200


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer wrong", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Token {TOKEN}", "Basic ?"]
    + ["Basic " + base64.b64encode(text.encode()).decode() for text in ("", ":", f"{TOKEN}:", f"a:{TOKEN}b")]
    + ["Bearer \xff\xfe"],
)
def test_a_wrong_token_is_refused(guarded: Server, header: str) -> None:
    answer = guarded.get("/", Authorization=header)
    assert answer.status == 401
    assert answer.headers["www-authenticate"].startswith("Basic")
    assert TOKEN not in answer.body.decode()


def test_the_token_opens_all(guarded: Server) -> None:
    basic = base64.b64encode(f"anybody:{TOKEN}".encode()).decode()
    for header in (f"Bearer {TOKEN}", f"bearer {TOKEN}", f"Basic {basic}"):
        assert guarded.get("/", Authorization=header).status == 200
    assert guarded.get("/", Authorization=f"Bearer {TOKEN}", Host="any.name").status == 200


def test_openlineage_python_sends_with_its_api_key(guarded: Server) -> None:
    config = HttpConfig(guarded.url.replace("0.0.0.0", "127.0.0.1"), auth=ApiKeyTokenProvider({"apiKey": TOKEN}))  # noqa: S104
    event = RunEvent(
        eventType=RunState.START,
        eventTime="2026-05-01T10:00:00Z",
        run=Run(str(generate_new_uuid())),
        job=Job("a", "with.key"),
        producer="https://example.org/p",
    )
    OpenLineageClient(transport=HttpTransport(config)).emit(event)
    found = guarded.get("/api/v1/events?job=with.key", Authorization=f"Bearer {TOKEN}")
    assert len(found.body.splitlines()) == 1


def test_another_address_needs_a_token(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1", "db.example.org"):  # noqa: S104
        assert main(["serve", "--host", host, "--db", str(tmp_path / "a.duckdb")]) == 1
        assert "HEADWATER_SERVE_TOKEN" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.duckdb"))


@pytest.mark.parametrize("token", ["short", "with spaces in the middle", "ümläute-ümläute-ümläute"])
def test_a_bad_token_is_refused_and_not_printed(
    token: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEADWATER_SERVE_TOKEN", token)
    assert main(["serve", "--db", "a.duckdb"]) == 1
    error = capsys.readouterr().err
    assert "at least 16 ASCII characters" in error
    assert token not in error


def test_a_missing_token_file_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").touch()
    for name, why in (("missing", "No such file"), ("empty", "the file is empty")):
        assert main(["serve", "--token-file", str(tmp_path / name)]) == 1
        assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--port", "70000"], "from 0 to 65535"),
        (["--max-mb", "0"], "give 1 or more"),
        (["--port", "{taken}"], "Address already in use"),
    ],
)
def test_a_bad_option_is_an_error(
    server: Server, options: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    filled = [text.replace("{taken}", str(server.port)) for text in options]
    assert main(["serve", *filled]) == 1
    assert why in capsys.readouterr().err


def test_without_the_libraries_the_error_has_the_command_to_install_them() -> None:
    for name in ("serve", "mcp"):
        code = (
            "import sys; sys.modules['mcp_types'] = sys.modules['uvicorn'] = None\n"
            f"from headwater.cli import main; raise SystemExit(main([{name!r}]))"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert "pip install 'headwater[serve]'" in done.stderr
