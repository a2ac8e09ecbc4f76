"""``headwater replay`` with tokens (``auth`` of type ``jwt``) and with the agent's certificates (``sslContext``)."""

from __future__ import annotations

import base64
import io
import json
import ssl
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import pytest
import trustme
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, load_pem_private_key, pkcs12
from cryptography.x509 import Certificate, load_pem_x509_certificate

from headwater._credentials import Tokens
from headwater._destination import name_of
from headwater._spool import Directory
from headwater._tls import client_context
from headwater.cli import main
from headwater.errors import UsageError
from spools import event, serving, spool

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

PASSWORD = "s3cr3t-STORE"  # noqa: S105 - of temporary stores


@dataclass
class Gateway:
    """A backend that gives tokens at ``/token``; ``valid`` is the number of the token that it accepts."""

    url: str = ""
    valid: int = 1
    token_status: int = 200
    forms: list[dict[str, list[str]]] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)

    def answer(self, path: str, body: bytes, authorization: str) -> tuple[int, dict[str, Any]]:
        if path == "/token":
            self.forms.append(parse_qs(body.decode()))
            return self.token_status, {"accessToken": f"t{len(self.forms)}", "expires_in": 3600}
        if authorization and authorization != f"Bearer t{self.valid}":
            return 401, {}
        self.accepted.append(authorization)
        return 201, {}


@contextmanager
def gateway(tls: ssl.SSLContext | None = None) -> Iterator[Gateway]:
    state = Gateway()

    def answer(request: BaseHTTPRequestHandler, body: bytes) -> tuple[int, bytes]:
        status, content = state.answer(request.path, body, request.headers.get("Authorization", ""))
        return status, json.dumps(content).encode()

    with serving(answer, tls=tls) as state.url:
        yield state


def configure(monkeypatch: pytest.MonkeyPatch, url: str, **options: Any) -> None:
    monkeypatch.setenv("OPENLINEAGE__TRANSPORT", json.dumps({"type": "http", "url": url, **options}))
    monkeypatch.setattr("headwater._deliver.time.sleep", lambda _: None)


def jwt(url: str, **options: str) -> dict[str, str]:
    return {"type": "jwt", "apiKey": "k1", "tokenEndpoint": f"{url}/token", "tokenFields": "id, access_token"} | options


def test_a_token_is_requested_once_and_again_after_a_rejection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with gateway() as backend:
        configure(monkeypatch, backend.url, auth=jwt(backend.url))
        spool(tmp_path, [event(1, "START", 0), event(1, "FAIL", 1)], name_of({"url": backend.url}))
        assert main(["replay", str(tmp_path)]) == 0
        spool(tmp_path, [event(2, "START", 0), event(2, "FAIL", 1)], name_of({"url": backend.url}))
        backend.valid = 3
        assert main(["replay", str(tmp_path)]) == 0
    assert backend.accepted == ["Bearer t1"] * 2 + ["Bearer t3"] * 2
    assert backend.forms[0] == {
        "apikey": ["k1"],
        "grant_type": ["urn:ietf:params:oauth:grant-type:jwt-bearer"],
        "response_type": ["token"],
    }
    assert len(backend.forms) == 3


def test_without_a_token_everything_waits_and_no_key_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with gateway() as backend:
        backend.token_status = 400
        configure(monkeypatch, backend.url, auth=jwt(backend.url, apiKey="s3cr3t-KEY"))
        directory = spool(tmp_path, [event(1, "FAIL", 1)], name_of({"url": backend.url}))
        assert main(["replay", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    assert f"{backend.url}/token: HTTP status 400; correct transport.auth" in error
    assert "s3cr3t-KEY" not in error
    assert Directory.read(directory).waiting == 1
    assert not (directory / "dead-letter.jsonl").exists()


def test_a_time_that_is_no_number_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with gateway() as backend:
        configure(monkeypatch, backend.url, auth=jwt(backend.url, tokenRefreshBuffer="2m"))
        spool(tmp_path, [event(1, "FAIL", 1)], name_of({"url": backend.url}))
        assert main(["replay", str(tmp_path)]) == 1
    assert "transport.auth.tokenRefreshBuffer is '2m': not a number; give seconds" in capsys.readouterr().err


@pytest.mark.parametrize(("fields", "error"), [("id", "the answer has no token"), ("", "")])
def test_the_field_of_the_token_is_found_as_in_java(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], fields: str, error: str
) -> None:
    with gateway() as backend:
        configure(monkeypatch, backend.url, auth=jwt(backend.url, tokenFields=fields))
        spool(tmp_path, [event(1, "FAIL", 1)], name_of({"url": backend.url}))
        assert main(["replay", str(tmp_path)]) == (1 if error else 0)
    assert error in capsys.readouterr().err


@pytest.mark.parametrize(("exp", "requests"), [(time.time() + 3600, 1), (time.time() + 60, 2)])
def test_a_token_that_expires_soon_is_renewed(exp: float, requests: int) -> None:
    payload = base64.urlsafe_b64encode(json.dumps({"exp": int(exp)}).encode()).decode().rstrip("=")

    class Endpoint(urllib.request.HTTPHandler):
        count = 0

        def http_open(self, _: object) -> Any:
            Endpoint.count += 1
            return io.BytesIO(f'{{"token": "h.{payload}.s"}}'.encode())

    opener = urllib.request.OpenerDirector()
    opener.add_handler(Endpoint())
    tokens = Tokens({"apiKey": "k", "tokenEndpoint": "http://h/token"})
    assert [tokens.authorization(opener) for _ in range(2)] == [f"Bearer h.{payload}.s"] * 2
    assert Endpoint.count == requests


@dataclass(frozen=True)
class Stores:
    """A server that requires a certificate, and the stores of its client."""

    server: ssl.SSLContext
    pem: Path
    trust: Path
    keys: Path

    def section(self, **options: str) -> dict[str, str]:
        return {"trustStorePath": str(self.pem), "trustStoreType": "PEM"} | options


@pytest.fixture
def stores(tmp_path: Path) -> Stores:
    authority = trustme.CA()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(server)
    server.verify_mode = ssl.CERT_REQUIRED
    authority.configure_trust(server)
    folder = tmp_path / "stores"
    folder.mkdir()
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    trusted = load_pem_x509_certificate(authority.cert_pem.bytes())
    issued = authority.issue_cert("agent@example.org")
    own = load_pem_x509_certificate(issued.cert_chain_pems[0].bytes())
    key = load_pem_private_key(issued.private_key_pem.bytes(), None)
    return Stores(
        server, folder / "ca.pem", store(folder / "trust.p12", None, trusted), store(folder / "client.p12", key, own)
    )


def store(file: Path, key: Any, certificate: Certificate) -> Path:
    """Write a PKCS12 store with a key and its certificate, or with a trusted certificate."""
    own, others = (certificate, None) if key else (None, [certificate])
    lock = BestAvailableEncryption(PASSWORD.encode())
    file.write_bytes(pkcs12.serialize_key_and_certificates(b"agent", key, own, others, lock))
    return file


@pytest.mark.parametrize("trust", ["PEM", "PKCS12"])
def test_the_certificate_of_the_agent_is_sent_also_to_the_server_of_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stores: Stores, trust: str
) -> None:
    section = stores.section(keyStorePath=str(stores.keys), storePassword=PASSWORD)
    if trust == "PKCS12":
        section |= {"trustStorePath": str(stores.trust), "trustStoreType": "", "trustStorePassword": PASSWORD}
    (spools := tmp_path / "spool").mkdir()
    with gateway(stores.server) as backend:
        configure(monkeypatch, backend.url, auth=jwt(backend.url), sslContext=section)
        spool(spools, [event(1, "FAIL", 1)], name_of({"url": backend.url}))
        assert main(["replay", str(spools)]) == 0
    assert backend.accepted == ["Bearer t1"]


@pytest.mark.parametrize("trusted", [True, False])
def test_without_mutual_trust_everything_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stores: Stores, *, trusted: bool
) -> None:
    (spools := tmp_path / "spool").mkdir()
    with gateway(stores.server) as backend:
        configure(monkeypatch, backend.url, sslContext=stores.section() if trusted else {})
        directory = spool(spools, [event(1, "FAIL", 1)], name_of({"url": backend.url}))
        assert main(["replay", str(spools)]) == 1
    assert Directory.read(directory).waiting == 1
    assert backend.accepted == []


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"keyStorePath": "nowhere"}, "transport.sslContext.keyStorePath is nowhere: cannot be read (No such file"),
        ({"keyStorePath": "{pem}"}, "cannot be read ("),
        ({"keyStorePath": "{keys}", "storePassword": "wrong"}, "cannot be read (Invalid password"),
        ({"keyStorePath": "{trust}", "storePassword": PASSWORD}, "it has no key"),
        ({"keyStorePath": "{keys}", "keyStoreType": "JKS"}, "keytool -importkeystore"),
        ({"keyStorePath": "{pem}", "keyStoreType": "PEM"}, "openssl pkcs12 -export"),
        ({"trustStorePath": "nowhere"}, "transport.sslContext.trustStorePath is nowhere: cannot be read"),
    ],
)
def test_a_store_that_cannot_be_read_is_named(stores: Stores, options: dict[str, str], error: str) -> None:
    given = {
        name: value.format(pem=stores.pem, keys=stores.keys, trust=stores.trust) for name, value in options.items()
    }
    with pytest.raises(UsageError) as raised:
        client_context(stores.section(**given))
    assert error in str(raised.value)
    assert PASSWORD not in str(raised.value)
