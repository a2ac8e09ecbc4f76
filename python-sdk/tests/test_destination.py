"""The name of an HTTP destination in a spool, and the requests of ``headwater replay``."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from headwater._destination import Receiver, name_of
from headwater._spool import Directory
from headwater.cli import main
from headwater.cli._agent_conf import spool_dir
from spools import event, lines, serving, spool, summaries

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler

TABLE = json.loads((Path(__file__).parent / "data" / "destinations.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", TABLE, ids=lambda row: json.dumps(row["options"]))
def test_both_languages_give_a_destination_the_same_name(row: dict[str, Any]) -> None:
    assert name_of(row["options"]) == row["to"]


@contextmanager
def gateway() -> Iterator[tuple[str, list[tuple[str, dict[str, str]]]]]:
    """A server that answers 400 to a request without a tenant."""
    accepted: list[tuple[str, dict[str, str]]] = []

    def answer(request: BaseHTTPRequestHandler, _: bytes) -> tuple[int, bytes]:
        headers = {name.lower(): value for name, value in request.headers.items()}
        if "x-tenant" not in headers and "tenant=" not in request.path:
            return 400, b""
        accepted.append((request.path, headers))
        return 201, b""

    with serving(answer) as url:
        yield url, accepted


def waiting(directory: Path) -> int:
    return Directory.read(directory).waiting


def test_replay_without_the_header_keeps_everything_and_with_it_sends_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with gateway() as (url, accepted):
        directory = spool(tmp_path, [event(1, "START", 0), event(1, "FAIL", 1)], f"http {url}")
        assert main(["replay", str(tmp_path)]) == 1
        assert "HTTP status 400" in (error := capsys.readouterr().err)
        assert "2 events still wait" in error
        assert waiting(directory) == 2
        assert not (directory / "dead-letter.jsonl").exists()
        assert main(["replay", str(tmp_path), "--header", "X-Tenant: a", "--param", "team=a b"]) == 0
    assert [(path, headers["x-tenant"]) for path, headers in accepted] == [("/api/v1/lineage?team=a%20b", "a")] * 2
    assert not directory.exists()


def test_a_spool_of_another_tenant_is_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with gateway() as (url, accepted):
        for tenant in ("a", "b"):
            to = name_of({"url": url, "headers": {"X-Tenant": tenant}})
            spool(tmp_path, [event(1, "FAIL", 1)], to, name=tenant)
        assert main(["replay", str(tmp_path), "--header", "X-Tenant: b"]) == 1
        assert [headers["x-tenant"] for _, headers in accepted] == ["b"]
        assert "a was skipped: its events are for other headers or parameters" in capsys.readouterr().err
        assert main(["replay", str(tmp_path), "--header", "X-Tenant: other", "--to", url]) == 0
    assert not list(tmp_path.iterdir())


def configure_by_property(url: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    prefix = "spark.openlineage.transport"
    patch.setenv("SPARK_CONF_DIR", str(folder))
    (folder / "spark-defaults.conf").write_text(
        f"{prefix}.type http\n{prefix}.url {url}\n{prefix}.headers.X-Tenant a\n{prefix}.auth.apiKey Bearer k1\n"
    )


def configure_by_variables(url: str, _: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("OPENLINEAGE_URL", url)
    patch.setenv("OPENLINEAGE__TRANSPORT__HEADERS__X_TENANT", "a")
    patch.setenv("OPENLINEAGE_API_KEY", "Bearer k1")


def configure_by_url_of_the_api(url: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    configure_by_variables(f"{url}/api/v1/", folder, patch)


def configure_by_url_of_a_namespace(url: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    configure_by_variables(f"{url}/api/v1/namespaces/prod", folder, patch)


def configure_by_json(url: str, _: Path, patch: pytest.MonkeyPatch) -> None:
    section = {"type": "http", "url": url, "headers": {"X-Tenant": "a"}, "auth": {"type": "api_key", "apiKey": "k1"}}
    patch.setenv("OPENLINEAGE__TRANSPORT", json.dumps(section))


def configure_by_file(url: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    file = folder / "lineage.yml"
    file.write_text(
        f"transport: {{type: http, url: '{url}', headers: {{X-Tenant: a}}, auth: {{type: api_key, apiKey: k1}}}}"
    )
    patch.setenv("OPENLINEAGE_CONFIG", str(file))


def configure_by_file_of_the_documentation(url: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    file = folder / "lineage.yml"
    file.write_text(
        f"transport: {{type: http, url: '{url}', headers: {{X-Tenant: a}}, auth: {{type: api_key, api_key: k1}}}}"
    )
    patch.setenv("OPENLINEAGE_CONFIG", str(file))


def configure_by_members(url: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    prefix = "spark.openlineage.transport"
    patch.setenv("SPARK_CONF_DIR", str(folder))
    (folder / "spark-defaults.conf").write_text(
        f"{prefix}.type composite\n{prefix}.transports.file.type file\n"
        f"{prefix}.transports.b.type http\n{prefix}.transports.b.url {url}\n{prefix}.transports.b.headers.X-Tenant b\n"
        f"{prefix}.transports.main.type http\n{prefix}.transports.main.url {url}\n"
    )
    patch.setenv("OPENLINEAGE__TRANSPORT__TRANSPORTS__MAIN__HEADERS__X_TENANT", "a")
    patch.setenv("OPENLINEAGE__TRANSPORT__TRANSPORTS__MAIN__AUTH__TYPE", "api_key")
    patch.setenv("OPENLINEAGE__TRANSPORT__TRANSPORTS__MAIN__AUTH__API_KEY", "k1")


@pytest.mark.parametrize(
    "configure",
    [
        configure_by_property,
        configure_by_variables,
        configure_by_url_of_the_api,
        configure_by_url_of_a_namespace,
        configure_by_json,
        configure_by_file,
        configure_by_file_of_the_documentation,
        configure_by_members,
    ],
)
def test_replay_sends_what_the_agent_sends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, configure: Any) -> None:
    (spools := tmp_path / "spool").mkdir()
    with gateway() as (url, accepted):
        configure(url, tmp_path, monkeypatch)
        spool(spools, [event(1, "FAIL", 1)], name_of({"url": url, "headers": {"X-Tenant": "a"}}))
        assert main(["replay", str(spools)]) == 0
    ((_, headers),) = accepted
    assert (headers["x-tenant"], headers["authorization"]) == ("a", "Bearer k1")


def test_the_headers_of_one_backend_are_not_sent_to_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = {"url": "https://other.example", "headers": {"X-Api-Key": "secret"}}
    monkeypatch.setenv("OPENLINEAGE__TRANSPORT", json.dumps(section))
    with gateway() as (url, accepted):
        spool(tmp_path, [event(1, "FAIL", 1)], f"http {url}")
        assert main(["replay", str(tmp_path), "--param", "tenant=a"]) == 0
    assert "x-api-key" not in accepted[0][1]


@pytest.mark.parametrize("settings", ["", "{prefix}.type http\n{prefix}.url {url}\n"])
def test_a_key_is_sent_to_no_other_backend_than_that_of_its_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str
) -> None:
    monkeypatch.setenv("OPENLINEAGE_URL", "https://other.example")
    monkeypatch.setenv("OPENLINEAGE_API_KEY", "secret")
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    (spools := tmp_path / "spool").mkdir()
    with gateway() as (url, accepted):
        text = settings.format(prefix="spark.openlineage.transport", url=url)
        (tmp_path / "spark-defaults.conf").write_text(text)
        spool(spools, [event(1, "FAIL", 1)], f"http {url}")
        assert main(["replay", str(spools), "--param", "tenant=a"]) == 0
    assert "authorization" not in accepted[0][1]


def test_without_the_file_of_the_variable_the_next_place_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "openlineage.yml").write_text("spool: {dir: /var/lib/headwater}")
    monkeypatch.setenv("OPENLINEAGE_CONFIG", "/no/such.yml")
    monkeypatch.chdir(tmp_path)
    assert spool_dir({}) == "/var/lib/headwater"


@pytest.mark.parametrize(
    ("auth", "key"),
    [({"api_key": None}, ""), ({"apiKey": None, "api_key": "k"}, "k"), ({"apiKey": "k", "api_key": "l"}, "k")],
)
def test_a_key_without_a_value_is_no_key(auth: dict[str, Any], key: str) -> None:
    assert Receiver.of({"auth": auth | {"type": "api_key"}}).api_key == key


def test_the_key_of_a_file_is_not_sent_to_the_backend_of_a_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "openlineage.yml").write_text(
        "transport: {type: http, url: 'https://other.example', auth: {type: api_key, apiKey: secret}}"
    )
    monkeypatch.chdir(tmp_path)
    (spools := tmp_path / "spool").mkdir()
    with gateway() as (url, accepted):
        monkeypatch.setenv("OPENLINEAGE_URL", url)
        spool(spools, [event(1, "FAIL", 1)], f"http {url}")
        assert main(["replay", str(spools), "--param", "tenant=a"]) == 0
    assert "authorization" not in accepted[0][1]


def test_a_header_has_a_colon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path), "--header", "X-Tenant"]) == 1
    assert "write it as NAME:VALUE" in capsys.readouterr().err


def test_rejected_events_wait_again_and_are_sent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with gateway() as (url, accepted):
        directory = spool(tmp_path, [event(1, "START", 0), event(2, "FAIL", 1)], f"http {url}/?tenant=a")
        Directory.read(directory).add_dead_letter(json.dumps(event(3, "START", 0)), "HTTP status 400")
        Directory.read(directory).add_dead_letter('"no event"', "not JSON")
        (directory / "000001.seg").unlink()
        assert main(["spool", "retry", str(tmp_path)]) == 1
        assert "1 events wait again; 1 stay in dead-letter.jsonl" in capsys.readouterr().out
        assert waiting(directory) == 1
        assert main(["replay", str(tmp_path)]) == 0
    assert len(accepted) == 1, "a run that is put back has no ABORT"
    assert json.loads((directory / "dead-letter.jsonl").read_text())["event"] == "no event"


def test_a_run_that_is_put_back_beside_those_of_a_killed_application_has_no_abort(tmp_path: Path) -> None:
    directory = spool(tmp_path, [event(1, "START", 0)])
    Directory.read(directory).add_dead_letter(json.dumps(event(3, "START", 0)), "HTTP status 400")
    assert main(["spool", "retry", str(tmp_path)]) == 0
    assert main(["replay", str(tmp_path), "--to", str(tmp_path / "out.jsonl")]) == 0
    assert summaries(lines(tmp_path / "out.jsonl")) == [("1", "START", 0), ("1", "ABORT", 1), ("3", "START", 0)]


def test_events_that_an_extension_has_not_let_pass_stay(tmp_path: Path) -> None:
    directory = spool(tmp_path, [], "none")
    Directory.read(directory).add_dead_letter(json.dumps(event(1, "START", 0)), "not filtered")
    assert main(["spool", "retry", str(tmp_path)]) == 1
    assert waiting(directory) == 0


@pytest.mark.parametrize("source", ["variable", "property", "default"])
def test_status_reads_the_spool_of_the_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], source: str
) -> None:
    root = tmp_path / "root"
    if source == "variable":
        monkeypatch.setenv("OPENLINEAGE__SPOOL__DIR", str(root))
    elif source == "property":
        (tmp_path / "my.conf").write_text(f"spark.openlineage.spool.dir {root}\n")
    else:
        monkeypatch.setenv("JAVA_TOOL_OPTIONS", f"-Djava.io.tmpdir={tmp_path}")
        monkeypatch.setenv("TMPDIR", "/nowhere")
        monkeypatch.setenv("LOGNAME", "svc")
        monkeypatch.setattr("pwd.getpwuid", lambda _: type("Entry", (), {"pw_name": "a b"}))
        root = tmp_path / "headwater-spool-a_b"
    command = ["spool", "status", *(["--properties-file", str(tmp_path / "my.conf")] if source == "property" else [])]
    assert main(command) == 0
    assert capsys.readouterr().out == f"no events wait: there is no folder {root}\n"
    root.mkdir()
    spool(root, [event(1, "START", 0)], name_of({"url": "http://h"}))
    assert main(command) == 0
    assert "1 wait for http http://h, 0 refused" in (out := capsys.readouterr().out)
    assert f"1 events wait in {root}" in out
