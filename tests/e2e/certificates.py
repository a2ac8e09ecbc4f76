"""A certificate authority and key stores for one test session."""

from __future__ import annotations

import ssl
from pathlib import Path

import trustme
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    load_pem_private_key,
    pkcs12,
)
from cryptography.x509 import load_pem_x509_certificate

PASSWORD = "s3cr3t-STORE"  # noqa: S105 - of temporary stores; no log may contain it


class Authority:
    """Creates certificates for clients and servers that trust it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self._ca = trustme.CA()
        self._folder = folder
        self.pem = folder / "authority.pem"
        self._ca.cert_pem.write_to_path(str(self.pem))

    def server(self, name: str, *, mutual: bool = False) -> ssl.SSLContext:
        """The TLS context of a server with this name; if `mutual`, it requires a client certificate of this authority."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._ca.issue_cert(name).configure_cert(context)
        if mutual:
            context.verify_mode = ssl.CERT_REQUIRED
            self._ca.configure_trust(context)
        return context

    def client(self) -> Path:
        """A PKCS12 store with a certificate and its key."""
        cert = self._ca.issue_cert("agent@example.org")
        key = load_pem_private_key(cert.private_key_pem.bytes(), None)
        own = load_pem_x509_certificate(cert.cert_chain_pems[0].bytes())
        lock = BestAvailableEncryption(PASSWORD.encode())
        store = self._folder / "client.p12"
        store.write_bytes(pkcs12.serialize_key_and_certificates(b"agent", key, own, None, lock))  # type: ignore[arg-type]
        return store
