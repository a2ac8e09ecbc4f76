"""The agent's configuration, as ``headwater replay`` reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
