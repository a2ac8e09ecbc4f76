"""The agent's configuration, as ``headwater replay`` reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater._deliver import Backend
from headwater._destination import Receiver
from headwater.cli._agent_conf import http_transports

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

FILE = """\
transport:
  type: http
  url: https://a
  headers: {X-Tenant: t}
  urlParams: {code: c}
  auth: {type: api_key, apiKey: k}
"""
URL = "spark.openlineage.transport.url"


def use(text: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
    (folder / "openlineage.yml").write_text(text)
    patch.chdir(folder)


def test_what_is_for_one_backend_is_not_for_that_of_another_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(FILE, tmp_path, monkeypatch)
    assert http_transports({URL: "http://b"}) == [{"type": "http", "url": "http://b"}]
    (section,) = http_transports({URL: "https://A:443/"})
    assert section["auth"]["apiKey"] == "k"


def test_the_members_of_a_composite_keep_their_keys_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    member = "{type: http, url: 'http://a', headers: {X: y}}"
    use(f"transport: {{type: composite, transports: {{one: {member}}}}}", tmp_path, monkeypatch)
    found = http_transports({"spark.openlineage.transport.transports.one.url": "http://b"})
    assert found == [{"type": "http", "url": "http://b"}]


def test_an_endpoint_alone_is_for_the_backend_of_the_file_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(FILE, tmp_path, monkeypatch)
    monkeypatch.setenv("OPENLINEAGE_ENDPOINT", "/own")
    assert http_transports({URL: "http://b"}) == [{"type": "http", "url": "http://b"}]
    assert http_transports({})[0]["endpoint"] == "/own"


def test_values_of_the_file_are_texts_as_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = "{X-Tenant: 0042, X-On: on, X-Day: 2026-01-31, X-Rate: 1.10, X-None: ~}"
    text = f"transport: {{type: http, url: 'http://a', headers: {headers}, auth: {{type: api_key, apiKey: 0012345}}}}"
    use(text, tmp_path, monkeypatch)
    (section,) = http_transports({})
    expected = {"X-Tenant": "0042", "X-On": "on", "X-Day": "2026-01-31", "X-Rate": "1.10"}
    assert dict(Receiver.of(section).headers) == expected
    assert Receiver.of(section).api_key == "0012345"


def test_the_key_has_precedence_over_a_header_of_the_configuration() -> None:
    section = {"headers": {"authorization": "Basic x", "X": "y"}, "auth": {"type": "api_key", "apiKey": "k"}}
    assert Receiver.of(section).headers == (("X", "y"),)
    assert Receiver.of({"headers": {"Authorization": "Basic x"}}).headers == (("Authorization", "Basic x"),)
    given = Receiver.of(section).with_more([("Authorization", "Bearer line")], [])
    assert dict(given.headers)["authorization"] == "Bearer line"


def test_without_a_proxy_in_the_configuration_none_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")

    def proxies(section: dict[str, str]) -> list[object]:
        opener = Backend("http://h", receiver=Receiver.of(section))._open()
        return [each.proxies for each in vars(opener)["handlers"] if hasattr(each, "proxies")]

    assert not any(proxies({"proxy": "none"}))
    assert any(proxies({}))
