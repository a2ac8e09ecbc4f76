"""The agent's configuration, as far as the commands need it that read its spool: ``spool.dir`` and ``transport``.

As in the agent, a property of Spark precedes a variable, and a variable precedes ``openlineage.yml``. Values keep the
names of the agent's keys.
"""

from __future__ import annotations

import importlib
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from headwater._api_key import are_apart
from headwater._properties import read_properties
from headwater._spark import conf_folder, find_spark
from headwater.cli._options import require_file
from headwater.errors import HeadwaterError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["http_transports", "spark_properties", "spool_dir"]

_PREFIX = "spark.openlineage."
_VARIABLE = "OPENLINEAGE__"
_MAPS = ("headers", "urlParams", "properties")
_OF_ONE_BACKEND = frozenset({"auth", "headers", "urlParams"})
_API = re.compile(r"(.*?)/api/v1(?:/namespaces/[^/]+(?:/jobs/[^/]+(?:/runs/[^/]+)?)?)?/?")
_SHORT = {"url": ("url",), "host": ("url",), "endpoint": ("endpoint",), "apiKey": ("auth", "apiKey")}


def spark_properties(file: Path | None = None) -> dict[str, str]:
    """Return the properties in ``file``, or those in the ``spark-defaults.conf`` of this machine's Spark."""
    if file is not None:
        require_file(file, "--properties-file")
        return read_properties(file)
    try:
        folder = conf_folder(Path(os.environ["SPARK_HOME"]) if os.environ.get("SPARK_HOME") else find_spark().home)
    except HeadwaterError:  # this machine has no Spark
        folder = conf_folder(Path())
    return read_properties(folder / "spark-defaults.conf")


def spool_dir(properties: Mapping[str, str]) -> str | None:
    """Return ``spool.dir``, or ``None`` if it is not set."""
    found = [_at(source, "spool", "dir") for source in _sources(properties)]
    return next((value for value in found if isinstance(value, str) and value.strip()), None)


def http_transports(properties: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the section ``transport`` if it is of type ``http``, or the members of a ``composite`` that are."""
    merged: dict[str, Any] = {}
    for source in _of_one_backend(*_sources(properties)):  # the highest precedence first
        section = source.get("transport")
        # Two types are not mixed; a source without a type adds to that of another one.
        if isinstance(section, dict) and len(_types(section) | _types(merged)) <= 1:
            merged = _merged(_without_foreign(section, merged), merged)
    return _of_http({"type": "http", **merged})


def _of_one_backend(*sources: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the sources; if a short variable names another backend than a source, one of both has no transport."""
    spark, variables, short, file = sources
    above, own, other = (
        next((url for each in each_of if isinstance(url := _at(each, "transport", "url"), str)), "")
        for each_of in ((spark, variables), (short,), (file,))
    )
    if are_apart(above, own):
        return [spark, variables, file]
    if above and not own:  # an endpoint alone is not for this backend
        left = {key: value for key, value in short["transport"].items() if key != "endpoint"}
        return [spark, variables, {**short, "transport": left}, file]
    return [spark, variables, short] if not above and are_apart(own, other) else list(sources)


def _without_foreign(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Return a transport without what it says to its own backend, if ``over`` names another one."""
    apart = are_apart(str(under.get("url", "")), str(over.get("url", "")))
    return {
        key: _without_foreign(value, over[key]) if key in over and _are_maps(value, over[key]) else value
        for key, value in under.items()
        if not (apart and key in _OF_ONE_BACKEND)
    }


def _types(section: Mapping[str, Any]) -> set[str]:
    return {str(section["type"]).strip().lower()} if "type" in section else set()


def _of_http(section: Mapping[str, Any]) -> list[dict[str, Any]]:
    kind = str(section.get("type", "")).strip().lower()
    if kind == "http":
        return [dict(section)]
    members = section.get("transports") if kind == "composite" else None
    listed = list(members.values()) if isinstance(members, dict) else members if isinstance(members, list) else []
    return [found for member in listed if isinstance(member, dict) for found in _of_http(member)]


def _sources(properties: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the trees of the sources, the highest precedence first: Spark's, long and short variables, the file."""
    spark: dict[str, Any] = {}
    for key, value in properties.items():
        if key.startswith(_PREFIX):
            _put(spark, _key_path(key.removeprefix(_PREFIX).split(".")), value.strip())
    variables: dict[str, Any] = {}
    for name, value in sorted(os.environ.items()):
        if name.startswith(_VARIABLE) and value:
            _put(variables, _variable_path(name), _json(value))
    short: dict[str, Any] = {}
    for name in ("URL", "ENDPOINT", "API_KEY"):
        if text := os.environ.get(f"OPENLINEAGE_{name}"):
            _put(short, [_camel(name)], text)
    return [_long(source) for source in (spark, variables, short, _file())]


def _file() -> dict[str, Any]:
    """Read ``openlineage.yml`` if PyYAML is installed; a file that cannot be read has no settings."""
    given = os.environ.get("OPENLINEAGE_CONFIG")
    defaults = [Path("openlineage.yml"), Path.home() / ".openlineage" / "openlineage.yml"]
    names = [Path(given), *defaults] if given else defaults
    file = next((name for name in names if name.is_file()), None)
    try:
        found = None if file is None else _yaml(file.read_bytes())
    except Exception:  # noqa: BLE001  (the agent reports what is wrong with it)
        return {}
    return found if isinstance(found, dict) else {}


def _yaml(content: bytes) -> Any:  # noqa: ANN401  (YAML)
    """Read YAML with each value as it is written, as the agent does: ``0042`` and ``on`` are texts."""
    yaml = importlib.import_module("yaml")
    kept = {f"tag:yaml.org,2002:{name}" for name in ("null", "merge")}
    resolvers = {
        first: [(tag, pattern) for tag, pattern in known if tag in kept]
        for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return yaml.load(content, type("_Texts", (yaml.SafeLoader,), {"yaml_implicit_resolvers": resolvers}))


def _key_path(parts: list[str]) -> list[str]:
    """Return the path of a key; below some sections, a dot belongs to a name."""
    at = next((i for i, part in enumerate(parts) if part in _MAPS and parts[0] == "transport"), len(parts))
    return parts if at + 1 >= len(parts) else [*parts[: at + 1], ".".join(parts[at + 1 :])]


def _variable_path(name: str) -> list[str]:
    """Return the path of ``OPENLINEAGE__TRANSPORT__HEADERS__X_TENANT``: words of a header are joined by hyphens."""
    words = name.removeprefix(_VARIABLE).split("__")
    at = words.index("HEADERS") if words[0] == "TRANSPORT" and "HEADERS" in words[:-1] else -1
    if at > 0:
        return [*map(_camel, words[: at + 1]), "-".join(words[at + 1 :]).lower().replace("_", "-")]
    return _key_path([_camel(word) for word in words])


def _camel(snake: str) -> str:
    return re.sub(r"_+([a-z0-9]?)", lambda found: found[1].upper(), snake.lower().strip("_"))


def _json(text: str) -> Any:  # noqa: ANN401  (JSON)
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, (dict, list)) else text


def _put(tree: dict[str, Any], path: list[str], value: Any) -> None:  # noqa: ANN401  (JSON)
    *parents, last = path
    for part in parents:
        child = tree.setdefault(part, {})
        if not isinstance(child, dict):
            return
        tree = child
    tree.setdefault(last, value)


def _long(tree: dict[str, Any]) -> dict[str, Any]:
    """Return the tree with the long forms in place of the short ones."""
    section: dict[str, Any] = {}
    for name, path in _SHORT.items():
        if isinstance(value := tree.get(name), str):
            _put(section, list(path), value)
    if "url" in section:
        section["type"] = "http"
    own = tree.get("transport")
    return {**tree, "transport": _with_endpoint(_merged(section, own if isinstance(own, dict) else {}))}


def _with_endpoint(section: dict[str, Any]) -> dict[str, Any]:
    """Return the section without the path of a URL that names the API; the endpoint is below it."""
    try:
        scheme, netloc, path, query, _ = urlsplit(str(section.get("url", "")).strip())
    except ValueError:
        return section
    if (found := _API.fullmatch(path)) is None:
        return section
    below = {"endpoint": f"{found[1]}/api/v1/lineage"} if found[1] else {}
    return {**below, **section, "url": urlunsplit((scheme, netloc, "", query, ""))}


def _merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    both = {
        key: _merged(under[key], over[key]) for key in under.keys() & over.keys() if _are_maps(under[key], over[key])
    }
    return {**under, **over, **both}


def _are_maps(*values: object) -> bool:
    return all(isinstance(value, dict) for value in values)


def _at(tree: dict[str, Any], *path: str) -> Any:  # noqa: ANN401  (JSON)
    value: Any = tree
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return value
