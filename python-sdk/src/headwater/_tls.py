"""The section ``sslContext`` of the agent's configuration: the trust store and the key store of a client."""

from __future__ import annotations

import secrets
import ssl
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from headwater.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["client_context"]

_AT = "transport.sslContext"


def client_context(section: Mapping[str, Any]) -> ssl.SSLContext:
    """Return the context of a client. Without a trust store, it trusts what this machine trusts.

    Raises :class:`~headwater.UsageError` if a store cannot be read.
    """
    context = ssl.create_default_context(cadata=_trusted(section))
    if path := _text(section, "keyStorePath"):
        key, own, chain = _pkcs12("keyStore", path, _text(section, "keyStoreType"), _text(section, "storePassword"))
        if key is None or own is None:
            raise UsageError(f"{_AT}.keyStorePath is {path}: it has no key; give another file")
        _load_key(context, key, [own, *chain])
    return context


def _trusted(section: Mapping[str, Any]) -> str | None:
    path, kind = _text(section, "trustStorePath"), _text(section, "trustStoreType")
    if not path:
        return None
    if kind.upper() == "PEM":
        return _read("trustStore", path).decode("ascii", "replace")
    _, own, others = _pkcs12("trustStore", path, kind, _text(section, "trustStorePassword"))
    found = [*others, *([own] if own is not None else [])]
    if not found:
        raise UsageError(f"{_AT}.trustStorePath is {path}: holds no certificate; give another file")
    return "".join(map(_pem, found))


def _pkcs12(store: str, path: str, kind: str, password: str) -> tuple[Any, Any, list[Any]]:
    """Return the key of a store, its certificate, and the other certificates."""
    if kind.upper() == "PEM":  # of a key store: `_trusted` has read that of a trust store
        raise UsageError(
            f"{_AT}.{store}Type is {kind}: only for a trust store; make a key store of the file: "
            "openssl pkcs12 -export -inkey key.pem -in cert.pem -out driver.p12"
        )
    if kind.upper() not in {"", "PKCS12"}:
        raise UsageError(
            f"{_AT}.{store}Type is {kind}: only the agent can read it; convert it with "
            "keytool -importkeystore -deststoretype PKCS12, or let the next application deliver"
        )
    try:
        from cryptography.hazmat.primitives.serialization import pkcs12  # noqa: PLC0415 - only needed for such a store
    except ImportError:
        raise UsageError(f"{_AT}.{store}Path needs a library: pip install 'headwater[tls]'") from None
    data = _read(store, path)
    try:
        key, own, others = pkcs12.load_key_and_certificates(data, password.encode() or None)
    except ValueError as error:
        raise UsageError(f"{_AT}.{store}Path is {path}: cannot be read ({error})") from None
    return key, own, others


def _load_key(context: ssl.SSLContext, key: Any, certificates: list[Any]) -> None:  # noqa: ANN401  (an optional library's)
    """Give the context the key. Python reads it from a file only; what is there for that moment is encrypted."""
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - as above

    password = secrets.token_urlsafe()
    lock = serialization.BestAvailableEncryption(password.encode())
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, lock).decode()
    with TemporaryDirectory(prefix="headwater-") as folder:
        file = Path(folder, "key.pem")
        file.write_text(text + "".join(map(_pem, certificates)), encoding="ascii")
        context.load_cert_chain(file, password=password)


def _pem(certificate: Any) -> str:  # noqa: ANN401  (an optional library's)
    from cryptography.hazmat.primitives.serialization import Encoding  # noqa: PLC0415 - as above

    return str(certificate.public_bytes(Encoding.PEM).decode())


def _read(store: str, path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"{_AT}.{store}Path is {path}: cannot be read ({error.strerror}); correct the path") from None


def _text(section: Mapping[str, Any], key: str) -> str:
    return str(section.get(key) or "").strip()
