"""Validates facets against their classes.

The facet classes of openlineage-python are generated from the JSON schemas of the spec. They have the same fields,
types, enumerations and required fields, so that neither the schemas nor a network are needed.
"""

from __future__ import annotations

import sys
import types
import typing
from collections import abc
from enum import Enum
from functools import cache
from typing import Any, Union

import attr

__all__ = ["problem"]

_LISTS = (list, tuple, set, frozenset)
_OBJECTS = (dict, abc.Mapping, abc.MutableMapping)


def problem(value: object, kind: type[Any]) -> str | None:
    """Return the first violation of a JSON object, as ``field: reason``, or ``None``.

    A field whose type hint cannot be read, or is of another kind than those of JSON, takes any value.
    """
    try:
        return _check(value, kind, "")
    except RecursionError:
        return "the facet: it is nested too deep"


def _check(value: object, kind: Any, path: str) -> str | None:  # noqa: ANN401, PLR0911  (one return for each kind of type)
    origin, inner = typing.get_origin(kind) or kind, typing.get_args(kind)
    if origin in (Union, types.UnionType):
        if value is None and type(None) in inner:
            return None
        found = [_check(value, each, path) for each in inner if each is not type(None)]
        return None if None in found else found[0]
    if origin in _LISTS:
        if not isinstance(value, list):
            return _mismatch(path, "a list", value)
        # The places of a tuple may have different types.
        element = inner[0] if inner and (origin is not tuple or inner[1:] == (...,)) else Any
        return _first(_check(each, element, f"{path}[{i}]") for i, each in enumerate(value))
    if origin in _OBJECTS:
        if not isinstance(value, dict):
            return _mismatch(path, "an object", value)
        return _first(_check(each, inner[1] if inner else Any, _join(path, key)) for key, each in value.items())
    if inner or not isinstance(kind, type):  # `Any`, `Literal`, a generic class or a name that was not found
        return None
    if issubclass(kind, Enum):
        allowed = [each.value for each in kind]
        return None if value in allowed else f"{path}: {value!r} is not one of {', '.join(map(str, allowed))}"
    return _check_object(value, kind, path) if attr.has(kind) else _check_scalar(value, kind, path)


def _check_object(value: object, kind: type, path: str) -> str | None:
    if not isinstance(value, dict):
        return _mismatch(path, "an object", value)
    fields = _fields(kind)
    missing = [name for name, _, required, _ in fields if required and value.get(name) is None]
    if missing:
        return f"{_join(path, missing[0])}: required, and not there"
    for name, hint, _, validator in fields:
        member = value.get(name)
        if member is None:
            continue
        if (mismatch := _check(member, hint, _join(path, name))) is not None:
            return mismatch
        if validator is not None and (mismatch := _validate(validator, member)) is not None:
            return f"{_join(path, name)}: {mismatch}"
    return None


def _check_scalar(value: object, kind: type, path: str) -> str | None:
    if kind is float:
        fits = isinstance(value, (int, float)) and not isinstance(value, bool)
    elif kind is int:
        fits = isinstance(value, int) and not isinstance(value, bool)
    elif kind in (str, bool):
        fits = isinstance(value, kind)
    else:
        fits = True
    names = {float: "a number", int: "a whole number", str: "a text", bool: "true or false"}
    return None if fits else _mismatch(path, names[kind], value)


def _validate(validator: Any, value: object) -> str | None:  # noqa: ANN401  (attrs' own callable)
    try:
        validator(None, None, value)
    except Exception as error:  # noqa: BLE001  (validators raise different errors)
        return str(error) or type(error).__name__
    return None


@cache
def _fields(kind: type) -> tuple[tuple[str, Any, bool, Any], ...]:
    # Validators of the author's classes have seen the object: they may need what JSON does not have, as an enumeration.
    has_validators = kind.__module__.startswith("openlineage.")
    return tuple(
        (each.name, _hint(kind, each), each.default is attr.NOTHING, each.validator if has_validators else None)
        for each in attr.fields(kind)
        if each.name not in {"_producer", "_schemaURL"}
    )


def _hint(kind: type, field: attr.Attribute[Any]) -> Any:  # noqa: ANN401  (any type hint)
    """Return the type hint of a field, or ``Any`` if it cannot be read.

    A hint may name what is imported for type checkers only, or what a function defines. So each is read alone.
    """
    try:
        owner = _owner(kind, field.name)
        parameters = {each.__name__: each for each in getattr(owner, "__type_params__", ())}
        # The names of the module come before those of the class, which has a descriptor for each field.
        names, module = {**vars(owner), **parameters}, vars(sys.modules[owner.__module__])
        alone = type("Field", (), {"__annotations__": {"hint": Any if field.type is None else field.type}})
        return typing.get_type_hints(alone, names, module)["hint"]
    except Exception:  # noqa: BLE001  (a hint is code, which may raise anything)
        return Any


def _owner(kind: type, field: str) -> type:
    """Return the class that defines a field of ``kind``: its module has the names of the hint."""
    for each in kind.__mro__:
        own = attr.fields_dict(each).get(field) if "__attrs_attrs__" in vars(each) else None
        if own is not None and not getattr(own, "inherited", False):
            return each
    return kind


def _first(problems: typing.Iterable[str | None]) -> str | None:
    return next((each for each in problems if each is not None), None)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _mismatch(path: str, expected: str, value: object) -> str:
    text = repr(value)
    shortened = text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004  (fits on one line)
    return f"{path or 'the facet'}: {expected} was expected, not {shortened}"
