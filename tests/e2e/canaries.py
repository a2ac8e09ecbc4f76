"""Unique secrets for each place where a job may contain one, and a search for them in the agent's output."""

from __future__ import annotations

import base64
import hashlib
import json
from urllib.parse import quote

# The name of a place describes where its secret is. After the colon: a form that is recognised in any place.
CONF = """
captured password
captured secret
captured token
captured credential
captured s3a access key
captured s3a secret key
captured azure account key
captured azure sas of a container
captured azure client secret
captured google private key
captured jaas config
captured jaas config without quotes
captured ssl key password
captured ssl key store password
captured environment of executors
captured java options
captured catalog token
captured catalog header
captured catalog url
captured connection string
captured jdbc user info
captured jdbc parameter
captured custom key
captured custom text: string.regex
app name
transport api key
transport header
transport url parameter
unknown key
misspelt key
environment of the driver
environment of a scheduler
source code url
source code repository
"""
SQL = """
view option
view option url
view option jaas config
table option
table property
inserted url
table location user info
table location signature
set statement
comment between stars
comment behind dashes
literal assignment
literal url
literal connection string
literal signed url
literal bearer: bearer
literal aws key id: aws
literal jwt: jwt
literal pem: pem
literal github: github
literal slack: slack
literal databricks: databricks
literal google: google
literal by custom text: string.regex
compared column
compared list
inserted value
inserted by a query
generated column name
generated name of a comparison
detour left side
detour lambda
detour array
detour map key
detour subquery
detour alias
detour struct
detour values
detour union
detour case
detour function
detour inserted alias
detour key of aes
detour view
detour nested comment
detour blank
detour escaped literal
table comment
column comment
"""
JOB = """
jdbc url
jdbc url reader
jdbc option
jdbc option unused
jdbc query option
jdbc subquery comment
jdbc catalog url
reader option
failed path user info
failed raise_error
failed assert_true
failed cast of a url
failed udf
failed udf bearer: bearer
job description
job description with a statement
failed comparison
job group
parameter with a url
parameter by its place: bearer
local property
rdd name
rdd path
"""
HOST = """
facet key
facet list of keys and values
facet text
facet jwt: jwt
facet of a dataset
dataset namespace
extension error
extension printed
"""
SCRIPT = """
emitted run facet
emitted job facet
emitted dataset facet
declared job name
"""
BROKEN = """
broken url user info
broken url path
broken section
broken auth
broken timeout
broken transport type
broken flag
backend redirect
"""


def places(listed: str) -> dict[str, str]:
    """The places in a list, with the shape of their secrets."""
    parts = (line.partition(":") for line in listed.splitlines() if line)
    return {name.strip(): shape.strip() for name, _, shape in parts}


PLACES = places("\n".join((CONF, SQL, JOB, HOST, SCRIPT, BROKEN)))


def fingerprint(place: str) -> str:
    """The part of the secret that is searched for: lower-case letters and digits, which no writer escapes or splits."""
    digest = hashlib.sha256(place.encode()).hexdigest()
    if PLACES[place] in {"aws", "databricks", "string.regex"}:
        return digest[:16].upper() if PLACES[place] == "aws" else digest[:32]
    return f"hw{digest[:16]}zq9"


def canary(place: str) -> str:
    """The secret for a place."""
    own = fingerprint(place)
    shaped = {
        "": own,
        "string.regex": f"hwx-{own}",
        "bearer": f"Bearer {own}",
        "aws": f"AKIA{own}",
        "jwt": f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.{own}",
        "pem": f"-----BEGIN PRIVATE KEY-----\\nMII{own}\\n-----END PRIVATE KEY-----",
        "github": f"ghp_{own}{own[2:18]}",
        "slack": f"xoxb-1234567890-{own}",
        "databricks": f"dapi{own}",
        "google": f"AIza{own}{own[2:16]}",
    }
    return shaped[PLACES[place]]


class Seeds:
    """Creates secrets and records the places."""

    def __init__(self) -> None:
        self.planted: set[str] = set()

    def __call__(self, place: str) -> str:
        self.planted.add(place)
        return canary(place)


def forms(secret: str) -> set[str]:
    """The encodings of a secret: plain, base64 at each offset, escaped, in another case."""
    spellings = {secret, quote(secret, safe=""), json.dumps(secret)[1:-1], secret[::-1]}
    raw = secret.encode()
    for offset in range(3):
        text = base64.b64encode(b"\0" * offset + raw).decode()
        spellings.add(text[-(-offset * 8 // 6) :].rstrip("=")[1:-2])
    spellings.add(raw.hex())
    return {text.lower() for text in spellings}


SPELLINGS = {place: forms(fingerprint(place)) for place in PLACES}


def found(text: str) -> set[str]:
    """The places whose secrets occur in the text."""
    lower = text.lower()
    return {place for place, forms in SPELLINGS.items() if any(form in lower for form in forms)}


def around(text: str) -> dict[str, str]:
    """The same places, each with the text around the secret."""
    lower = text.lower()
    where = {
        place: lower.find(form)
        for place in found(text)
        for form in SPELLINGS[place]
        if form in lower
    }
    return {place: text[max(0, at - 120) : at + 60] for place, at in where.items()}
