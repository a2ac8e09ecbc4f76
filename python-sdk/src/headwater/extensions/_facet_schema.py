"""Validates facets against their classes.

The facet classes of openlineage-python are generated from the JSON schemas of the spec. They have the same fields,
types, enumerations and required fields, so that neither the schemas nor a network are needed.
"""

from __future__ import annotations

import types
import typing
from enum import Enum
from functools import cache
from typing import Any, Union

import attr

__all__ = ["problem"]


def problem(value: object, kind: type[Any]) -> str | None:
    """Return the first violation of a JSON object, as ``field: reason``, or ``None``."""
    return _check(value, kind, "")


def _check(value: object, kind: Any, path: str) -> str | None:  # noqa: ANN401, PLR0911  (one return for each kind of type)
    origin = typing.get_origin(kind)
    if kind is Any:
        return None
    if origin in (Union, types.UnionType):
        members = typing.get_args(kind)
        if value is None and type(None) in members:
            return None
        found = [_check(value, each, path) for each in members if each is not type(None)]
        return None if None in found else found[0]
    if origin is list:
        if not isinstance(value, list):
            return _mismatch(path, "a list", value)
        return _first(_check(each, typing.get_args(kind)[0], f"{path}[{i}]") for i, each in enumerate(value))
    if origin is dict:
        if not isinstance(value, dict):
            return _mismatch(path, "an object", value)
        return _first(_check(each, typing.get_args(kind)[1], _join(path, key)) for key, each in value.items())
    if isinstance(kind, type) and issubclass(kind, Enum):
        allowed = [each.value for each in kind]
        return None if value in allowed else f"{path}: {value!r} is not one of {', '.join(map(str, allowed))}"
    if isinstance(kind, type) and attr.has(kind):
        return _check_object(value, kind, path)
    return _check_scalar(value, kind, path)


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


def _check_scalar(value: object, kind: Any, path: str) -> str | None:  # noqa: ANN401  (any type hint)
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
    hints = typing.get_type_hints(kind)
    return tuple(
        (each.name, hints.get(each.name, Any), each.default is attr.NOTHING, each.validator)
        for each in attr.fields(kind)
        if each.name not in {"_producer", "_schemaURL"}
    )


def _first(problems: typing.Iterable[str | None]) -> str | None:
    return next((each for each in problems if each is not None), None)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _mismatch(path: str, expected: str, value: object) -> str:
    text = repr(value)
    shortened = text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004  (fits on one line)
    return f"{path or 'the facet'}: {expected} was expected, not {shortened}"
