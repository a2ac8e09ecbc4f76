"""Determines the subjects of a builder, from the type hint of its first argument or from its `subjects`."""

from __future__ import annotations

import inspect
import types
import typing
from typing import Any

from headwater.errors import ExtensionError
from headwater.extensions._from_json import SUBJECT_TYPES
from headwater.extensions._standard import TARGETS
from headwater.extensions.context import Context

__all__ = ["subjects_of"]

_BUILDS = (*TARGETS, "inputs", "outputs")
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def subjects_of(builder: Any, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:  # noqa: ANN401  (an author's own class)
    """Return the subjects of a builder, and which of the arguments ``subject`` and ``ctx`` its `build` takes.

    Raises :class:`~headwater.ExtensionError` if they cannot be determined.
    """
    if getattr(builder, "builds", None) not in _BUILDS:
        raise ExtensionError(
            f"{name}: build is there, but not what it builds: derive it from RunFacetBuilder or another builder of "
            "headwater.extensions"
        )
    function = getattr(builder, "function", builder.build)
    positional = [each for each in inspect.signature(function).parameters.values() if each.kind in _POSITIONAL]
    # a further one with a default, as in `def build(end, n=n)`, is the author's own
    others = [each for each in positional[1:] if each.default is each.empty or each.name == "ctx"]
    parameters = positional[:1] + others
    if len(parameters) > 2:  # noqa: PLR2004  (the subject and the context)
        raise ExtensionError(f"{name}: build takes {len(parameters)} arguments; write `def build(self, subject, ctx)`")
    stated = _stated(getattr(builder, "subjects", ()) or (), name)
    subjects = stated or (_hinted(function, parameters[0].name, name) if parameters else ())
    if not subjects and (len(parameters) > 1 or (parameters and not _may_be_context(function, parameters[0]))):
        first = parameters[0].name
        context = "" if len(parameters) > 1 else "; or `ctx: Context`, to be called for every event"
        raise ExtensionError(
            f"{name}: build's argument {first!r} has no type that it can be asked about; write "
            f"`{first}: SQLExecutionEnd`, or one of {', '.join(SUBJECT_TYPES)}{context}"
        )
    shapes: tuple[tuple[str, ...], ...] = ((), ("subject",) if subjects else ("ctx",), ("subject", "ctx"))
    return subjects, shapes[len(parameters)]


def _may_be_context(function: Any, parameter: inspect.Parameter) -> bool:  # noqa: ANN401  (any callable)
    """Return whether the only argument of a builder can be the context: its type is that, or not stated."""
    try:
        hint = typing.get_type_hints(function).get(parameter.name)
    except Exception:  # noqa: BLE001  (names that are imported for type checking only: `_hinted` has read them)
        return True
    return hint in {None, Any, object, Context}


def _hinted(function: Any, parameter: str, name: str) -> tuple[str, ...]:  # noqa: ANN401  (any callable)
    try:
        return _names(typing.get_type_hints(function).get(parameter))
    except Exception as error:
        # The name is imported for type checking only; the names of subjects are resolved without it.
        hint = inspect.signature(function).parameters[parameter].annotation
        if isinstance(hint, str):
            names = [each.strip().rpartition(".")[2] for each in hint.split("|")]
            if all(each in SUBJECT_TYPES for each in names):
                return tuple(names)
            if "Context" in names:
                return ()
        raise ExtensionError(f"{name}: build's type hints can't be read: {error}; import what they name") from error


def _names(hint: Any) -> tuple[str, ...]:  # noqa: ANN401  (any type hint)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return tuple(name for each in typing.get_args(hint) for name in _names(each))
    return tuple(name for name, kind in SUBJECT_TYPES.items() if hint is kind)


def _stated(subjects: Any, name: str) -> tuple[str, ...]:  # noqa: ANN401  (what an author wrote)
    names = []
    for each in (subjects,) if isinstance(subjects, (str, type)) else subjects:
        text = each.__name__ if isinstance(each, type) else str(each)
        kind, _, pattern = text.partition(":")
        if kind not in SUBJECT_TYPES or (pattern and kind != "RDD"):
            raise ExtensionError(
                f"{name}: subjects names {text!r}; choose one of {', '.join(SUBJECT_TYPES)}, or 'RDD:<class>'"
            )
        names.append(text)
    return tuple(names)
