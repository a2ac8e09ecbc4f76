"""Finds the extensions that a module has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater.errors import ExtensionError
from headwater.extensions._function import FunctionExtension
from headwater.extensions.builders import Builder
from headwater.extensions.shaping import DatasetFilter, EventFilter, Namer, Transport
from headwater.extensions.visitors import QueryPlanVisitor

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["extensions_in"]

_BASES = (QueryPlanVisitor, Builder, Namer, EventFilter, DatasetFilter, Transport)


def extensions_in(module: ModuleType) -> dict[str, object]:
    """Return the extensions of a module by name, in the order in which it defines them.

    They are decorated functions, classes that derive from a class of :mod:`headwater.extensions`, and instances of such
    classes; a class with an instance in the module is not instantiated again. A module with ``__all__`` has those that
    it lists, another one those that it defines under a public name. Raises :class:`~headwater.ExtensionError` if it has
    none.
    """
    exported = getattr(module, "__all__", None)
    names = [name for name in vars(module) if not name.startswith("_")] if exported is None else list(exported)
    found: dict[str, object] = {}
    for name in names:
        value = getattr(module, name, None)
        is_own = exported is not None or _is_from(value, module)
        if _is_extension(value) and is_own and not any(value is each for each in found.values()):
            found[name] = value
    types_of_instances = {type(value) for value in found.values()}
    found = {name: value for name, value in found.items() if value not in types_of_instances}
    if not found:
        raise ExtensionError(
            f"the module {module.__name__} has no extensions: decorate functions, or derive classes from those of "
            "headwater.extensions"
        )
    return found


def _is_extension(value: Any) -> bool:  # noqa: ANN401  (anything in a module)
    if isinstance(value, FunctionExtension):
        return True
    kind = value if isinstance(value, type) else type(value)
    return kind.__module__.partition(".")[0] != "headwater" and any(base in kind.__mro__ for base in _BASES)


def _is_from(value: Any, module: ModuleType) -> bool:  # noqa: ANN401  (anything in a module)
    """Return whether a function or a class is defined in the module; an instance always is the module's own."""
    return not isinstance(value, (FunctionExtension, type)) or value.__module__ == module.__name__
