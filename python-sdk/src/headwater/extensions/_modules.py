"""Finds the extensions that a module or a package has."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

from headwater.errors import ExtensionError
from headwater.extensions._function import FunctionExtension
from headwater.extensions.builders import Builder
from headwater.extensions.event_processing import (
    BatchTransport,
    DatasetFilter,
    EventFilter,
    EventTransformer,
    JobNamer,
    Namer,
    Transport,
)
from headwater.extensions.visitors import QueryPlanVisitor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

__all__ = ["extensions_in", "names_in_package"]

_SHAPING = (Namer, JobNamer, EventFilter, DatasetFilter, EventTransformer, Transport, BatchTransport)
_BASES = (QueryPlanVisitor, Builder, *_SHAPING)
_TESTS = ("test_", "tests", "conftest")


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


def names_in_package(package: str) -> list[str]:
    """Return the names ``module:name`` of the extensions of a package and of all modules below it.

    Private modules and those of tests are left out. A module that cannot be imported is named ``module:*``. Raises
    :class:`~headwater.ExtensionError` if ``package`` is no package or has no extensions.
    """
    root = importlib.import_module(package)
    if not hasattr(root, "__path__"):
        raise ExtensionError(f"{package}.* names a package, and {package} is a module: write {package}:*")
    names = [name for module in _walk(root) for name in _names_in_module(module)]
    if not names:
        raise ExtensionError(
            f"the package {package} has no extensions: decorate functions in its modules, or derive classes from those "
            "of headwater.extensions"
        )
    return names


def _walk(package: ModuleType) -> Iterator[ModuleType | str]:
    """Yield a package and the modules below it; one that cannot be imported is its name."""
    yield package
    for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        own_name = info.name.rpartition(".")[2]
        if own_name.startswith(("_", *_TESTS)):
            continue
        try:
            module = importlib.import_module(info.name)
        except BaseException:  # noqa: BLE001  (whoever loads the name meets it again, and reports it)
            yield info.name
            continue
        if info.ispkg:
            yield from _walk(module)
        else:
            yield module


def _names_in_module(module: ModuleType | str) -> list[str]:
    if isinstance(module, str):
        return [f"{module}:*"]
    try:
        return [f"{module.__name__}:{name}" for name in extensions_in(module)]
    except ExtensionError:  # it has none
        return []


def _is_extension(value: Any) -> bool:  # noqa: ANN401  (anything in a module)
    if isinstance(value, FunctionExtension):
        return True
    kind = value if isinstance(value, type) else type(value)
    return kind.__module__.partition(".")[0] != "headwater" and any(base in kind.__mro__ for base in _BASES)


def _is_from(value: Any, module: ModuleType) -> bool:  # noqa: ANN401  (anything in a module)
    """Return whether a function or a class is defined in the module; an instance always is the module's own."""
    return not isinstance(value, (FunctionExtension, type)) or value.__module__ == module.__name__
