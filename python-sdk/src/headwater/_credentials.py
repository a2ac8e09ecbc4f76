"""What a request says about its sender: the API key, or a token that a server gives for it (``auth.type`` ``jwt``)."""

from __future__ import annotations

import base64
import re
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlencode, urlsplit

from headwater._reading.text import parse_json
from headwater._text import without_secrets
from headwater.errors import SpoolError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ApiKey", "Credentials", "Tokens"]

_SCHEME = re.compile(r"\A\s*Bearer\s+", re.IGNORECASE)
"""Airflow's provider gives a key that has it already."""
_GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_RENEWAL_SECONDS = 120
_TIMEOUT_SECONDS = 10


class Credentials(Protocol):
    """The header ``Authorization`` of requests."""

    def authorization(self, opener: urllib.request.OpenerDirector) -> str:
        """Return the header's value, empty for none; ``opener`` sends the request that this may need."""

    def renew(self) -> bool:
        """Return whether a request that was answered with 401 may succeed with the next value."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key that does not change."""

    key: str

    def authorization(self, _: urllib.request.OpenerDirector) -> str:
        """Return the key with one ``Bearer``."""
        return f"Bearer {_SCHEME.sub('', self.key, count=1)}" if self.key else ""

    def renew(self) -> bool:
        """Return that there is no other key."""
        return False


@dataclass(slots=True)
class Tokens:
    """The tokens of a section ``auth`` of type ``jwt``, requested and read as openlineage-java does it."""

    auth: Mapping[str, Any]
    _token: str = field(default="", init=False, repr=False)
    _expiry: float | None = field(default=None, init=False, repr=False)

    def authorization(self, opener: urllib.request.OpenerDirector) -> str:
        """Return the token, which is requested if there is none or it expires soon.

        Raises :class:`~headwater.SpoolError` if the server gives none, and :class:`~headwater.UsageError` if the
        section names no server, or a time that is no number.
        """
        margin = self._margin()
        if not self._token or (self._expiry is not None and time.time() >= self._expiry - margin):
            answer = self._request(opener)
            fields = re.split("[,;]", self._text("tokenFields", "token,access_token").strip("[]"))
            self._token = next(filter(None, (_value(answer, name.strip()) for name in fields)), "")
            if not self._token:
                raise SpoolError(
                    f"{without_secrets(self._endpoint())}: the answer has no token; correct transport.auth.tokenFields"
                )
            self._expiry = _expiry(self._token, _value(answer, self._text("expiresInField", "expires_in")))
        return f"Bearer {self._token}"

    def renew(self) -> bool:
        """Forget the token; the next one may be accepted."""
        self._token = ""
        return True

    def _text(self, key: str, default: str = "") -> str:
        value = self.auth.get(key)
        return ",".join(map(str, value)) if isinstance(value, list) else str(value or default).strip()

    def _endpoint(self) -> str:
        endpoint = self._text("tokenEndpoint")
        if urlsplit(endpoint).scheme not in {"http", "https"}:
            raise UsageError("transport.auth.tokenEndpoint: missing or no web address; auth.type jwt requires it")
        return endpoint

    def _margin(self) -> float:
        """Return how many seconds before its end a token is renewed."""
        text = self._text("tokenRefreshBuffer", str(_RENEWAL_SECONDS))
        try:
            return float(text)
        except ValueError:
            raise UsageError(
                f"transport.auth.tokenRefreshBuffer is {text[:80]!r}: not a number; give seconds, such as 120"
            ) from None

    def _request(self, opener: urllib.request.OpenerDirector) -> dict[str, Any]:
        """Send the form; an error has no part of the answer, which may repeat the key."""
        form = {
            "apikey": self._text("apiKey"),
            "grant_type": self._text("grantType", _GRANT_TYPE),
            "response_type": self._text("responseType", "token"),
        }
        where = without_secrets(self._endpoint())
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        request = urllib.request.Request(self._endpoint(), urlencode(form).encode(), headers, method="POST")  # noqa: S310 - _endpoint() checks it
        try:
            with opener.open(request, timeout=_TIMEOUT_SECONDS) as response:
                answer = parse_json(response.read())
        except urllib.error.HTTPError as error:
            error.close()
            raise SpoolError(f"{where}: HTTP status {error.code}; correct transport.auth") from None
        except (OSError, ValueError, HTTPException) as error:
            raise SpoolError(f"{where}: {error}") from None
        return answer if isinstance(answer, dict) else {}


def _value(answer: Mapping[str, Any], name: str) -> str:
    """Return a text or a number of the answer, by its name without capitals and underscores."""
    plain = name.replace("_", "").lower()
    found = [answer.get(name), *(value for key, value in answer.items() if key.replace("_", "").lower() == plain)]
    return next((str(value) for value in found if isinstance(value, (str, int)) and not isinstance(value, bool)), "")


def _expiry(token: str, lifetime: str) -> float | None:
    """Return when the token expires: by its lifetime, else by its own field ``exp``; ``None`` if neither tells."""
    if lifetime.isdecimal() and int(lifetime) > 0:
        return time.time() + int(lifetime)
    try:
        payload = token.split(".")[1]
        exp = parse_json(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))).get("exp")
    except (IndexError, ValueError, AttributeError):
        return None
    return float(exp) if isinstance(exp, (int, float)) and exp > 0 else None
