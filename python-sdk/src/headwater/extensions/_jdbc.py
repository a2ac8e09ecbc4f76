"""Server, database and table in a JDBC URL and a table's name, as the agent names them.

The agent's implementation is ``agent/plan/src/main/scala/io/headwater/plan/naming/jdbc``; both are tested with
``tests/data/jdbc-names.tsv``. Where the agent would guess, this module refuses the URL: nobody redacts a name that an
extension has made.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from headwater.errors import UsageError

__all__ = ["table_at", "with_port"]


@dataclass(frozen=True, slots=True)
class _Server:
    """A database of the naming spec; ``levels`` is the number of parts in a table's full name."""

    namespace: str
    port: int | None
    levels: int = 3


@dataclass(frozen=True, slots=True)
class _Url:
    """The parts of a URL, without the user and the password; the keys of the parameters are in lower case."""

    address: str
    path: str
    parameters: dict[str, str]


_SERVERS = {
    "postgresql": _Server("postgres", 5432),
    "mysql": _Server("mysql", 3306, levels=2),
    "mariadb": _Server("mariadb", 3306, levels=2),
    "redshift": _Server("redshift", 5439),
    "crate": _Server("crate", 5432),
    "db2": _Server("db2", 6789),
    "trino": _Server("trino", 443),
    "oceanbase": _Server("oceanbase", 2881),
    "clickhouse": _Server("clickhouse", 8123, levels=2),
    "ch": _Server("clickhouse", 8123, levels=2),
    "cassandra": _Server("cassandra", 9042, levels=2),
    "oracle": _Server("oracle", 1521),
}
_SQL_SERVER = {"sqlserver", "jtds"}
_NAMED_BY_PARAMETERS = {"teradata", "snowflake", "bigquery"}
_CLOSING_QUOTES = {'"': '"', "`": "`", "[": "]"}

_HOST = r"(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?"
_HOSTS = rf"{_HOST}(?:,{_HOST})*"
_SCHEME = re.compile(r"(?:jdbc:)?(\w+)(?:\+\w+)?:(.*)", re.IGNORECASE | re.DOTALL)
_USER_BEFORE_PATH = re.compile(r"(?:\w+:)?//[^/?;#]*@")
_FIRST_PARAMETER = re.compile(r"[?;&:,/][^?;&:,/=@]*=")
_PARAMETER = re.compile(r"([^?;&:,/={}]*)=(\{(?:[^}]|\}\})*\}|[^?;&,/]*)")
_LOGIN_PARAMETER = re.compile(
    r"[^?;&=]*(?:user|uid|pass|pwd|principal)[^?;&=]*=(?:\{(?:[^}]|\}\})*\}|[^;&]*)", re.IGNORECASE
)
_STANDARD_FORM = re.compile(r"(?:\w+:)?//(.*)", re.DOTALL)
_ORACLE_FORM = re.compile(r"\w+:.*@(?:\w+:)?//([^@]*)", re.DOTALL)
_HOSTS_IN_USER = re.compile(rf"(?:^|@){_HOSTS}[/?;#]")
_PORT = re.compile(r":(\d+)$")
_NAMESPACE = re.compile(rf"\w+://{_HOSTS}(?:/[\w$#-]+)?")


def table_at(url: str, table: str) -> tuple[str, str]:
    """Return the namespace and the name of a table.

    Raises :class:`~headwater.UsageError` if the URL has another form, or if it is not certain where a password ends;
    the message does not contain the URL.
    """
    found = _SCHEME.fullmatch(url)
    scheme, rest = found.groups() if found is not None else ("", "")
    scheme = scheme.lower()
    parts = _parts_of(rest)
    if parts is None or scheme in _NAMED_BY_PARAMETERS:
        raise _refused()
    server = _SERVERS.get(scheme, _Server(scheme, None))
    namespace, database = _sql_server(parts) if scheme in _SQL_SERVER else _standard(parts, server, scheme)
    if _NAMESPACE.fullmatch(namespace) is None or "@" in database:
        raise _refused()
    names = _names_in(table)
    full_name = names if len(names) >= server.levels else [database, *names]
    return namespace, ".".join(filter(None, full_name))


def _refused() -> UsageError:
    return UsageError(
        "jdbc takes a URL of the form jdbc:postgresql://host:port/database; leave the user and the password out. For "
        'other databases, use snowflake, bigquery or Dataset("namespace", "name") itself'
    )


def _parts_of(rest: str) -> _Url | None:
    """Split what follows the scheme; return ``None`` if it has another form, or an ``@`` may belong to a password."""
    user = _USER_BEFORE_PATH.match(rest)
    first = _FIRST_PARAMETER.search(rest, user.end() if user else 0)
    end = len(rest) if first is None else first.start()
    location = _without_user(rest[:end])
    if location is None or "@" in _LOGIN_PARAMETER.sub("", rest[end:]):
        return None
    address, _, path = re.split("[?;]", location)[0].partition("/")
    parameters: dict[str, str] = {}
    for key, value in _PARAMETER.findall(rest, end):
        parameters.setdefault(key.strip().lower(), value.strip().removeprefix("{").removesuffix("}"))
    return _Url(address, path.rstrip("/"), parameters)


def _without_user(text: str) -> str | None:
    """Return ``host/database``; ``None`` for ``h:1/a@b``, in which ``1/a`` may be a password, or ``a@b`` a database."""
    if oracle := _ORACLE_FORM.fullmatch(text):
        return oracle[1]
    standard = _STANDARD_FORM.fullmatch(text)
    if standard is None:
        return None
    user, at, location = standard[1].rpartition("@")
    return None if _HOSTS_IN_USER.search(user + at) else location


def _standard(url: _Url, server: _Server, scheme: str) -> tuple[str, str]:
    """Return the namespace and the database of ``//host:port,host:port/database``."""
    hosts = [with_port(host.strip(), server.port) for host in re.split("--|,", url.address) if host.strip()]
    database = url.path
    if scheme == "oracle":
        database = re.split("[,:]", url.path.rpartition("/")[2])[0]
    return f"{server.namespace}://{','.join(hosts).lower()}", database


def with_port(host: str, port: int | None) -> str:
    """Return a host with its own port, or else with this one."""
    return host if _PORT.search(host) or port is None else f"{host.removesuffix(':')}:{port}"


def _sql_server(url: _Url) -> tuple[str, str]:
    r"""Return the namespace and the database of ``//host\instance:1433;databaseName=db``; there is no default port."""
    given = url.parameters.get
    stated = _PORT.search(url.address)
    host, _, instance = _PORT.sub("", url.address).partition("\\")
    port = stated[1] if stated else given("portnumber") or given("port") or ""
    instance = instance or given("instance") or given("instancename") or ""
    server = (host or given("servername", "")) + (port and f":{port}") + (instance and f"/{instance}")
    return f"sqlserver://{server}".lower(), given("databasename") or given("database") or url.path


def _names_in(table: str) -> list[str]:
    """Split a name at its dots; a part can be in the quotes of any database, which are removed."""
    names, closing = [""], ""
    for character in table.strip():
        if closing:
            closing = "" if character == closing else closing
            names[-1] += character if closing else ""
        elif character in _CLOSING_QUOTES:
            closing = _CLOSING_QUOTES[character]
        elif character == ".":
            names.append("")
        else:
            names[-1] += character
    return [name.strip() for name in names]
