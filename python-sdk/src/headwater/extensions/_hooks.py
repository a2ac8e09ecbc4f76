"""Derives the hooks of an extension from its methods, and validates them at registration."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from headwater.errors import ExtensionError
from headwater.extensions._builder_subjects import subjects_of
from headwater.extensions._function import FunctionExtension

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from headwater.extensions.visitors import QueryPlanVisitor

__all__ = ["Hook", "hooks_of", "name_of", "refuse_equal_names"]

Kind: TypeAlias = Literal["visitor", "builder", "namer", "jobNamer", "filter", "transformer", "transport"]

_METHODS: dict[str, Kind] = {
    "visit": "visitor",
    "build": "builder",
    "rename": "namer",
    "rename_job": "jobNamer",
    "keep_event": "filter",
    "keep_dataset": "filter",
    "transform": "transformer",
    "emit": "transport",
    "emit_batch": "transport",
}
_ARGUMENTS = {
    "visit": "node, ctx",
    "rename": "dataset, table",
    "rename_job": "job",
    "keep_dataset": "dataset",
    "emit_batch": "events",
}
"""The arguments of a method as a message shows them; the others take an ``event``."""
_OPTIONAL_METHODS = ("setup", "close", "is_defined_at")
_REVIEWERS = ("namer", "jobNamer", "filter")
_MAX_BATCH = 1000
_VISITOR_LISTS = ("nodes", "extends", "holds", "needs")


@dataclass(frozen=True, slots=True)
class Hook:
    """One kind of call that an extension receives."""

    extension: str
    kind: Kind
    instance: Any
    selector: dict[str, Any] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    """What `build` of a builder takes, ``subject`` and ``ctx``; what `rename` of a namer takes, ``dataset`` and
    ``table``."""

    def to_json(self, number: int) -> dict[str, Any]:
        """Return the hook in the form of ``hello``."""
        return {"id": number, "extension": self.extension, "kind": self.kind, **self.selector}


def name_of(extension: object) -> str:
    """Return the identity of an extension, ``module:qualname``, for a class, a function or an instance."""
    type_or_function = extension if hasattr(extension, "__qualname__") else type(extension)
    return f"{type_or_function.__module__}:{type_or_function.__qualname__}"


def refuse_equal_names(extensions: Iterable[object]) -> None:
    """Raise :class:`~headwater.ExtensionError` if two of these have one name: the second would replace the first.

    The same object may be there twice. Texts and modules name the extensions themselves.
    """
    first: dict[str, object] = {}
    for each in extensions:
        if isinstance(each, (str, ModuleType)) or first.setdefault(name := name_of(each), each) is each:
            continue
        module = name.partition(":")[0]
        raise ExtensionError(
            f"{name}: two of these extensions have this name, so the second would replace the first; give each a class "
            "or a function of its own, or register them by the names of their variables: "
            f'headwater.register(spark, "{module}:first", "{module}:second")'
        )


def hooks_of(extension: object, name: str | None = None) -> list[Hook]:
    """Return the hooks of an extension.

    A class is instantiated without arguments. Its bases of this package say what it is: a helper of a visitor may be
    called ``transform``. Without such a base, all methods of `_METHODS` count. Raises
    :class:`~headwater.ExtensionError` with the problem and the fix.
    """
    name = name or name_of(extension)
    instance = _instance(extension, name)
    methods = _methods_of(type(instance))
    kinds = dict.fromkeys(kind for method, kind in methods.items() if _has_method(instance, method, name))
    if not kinds:
        raise ExtensionError(
            f"{name}: this is not an extension: it has none of the methods {', '.join(methods)}; "
            "derive it from a class of headwater.extensions, or decorate a function"
        )
    for method in _OPTIONAL_METHODS:
        _check_is_not_async(getattr(instance, method, None), method, method, name)
    return [_hook(kind, instance, name) for kind in kinds]


def _methods_of(kind: type) -> dict[str, Kind]:
    """Return the methods that make a class an extension, with what they make of it."""
    bases = [each for each in kind.__mro__ if each.__module__.startswith("headwater.extensions.")]
    declared = {name for each in bases for name in (*vars(each), *inspect.get_annotations(each))}
    kinds = {_METHODS[name] for name in declared & _METHODS.keys()} or {*_METHODS.values()}
    return {name: each for name, each in _METHODS.items() if each in kinds}


def _instance(extension: object, name: str) -> object:
    if not isinstance(extension, type):
        if isinstance(extension, ModuleType):
            raise ExtensionError(
                f"{extension.__name__} is a module, no extension: name its extensions, or give it to headwater.register"
            )
        if inspect.isroutine(extension):
            raise ExtensionError(
                f"{name}: a function without a decorator is not an extension: decorate it, for example with @visitor(…)"
            )
        return extension
    try:
        return extension()
    except (Exception, SystemExit) as error:
        raise ExtensionError(
            f"{name}: {type(error).__name__} in __init__: {error}; it is made without arguments: "
            f"give them defaults, or register an instance"
        ) from error


def _has_method(instance: object, method: str, name: str) -> bool:
    """Return whether an extension has a method; raise :class:`~headwater.ExtensionError` if it cannot be called."""
    found = getattr(instance, method, None)
    if found is None:
        return False
    if not callable(found):
        raise ExtensionError(f"{name}: {method} is {found!r:.40}; it must be a method")
    _check_is_own(instance, method, name)
    function = instance.function if isinstance(instance, FunctionExtension) else found
    called = function.__name__ if function is not found else method
    _check_is_not_async(function, method, called, name)
    if method == "build":
        return True
    argument_count = 2 if method == "visit" or (method == "rename" and _takes_table(function)) else 1
    try:
        inspect.signature(function).bind(*range(argument_count))
    except TypeError as error:
        arguments = _ARGUMENTS.get(method, "event")
        takes = f"({arguments})" if function is not found else f"(self, {arguments})"
        raise ExtensionError(f"{name}: {method} can't be called: {error}; write `def {called}{takes}`") from error
    except ValueError:  # Python does not know the arguments of some functions in C
        pass
    return True


def _check_is_not_async(function: object, method: str, called: str, name: str) -> None:
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise ExtensionError(f"{name}: {method} is async, but it is never awaited: write `def {called}`")


def _check_is_own(instance: object, method: str, name: str) -> None:
    """Refuse a method that is inherited from a protocol of this package: it is empty, so the extension does nothing.

    A protocol of the author may have a method with content.
    """
    if method in getattr(instance, "__dict__", {}):
        return
    owner = next((each for each in type(instance).__mro__ if method in vars(each)), None)
    if owner is None or not _is_protocol_of_package(owner):
        return
    argument = list(inspect.signature(getattr(owner, method)).parameters)[1]
    others = [each for each in _own_methods(instance) if each not in {*_METHODS, *_OPTIONAL_METHODS}]
    has = f"; the class has {', '.join(others)}" if others else ""
    raise ExtensionError(
        f"{name}: {owner.__name__} needs a method {method}({argument}){has}: write `def {method}(self, {argument})`"
    )


def _is_protocol_of_package(owner: type) -> bool:
    return getattr(owner, "_is_protocol", False) and owner.__module__.startswith("headwater.")


def _own_methods(instance: object) -> list[str]:
    """Return the names of the public methods that the author's classes define."""
    classes = [each for each in type(instance).__mro__ if each is not object and not _is_protocol_of_package(each)]
    names = (key for each in classes for key, value in vars(each).items() if inspect.isroutine(value))
    return [each for each in dict.fromkeys(names) if not each.startswith("_")]


def _hook(kind: Kind, instance: Any, name: str) -> Hook:  # noqa: ANN401  (an author's own class)
    if kind == "visitor":
        return Hook(name, kind, instance, _visitor(instance, name))
    if kind == "builder":
        subjects, arguments = subjects_of(instance, name)
        return Hook(name, kind, instance, {"subjects": list(subjects)}, arguments)
    if kind == "transport":
        return Hook(name, kind, instance, _transport(instance, name))
    selector = {"required": True} if kind in _REVIEWERS and _flag(instance, "required", name) else {}
    if kind == "namer":
        function = instance.function if isinstance(instance, FunctionExtension) else instance.rename
        arguments = ("dataset", "table") if _takes_table(function) else ("dataset",)
        return Hook(name, kind, instance, selector, arguments)
    return Hook(name, kind, instance, selector)


def _flag(instance: object, key: str, name: str) -> bool:
    value = getattr(instance, key, False)
    if not isinstance(value, bool):
        raise ExtensionError(f"{name}: {key} is {value!r:.60}; it must be True or False")
    return value


def _transport(instance: object, name: str) -> dict[str, Any]:
    if not hasattr(instance, "emit_batch"):
        return {"spool": True} if _flag(instance, "spool", name) else {}
    batch = getattr(instance, "batch", None)
    if not isinstance(batch, int) or not 1 <= batch <= _MAX_BATCH:
        raise ExtensionError(
            f"{name}: batch is {batch!r:.60}; it must be the number of events that emit_batch takes at most, "
            f"from 1 to {_MAX_BATCH}"
        )
    return {"spool": True, "batch": batch}


def _takes_table(function: Callable[..., Any]) -> bool:
    """Whether `rename` has a second argument that is required or is called ``table``."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:
        return False
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    second = parameters[1:2]
    return any(p.kind in positional and (p.name == "table" or p.default is p.empty) for p in second)


def _visitor(instance: object, name: str) -> dict[str, Any]:
    selector = {key: _texts(getattr(instance, key, ()), key, name) for key in _VISITOR_LISTS}
    if not selector["nodes"] and not selector["extends"]:
        raise ExtensionError(
            f'{name}: visit would never be called: give the nodes, `nodes = ("AcmeRelation",)`, or a class that '
            f'they extend, `extends = ("DataSourceV2Relation",)`'
        )
    if getattr(type(instance), "visit", None) is _base_visitor().visit:
        raise ExtensionError(f"{name}: visit is missing; write `def visit(self, node, ctx)`")
    return selector


def _base_visitor() -> type[QueryPlanVisitor]:
    from headwater.extensions.visitors import QueryPlanVisitor  # noqa: PLC0415  (a cycle of imports otherwise)

    return QueryPlanVisitor


def _texts(value: object, key: str, name: str) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, (list, tuple, set, frozenset)) or not all(
        isinstance(each, str) and each for each in texts
    ):
        raise ExtensionError(
            f'{name}: {key} is {value!r:.60}; it must be a list of names, such as {key} = ("AcmeRelation",)'
        )
    return list(texts)
