"""Validate events against OpenLineage: with the classes of ``openlineage-python``, or with JSON schemas.

The classes define which fields are required and their types; they are installed with this package. The schemas of the
OpenLineage repository (``spec/``) also define formats and patterns. The schemas of the agent's own facets,
``headwater_*``, are in the folder ``schemas`` of this package. They refer to OpenLineage's.
"""

from __future__ import annotations

import enum
import importlib
import json
import pkgutil
import re
import types
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

import attr
from openlineage.client import generated
from openlineage.client.generated import base

from headwater._reading.fields import facets
from headwater.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Event = dict[str, Any]
    Check = Callable[[Event], Iterator[str]]

__all__ = ["by_classes", "by_schemas"]

_NAME = re.compile(r"/(\w+)\.json(?:#.*)?$")
_EVENT = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"
# ``uri`` is not among them: the ``dataSource`` of local files is ``file``, as the naming specification has it.
_FORMATS = ("date", "date-time", "uuid")
_SCALAR_TYPES: dict[type, tuple[type, ...]] = {str: (str,), int: (int,), bool: (bool,), float: (int, float)}


def by_classes(event: Event) -> Iterator[str]:
    """Yield the errors of each facet that ``openlineage-python`` has a class for."""
    for name, facet in facets(event):
        found = _NAME.search(str(facet.get("_schemaURL"))) if isinstance(facet, dict) else None
        known = _classes().get(found.group(1)) if found else None
        if known:
            yield from _type_errors(facet, known, f"facet {name}")


def by_schemas(folder: Path) -> Check:
    """Return a function that yields the violations of the schemas below ``folder``.

    Raises :class:`~headwater.UsageError` if there are none, or if ``jsonschema`` is not installed.
    """
    own = _own_schemas()
    known = _load_schemas(folder) | {schema["$id"]: schema for schema in own.values()}
    violations = _validation(known)

    def check(event: Event) -> Iterator[str]:
        if "run" in event:
            yield from violations(_EVENT, event)
        for name, facet in facets(event):
            url = str(facet.get("_schemaURL")) if isinstance(facet, dict) else ""
            if name in own:
                yield from (f"facet {name}: {what}" for what in violations(own[name]["$id"], {name: facet}))
            elif url.partition("#")[0] in known:
                instance = facet if "$defs" in url else {name: facet}
                yield from (f"facet {name}: {what}" for what in violations(url, instance))

    return check


def _validation(known: dict[str, dict[str, Any]]) -> Callable[[str, object], Iterator[str]]:
    try:
        from jsonschema import Draft202012Validator, FormatChecker  # noqa: PLC0415 - an extra
        from referencing import Registry  # noqa: PLC0415
        from referencing.exceptions import Unresolvable  # noqa: PLC0415
        from referencing.jsonschema import DRAFT202012  # noqa: PLC0415
    except ImportError as error:
        message = "--schemas needs the package jsonschema: pip install 'headwater[schemas]'"
        raise UsageError(message) from error
    resources = {url: DRAFT202012.create_resource(schema) for url, schema in known.items()}
    registry: Any = Registry().with_resources(resources.items())

    @cache
    def validator(url: str) -> Any:  # noqa: ANN401 - jsonschema's own type
        return Draft202012Validator({"$ref": url}, registry=registry, format_checker=FormatChecker(_FORMATS))

    def violations(url: str, instance: object) -> Iterator[str]:
        try:
            yield from (f"{error.json_path}: {error.message}" for error in validator(url).iter_errors(instance))
        except Unresolvable:
            yield f"the schemas have no {url}"

    return violations


def _load_schemas(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the schemas below the folder by their ``$id``."""
    known = {schema["$id"]: schema for schema in map(_schema, sorted(folder.rglob("*.json"))) if schema}
    if _EVENT.partition("#")[0] not in known:
        message = f"--schemas {folder}: OpenLineage.json (2-0-2) is missing; give OpenLineage's folder spec/"
        raise UsageError(message)
    return known


def _own_schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas of the agent's own facets by the facets' names."""
    found = [json.loads(each.read_bytes()) for each in files("headwater").joinpath("schemas").iterdir()]
    return {name: schema for schema in found for name in schema["properties"]}


def _schema(path: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None  # the folder may contain other files
    return found if isinstance(found, dict) and "$id" in found else None


@cache
def _classes() -> dict[str, type]:
    modules = [
        importlib.import_module(f"{generated.__name__}.{each.name}")
        for each in pkgutil.iter_modules(generated.__path__)
    ]
    found = [one for module in modules for one in vars(module).values() if isinstance(one, type)]
    return {one.__name__: one for one in found if issubclass(one, base.BaseFacet)}


@cache
def _fields(known: type) -> list[tuple[str, Any, bool]]:
    """Return the JSON name and type of each field, and whether it is required."""
    hints = get_type_hints(known)
    return [
        (field.name, hints[field.name], field.default is attr.NOTHING)
        for field in attr.fields(known)
        if field.name in hints and field.init
    ]


def _type_errors(value: Any, hint: Any, at: str) -> Iterator[str]:  # noqa: ANN401 - JSON, and any type
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        found = [list(_type_errors(value, one, at)) for one in inner if one is not type(None)]
        if not (value is None and type(None) in inner) and all(found):
            yield from found[0]
    elif origin in (list, dict):
        yield from _scalar_errors(value, origin, at)
        for place, each in _members(value) if isinstance(value, origin) else ():
            yield from _type_errors(each, inner[-1], f"{at}{place}")
    elif attr.has(hint):
        yield from _class_errors(value, hint, at)
    elif isinstance(hint, type) and issubclass(hint, enum.Enum):
        if value not in [one.value for one in hint]:
            yield f"{at} is {value!r}, which is not one of {', '.join(str(one.value) for one in hint)}"
    elif hint in _SCALAR_TYPES:
        yield from _scalar_errors(value, hint, at)


def _members(value: list[Any] | dict[str, Any]) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from ((f".{key}", each) for key, each in value.items())
    else:
        yield from ((f"[{i}]", each) for i, each in enumerate(value))


def _class_errors(value: Any, hint: type, at: str) -> Iterator[str]:  # noqa: ANN401 - JSON
    if not isinstance(value, dict):
        yield from _scalar_errors(value, dict, at)
        return
    for name, of, required in _fields(hint):
        if name in value:
            yield from _type_errors(value[name], of, f"{at}.{name}")
        elif required:
            yield f"{at} has no {name}"


def _scalar_errors(value: Any, hint: type, at: str) -> Iterator[str]:  # noqa: ANN401 - JSON
    fits = _SCALAR_TYPES.get(hint, (hint,))
    if not isinstance(value, fits) or (isinstance(value, bool) and bool not in fits):
        yield f"{at} is {json.dumps(value)[:80]}, and not a {hint.__name__}"
