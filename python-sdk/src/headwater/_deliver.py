"""Destinations of ``headwater replay``: a backend over HTTP, a Kafka topic, or a file."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import parse_qsl, urlsplit

from headwater._api_key import key_for
from headwater._credentials import ApiKey, Credentials, Tokens
from headwater._destination import Receiver, split_name
from headwater._kafka import Topic
from headwater._reading.fields import object_at, sequence_facet
from headwater._reading.remote import local_path
from headwater._reading.text import parse_json
from headwater._text import without_secrets, without_values
from headwater._tls import client_context
from headwater.errors import RefusedError, SpoolError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Backend", "EventFailedError", "File", "Target", "target"]

_ENDPOINT = "/api/v1/lineage"
_TRANSIENT_STATUS = frozenset({408, 425, 429})
_CONFIGURATION_STATUS = frozenset({401, 403, 404, 405, 407})
"""The address or the credentials are wrong, not the event."""
_MAX_ATTEMPTS = 5
_MAX_PAUSE_SECONDS = 60.0
_QUOTED_BYTES = 4096
_QUOTED_CHARACTERS = 200


class EventFailedError(SpoolError):
    """The backend can be reached, and fails on this event again and again; it may accept others."""


class Target(Protocol):
    """Delivers events one by one, as the text that they are.

    Raises ``RefusedError`` if this event is rejected, ``EventFailedError`` if it fails again and again, and
    ``SpoolError`` if no event can be delivered now.
    """

    def send(self, text: str) -> None:
        """Deliver one event."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of JSON lines; events are appended."""

    path: Path

    def send(self, text: str) -> None:
        """Append the event."""
        try:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(text + "\n")
        except OSError as error:
            raise SpoolError(f"cannot write {self.path}: {error}") from error


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow no redirect: it would send the API key to another host."""


@dataclass(slots=True)
class Backend:
    """An OpenLineage backend over HTTP.

    ``$OPENLINEAGE_API_KEY`` is the API key if the receiver has no credentials and ``$OPENLINEAGE_URL`` names no other
    backend.
    """

    url: str
    pause: Callable[[float], None] = time.sleep
    receiver: Receiver = field(default_factory=Receiver)
    _credentials: Credentials = field(init=False, compare=False, repr=False)
    _opener: urllib.request.OpenerDirector | None = field(default=None, init=False, compare=False, repr=False)
    _sent: tuple[str, ...] = field(default=(), init=False, compare=False, repr=False)
    """What the last request said about its sender; an answer may repeat it."""

    def __post_init__(self) -> None:
        key = self.receiver.api_key or key_for(self.url)
        self._credentials = Tokens(self.receiver.jwt) if self.receiver.jwt else ApiKey(key)

    def send(self, text: str) -> None:
        """POST the event; retry temporary failures up to five times."""
        reached, where = True, without_secrets(self.url)
        for attempt in range(_MAX_ATTEMPTS):
            try:
                return self._post(text)
            except urllib.error.HTTPError as error:
                why = _answer(error, self._sent)
                if error.code // 100 == 3:  # noqa: PLR2004 - the address is wrong
                    raise SpoolError(f"{where}: {why}; the server redirects, give the final address") from None
                if error.code in _CONFIGURATION_STATUS:
                    raise SpoolError(f"{where}: {why}; fix the URL or the API key and retry") from None
                if error.code // 100 == 4 and error.code not in _TRANSIENT_STATUS:  # noqa: PLR2004 - the event is wrong
                    raise RefusedError(why) from None
                retry_after = error.headers.get("Retry-After", "")
                pause_seconds = (
                    min(float(retry_after), _MAX_PAUSE_SECONDS) if retry_after.isdecimal() else 0.25 * 2**attempt
                )
            except (OSError, ValueError, http.client.HTTPException) as error:
                reached = not isinstance(error, urllib.error.URLError)
                why = without_values(str(error) or type(error).__name__, self._sent)
                pause_seconds = 0.25 * 2**attempt
            if attempt < _MAX_ATTEMPTS - 1:
                self.pause(pause_seconds)
        raise (EventFailedError if reached else SpoolError)(f"{where}: {why}")

    def _post(self, text: str) -> None:
        """Send one request, and a second one if the credentials of the first are refused and there are others."""
        try:
            self._request(text)
        except urllib.error.HTTPError as error:
            if error.code != HTTPStatus.UNAUTHORIZED or not self._credentials.renew():
                raise
            error.close()
            self._request(text)

    def _request(self, text: str) -> None:
        opener = self._open()
        headers = {"Content-Type": "application/json"}
        if authorization := self._credentials.authorization(opener):
            headers["Authorization"] = authorization
        headers |= dict(self.receiver.headers)
        url = self.receiver.url(self.url)
        own = [authorization, *dict(self.receiver.headers).values()]
        params = [value for _, value in parse_qsl(urlsplit(url).query)]
        self._sent = (*own, *(value.partition(" ")[2] for value in own), *params)
        if key := _idempotency_key(parse_json(text.encode())):
            headers["Idempotency-Key"] = key
        request = urllib.request.Request(url, text.encode(), headers, method="POST")  # noqa: S310 - target() checks it
        with opener.open(request, timeout=10) as response:
            response.read()

    def _open(self) -> urllib.request.OpenerDirector:
        """Return the client, for events and for tokens."""
        if self._opener is None:
            tls = [urllib.request.HTTPSHandler(context=client_context(self.receiver.tls))] if self.receiver.tls else []
            proxy = [urllib.request.ProxyHandler({})] if self.receiver.is_direct else []
            self._opener = urllib.request.build_opener(_NoRedirect, *tls, *proxy)
        return self._opener


def _answer(error: urllib.error.HTTPError, sent: Iterable[str]) -> str:
    """Return the status of an answer, and the beginning of its text as far as it can be read, without what was sent."""
    with error:
        try:
            text = error.read(_QUOTED_BYTES).decode("utf-8", "replace")
        except (OSError, http.client.HTTPException):
            text = ""
    return f"HTTP status {error.code} {without_values(text, sent)[:_QUOTED_CHARACTERS]}".strip()


def _idempotency_key(event: dict[str, Any]) -> str:
    run = object_at(event, "run")
    number = sequence_facet(event).get("sequence")
    key = f"{run.get('runId')}-{event.get('eventType')}-{number}"
    return key if number is not None and key.isascii() and key.isprintable() else ""


def target(text: str, receiver: Receiver | None = None) -> Target:
    """Return the destination named by ``--to`` or by a spool's header; ``receiver`` is for one over HTTP.

    Raises :class:`~headwater.UsageError` if it cannot be used.
    """
    if text.startswith(("kafka ", "kafka://")) or text == "kafka":
        return _topic(text)
    address = split_name(text)[0].removeprefix("http ") if text.startswith("http ") else text
    redacted = without_secrets(text)
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise UsageError(f"events for {redacted} cannot be sent: {error}; give --to URL or --to FILE") from None
    if parts.scheme in {"http", "https"}:
        if "@" in parts.netloc:
            fix = "leave it out, and give the credential by --header 'Authorization: …' or transport.auth"
            raise UsageError(f"the user in the address of {redacted} is not sent; {fix}")
        url = address if parts.path.strip("/") else parts._replace(path=_ENDPOINT).geturl()
        return Backend(url, receiver=receiver or Receiver())
    if (path := local_path(address)) is not None:
        return File(path)
    if not text or " " in text or "://" in text:
        raise UsageError(f"events for {redacted or 'nowhere'} cannot be sent; give --to URL or --to FILE")
    return File(Path(text))


def _topic(text: str) -> Topic:
    """Parse ``kafka://HOST:PORT,HOST:PORT/TOPIC``, or ``kafka HOST:PORT TOPIC`` as a spool's header has it."""
    servers, _, name = text.removeprefix("kafka://").partition("/")
    if text.startswith("kafka "):
        servers, _, name = text.removeprefix("kafka ").partition(" ")
    if ":" not in servers or not name or " " in name:
        raise UsageError(f"{without_secrets(text)} does not name a topic; write kafka://HOST:PORT/TOPIC")
    return Topic(servers, name)
