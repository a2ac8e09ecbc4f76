"""The Spark settings that enable the agent."""

from __future__ import annotations

import os
import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from headwater._text import without_secrets
from headwater.errors import UsageError
from headwater.extensions._entry_points import installed

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["DEFAULT_EVENTS", "LISTENER", "add_to_list", "extension_conf", "has_transport_elsewhere", "lineage_conf"]

LISTENER = "io.openlineage.spark.agent.OpenLineageSparkListener"
DEFAULT_EVENTS = "headwater-events"
_PREFIX = "spark.openlineage."
# The agent makes an HTTP transport of each of these.
_ADDRESSES = {_PREFIX + "url", _PREFIX + "host"}
_ADDRESS_VARIABLES = {"OPENLINEAGE_URL", "OPENLINEAGE__URL", "OPENLINEAGE__HOST"}
_DRIVER_VARIABLES = ("spark.yarn.appMasterEnv.", "spark.kubernetes.driverEnv.", "spark.kubernetes.driver.secretKeyRef.")
_SENT_FILES = ("spark.files", "spark.yarn.dist.files")
_SUFFIXES = {".jsonl", ".ndjson", ".json"}


def add_to_list(existing: str | None, *items: str) -> str:
    """Append items to a comma-separated list, without duplicates.

    >>> add_to_list("a.jar, b.jar", "b.jar", "c.jar")
    'a.jar,b.jar,c.jar'
    >>> add_to_list(None, "a.jar")
    'a.jar'
    """
    present = [part.strip() for part in (existing or "").split(",")]
    return ",".join(dict.fromkeys(part for part in [*present, *items] if part))


def _events_file(target: str | Path) -> Path:
    """Return the absolute path of the event file for ``target``; the agent creates its folder.

    A name that ends in ``.jsonl``, ``.ndjson`` or ``.json`` is the file; any other name is a folder, in which each
    application gets its own file.
    """
    path = Path(target).expanduser().absolute()
    if path.suffix not in _SUFFIXES or path.is_dir():
        stamp = datetime.now(tz=timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        path = path / f"events-{stamp}-{os.getpid()}.jsonl"
    return path


def lineage_conf(
    *,
    namespace: str | None,
    url: str | None,
    api_key: str | None,
    events: str | Path | None,
    existing: Mapping[str, str],
) -> dict[str, str]:
    """Return the ``spark.openlineage.*`` settings to add to the existing ones.

    If neither ``url`` nor ``events`` is given and no transport is configured anywhere, events go to files under
    ``headwater-events/``. Raises :class:`~headwater.UsageError` for contradictory arguments.
    """
    if url is not None and events is not None:
        raise UsageError("give a url or an events path, not both; for both, configure a composite transport")
    if api_key is not None and url is None:
        raise UsageError("an api_key needs a url to send it to")
    conf = {} if namespace is None else {_PREFIX + "namespace": namespace}
    if url is not None:
        return conf | _http(url, api_key)
    if events is None and _has_transport(existing):
        return conf
    location = _events_file(DEFAULT_EVENTS if events is None else events)
    return conf | {_PREFIX + "transport.type": "file", _PREFIX + "transport.location": str(location)}


def extension_conf(existing: Mapping[str, str]) -> dict[str, str]:
    """Return the settings with which a local driver finds the extensions of the installed packages.

    Extensions named in the configuration also run with this interpreter, unless the configuration names another one.
    Returns nothing if there are no extensions; the agent then starts no Python process.
    """
    discover, interpreter = _PREFIX + "python.discover", _PREFIX + "python.exec"
    conf = {discover: "true"} if discover not in existing and installed() else {}
    discover_or_named = conf or existing.get(discover) == "true" or existing.get(_PREFIX + "python.extensions")
    chosen = {interpreter, "spark.pyspark.driver.python", "spark.pyspark.python"} & existing.keys()
    return conf | {interpreter: sys.executable} if discover_or_named and not chosen else conf


def _http(url: str, api_key: str | None) -> dict[str, str]:
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise UsageError(f"{without_secrets(url)!r} is not an http or https address: write http://HOST:PORT")
    base = f"{parts.scheme}://{parts.netloc}"
    conf = {_PREFIX + "transport.type": "http", _PREFIX + "transport.url": base}
    if parts.path.strip("/") or parts.query:
        # The agent's settings separate the address from the path.
        query = f"?{parts.query}" if parts.query else ""
        conf[_PREFIX + "transport.endpoint"] = parts.path + query
    if api_key is not None:
        conf |= {_PREFIX + "transport.auth.type": "api_key", _PREFIX + "transport.auth.apiKey": api_key}
    return conf


def _has_transport(existing: Mapping[str, str]) -> bool:
    """Return whether the agent will find a transport in its settings, the environment or a file."""
    names = [name.upper() for name, value in os.environ.items() if value]
    in_environment = any(name.startswith("OPENLINEAGE__TRANSPORT") or name in _ADDRESS_VARIABLES for name in names)
    files = [Path("openlineage.yml"), Path.home() / ".openlineage" / "openlineage.yml"]
    return (
        _is_in_conf(existing)
        or in_environment
        or "OPENLINEAGE_CONFIG" in names
        or any(file.is_file() for file in files)
    )


def has_transport_elsewhere(existing: Mapping[str, str]) -> bool:
    """Return whether a driver on another machine will find a transport in Spark's settings or a file that they send.

    Variables and files of this machine do not reach it.
    """
    variables = {key.rpartition(".")[2].upper() for key in existing if key.startswith(_DRIVER_VARIABLES)}
    sent = [name for key in _SENT_FILES for name in existing.get(key, "").split(",")]
    return (
        _is_in_conf(existing)
        or any(name.startswith("OPENLINEAGE__TRANSPORT") or name in _ADDRESS_VARIABLES for name in variables)
        or "OPENLINEAGE_CONFIG" in variables
        or any(name.strip().rpartition("/")[2].rpartition("#")[2] == "openlineage.yml" for name in sent)
    )


def _is_in_conf(existing: Mapping[str, str]) -> bool:
    return any(key.startswith(_PREFIX + "transport.") or key in _ADDRESSES for key in existing)
