"""What the requests to an HTTP backend say about their receiver, and the name of the destination in a spool.

Several tenants of one backend have one address; a header or a parameter tells them apart. The name is the address and a
hash of both. Secrets have no part in it: events that were written before a key was changed are for the same
destination. ``agent/emit/src/main/scala/io/headwater/emit/transport/config/HttpIdentity.scala`` computes the same; both
are tested with ``tests/data/destinations.json``.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Receiver", "Requests", "display_name", "name_of", "split_name"]

_SECRET_PARTS = "secret pass pwd pswd kennwort token credential signature auth key cookie jwt session".split()  # noqa: SIM905
_SECRET_WORDS = frozenset("sig sas otp pw psw cred creds delegation logdata googleaccessid".split())  # noqa: SIM905
_NAME = re.compile(r"(.*) #([0-9a-f]{8})")
_SETTINGS_IN_URL = frozenset({"app_name", "api_key", "timeout", "disabled"})
"""Parameters of a URL in the agent's configuration that are settings, and are not sent."""

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Receiver:
    """The headers and parameters of each request, the API key, if there is one, and how tokens and TLS are set up.

    ``jwt`` is the section ``auth`` if that is its type, ``tls`` the section ``sslContext``; both are empty if not set.
    ``is_direct`` means that no proxy is used, also if the environment names one.
    """

    headers: Pairs = ()
    params: Pairs = ()
    api_key: str = ""
    jwt: Mapping[str, Any] = field(default_factory=dict)
    tls: Mapping[str, Any] = field(default_factory=dict)
    is_direct: bool = False

    @classmethod
    def of(cls, section: Mapping[str, Any]) -> Receiver:
        """Return what a section ``transport`` of the agent's configuration names."""
        auth = {name: value for name, value in _section(section, "auth").items() if value is not None}
        if not str(auth.get("apiKey", "")).strip() and "api_key" in auth:  # as OpenLineage's documentation writes it
            auth = {**auth, "apiKey": auth["api_key"]}
        kind = str(auth.get("type", "api_key")).strip()
        key = auth.get("apiKey", "") if kind == "api_key" else ""
        queries = [*_query(section, "url"), *_query(section, "endpoint")]
        params = [pair for pair in queries if pair[0] not in _SETTINGS_IN_URL] + _own_params(section)
        tls = _section(section, "sslContext")
        jwt = auth if kind == "jwt" else {}
        headers = _pairs(section, "headers")
        if str(key).strip() or jwt:  # the section auth has precedence, as in the agent
            headers = [pair for pair in headers if pair[0].strip().lower() != "authorization"]
        is_direct = str(section.get("proxy", "")).strip() == "none"
        return cls(tuple(headers), tuple(params), str(key), jwt, tls, is_direct)

    def with_more(self, headers: Iterable[tuple[str, str]], params: Iterable[tuple[str, str]]) -> Receiver:
        """Return the receiver with these headers and parameters in place of those with the same names."""
        new_headers = {name.lower(): value for name, value in headers}
        kept = tuple(pair for pair in self.headers if pair[0].lower() not in new_headers)
        merged = dict(self.params) | dict(params)
        return replace(self, headers=(*kept, *new_headers.items()), params=tuple(merged.items()))

    def digest(self) -> str:
        """Return the hash of what is not secret."""
        headers = [("header", name.strip().lower(), value) for name, value in self.headers]
        params = [("param", name, value) for name, value in self.params]
        lines = {f"{kind} {name}={value.strip()}" for kind, name, value in headers + params if not _is_secret(name)}
        text = "\n".join(sorted(lines, key=lambda line: line.encode("utf-16-be")))  # Java compares UTF-16
        return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:8]

    def url(self, address: str) -> str:
        """Return the address with the parameters that it does not have itself."""
        own = dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))
        added = urlencode([pair for pair in self.params if pair[0] not in own], quote_via=quote)
        return f"{address}{'&' if urlsplit(address).query else '?'}{added}" if added else address


@dataclass(frozen=True, slots=True)
class Requests:
    """The HTTP transports of this machine's configuration, and the headers and parameters of a command line."""

    sections: Sequence[Mapping[str, Any]] = ()
    headers: Pairs = ()
    params: Pairs = ()

    def to(self, address: str, digest: str = "") -> Receiver:
        """Return the receiver at an address: of a section only if that has this address, for it may have secrets.

        Of several sections with the address, it is that of the one with this ``digest``, else of the first.
        """
        fitting = [each for each in self.sections if not each.get("url") or _is_at(each, address)] or [{}]
        receivers = [Receiver.of(each).with_more(self.headers, self.params) for each in fitting]
        return next((each for each in receivers if each.digest() == digest), receivers[0])


def _is_at(section: Mapping[str, Any], address: str) -> bool:
    configured = split_name(name_of(section))[0].removeprefix("http ")
    return configured.rstrip("/") == address.partition("?")[0].rstrip("/")


def name_of(section: Mapping[str, Any]) -> str:
    """Return the name of the destination that a section ``transport`` of type ``http`` describes."""
    url, endpoint = (str(section.get("url", "")).strip(), str(section.get("endpoint", "")).strip().partition("?")[0])
    parts = urlsplit(url)
    path = "/" + endpoint.removeprefix("/") if endpoint else parts.path
    return f"http {parts.scheme}://{parts.netloc}{path} #{Receiver.of(section).digest()}"


def split_name(name: str) -> tuple[str, str]:
    """Return the address in a name, and the hash; the hash is empty in spools of earlier versions of the agent."""
    found = _NAME.fullmatch(name)
    return (found[1], found[2]) if found else (name, "")


def display_name(name: str) -> str:
    """Return the name without the hash of no headers and no parameters, for people.

    >>> display_name("http http://h #d41d8cd9"), display_name("http http://h #99be23b5")
    ('http http://h', 'http http://h #99be23b5')
    """
    return name.removesuffix(f" #{Receiver().digest()}")


def _is_secret(name: str) -> bool:
    lower = name.lower()
    return any(part in lower for part in _SECRET_PARTS) or re.split("[._-]", lower)[-1] in _SECRET_WORDS


def _pairs(section: Mapping[str, Any], key: str) -> list[tuple[str, str]]:
    return [(str(name), str(value)) for name, value in _section(section, key).items() if value is not None]


def _own_params(section: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name.removeprefix("url.param."), value) for name, value in _pairs(section, "urlParams")]


def _section(section: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = section.get(key)
    return found if isinstance(found, dict) else {}


def _query(section: Mapping[str, Any], key: str) -> list[tuple[str, str]]:
    text = str(section.get(key, "")).strip().partition("?")[2].partition("#")[0]
    return parse_qsl(text, keep_blank_values=True)
