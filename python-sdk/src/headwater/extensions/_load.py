"""Loads extensions by name: those of the configuration, then those of the installed packages.

An extension is loaded once, by its ``module:qualname``; the first entry that names it wins. Disabled names, of an
extension or an entry point, are skipped.
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from functools import reduce
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from headwater.errors import ExtensionError
from headwater.extensions._hooks import hooks_of
from headwater.extensions._lifecycle import set_up
from headwater.extensions._modules import extensions_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from headwater.extensions._hooks import Hook

__all__ = ["GROUP", "Found", "find_extensions", "load_named"]

GROUP = "headwater.extensions"
"""The entry-point group of packages that contain extensions."""


@dataclass(frozen=True, slots=True)
class Found:
    """An extension that was named, with its hooks or the reason why it was not loaded."""

    name: str
    origin: str
    status: Literal["loaded", "failed", "disabled", "duplicate"]
    hooks: tuple[Hook, ...] = ()
    extension: object = None
    problem: str = ""


_NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


def find_extensions(
    names: Sequence[str],
    *,
    discover: bool = False,
    disabled: Iterable[str] = (),
    options: Mapping[str, str] = _NO_OPTIONS,
) -> list[Found]:
    """Load the named extensions and, if ``discover`` is true, those of the entry points; no error is raised.

    Those that have ``setup`` get the options.
    """
    given = dict.fromkeys(each.strip() for each in names)
    candidates = [(name, "configuration", {name}) for each in given if each for name in _expanded(each)]
    if discover:
        for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
            where = f"entry point {point.name}" + (f" of {point.dist.name} {point.dist.version}" if point.dist else "")
            candidates.append((point.value, where, {point.name, point.value}))
    disabled_names = set(disabled)
    found: list[Found] = []
    loaded_by: dict[str, str] = {}
    for name, origin, aliases in candidates:
        if name in loaded_by:
            found.append(Found(name, origin, "duplicate", problem=f"was loaded already, from {loaded_by[name]}"))
        elif aliases & disabled_names:
            found.append(Found(name, origin, "disabled", problem="is listed in spark.openlineage.python.disabled"))
        else:
            found.append(_without_duplicates(_load(name, origin, options), found))
            loaded_by[name] = origin
    return found


def load_named(names: str) -> list[Found]:
    """Load the extensions of the option ``--extensions``, a list with commas; those in this folder are found, too.

    Raises :class:`~headwater.ExtensionError` if one cannot be loaded.
    """
    sys.path.insert(0, "")
    found = find_extensions(names.split(","))
    for each in found:
        if each.status == "failed":
            raise ExtensionError(f"--extensions: {each.name}: {each.problem}")
    return [each for each in found if each.status == "loaded"]


def _expanded(name: str) -> list[str]:
    """Return the names of all extensions of a module for ``module:*``; another name is returned as it is."""
    module, colon, path = name.partition(":")
    if not colon or path != "*":
        return [name]
    try:
        return [f"{module}:{each}" for each in extensions_in(importlib.import_module(module))]
    except BaseException:  # noqa: BLE001  (`_load` meets it again, and reports it)
        return [name]


def _without_duplicates(one: Found, others: Sequence[Found]) -> Found:
    """Skip an extension that was loaded under another name, for example re-exported by another module."""
    same = [each.name for each in others if each.extension is one.extension and one.extension is not None]
    return Found(one.name, one.origin, "duplicate", problem=f"was loaded already, as {same[0]}") if same else one


def _load(name: str, origin: str, options: Mapping[str, str]) -> Found:
    try:
        extension = _resolve(name)
        hooks = tuple(hooks_of(extension, name))
        set_up(hooks, options)
        return Found(name, origin, "loaded", hooks, extension)
    except ExtensionError as error:
        return Found(name, origin, "failed", problem=str(error))
    except BaseException as error:  # noqa: BLE001  (a module may raise anything, and call sys.exit, when it is imported)
        text = " ".join(str(error).split())
        kind = type(error).__name__
        plain = isinstance(error, ImportError) and text
        return Found(name, origin, "failed", problem=text if plain else f"{kind}: {text}" if text else kind)


def _resolve(name: str) -> object:
    module, colon, path = name.partition(":")
    if not colon or not module or not path:
        raise ExtensionError(
            f"{name!r} is not the name of an extension: write module:name, such as acme.lineage:AcmeVisitor, "
            "or acme.lineage:* for all of a module"
        )
    loaded = importlib.import_module(module)
    if path == "*":
        return extensions_in(loaded)
    try:
        return reduce(getattr, path.split("."), loaded)
    except AttributeError as error:
        raise ExtensionError(f"{name}: the module {module} has no {path!r}; its file is {loaded.__file__}") from error
