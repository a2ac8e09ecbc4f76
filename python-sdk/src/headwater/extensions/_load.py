"""Loads extensions by name: those of the configuration, then those of the installed packages.

An extension is loaded once, by its ``module:qualname``; the first entry that names it wins. Disabled names, of an
extension, all those of a module or a package, or an entry point, are skipped.
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from headwater.errors import ExtensionError
from headwater.extensions._entry_points import installed
from headwater.extensions._hooks import hooks_of
from headwater.extensions._lifecycle import set_up
from headwater.extensions._modules import extensions_in, names_in_package

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from headwater.extensions._hooks import Hook

__all__ = ["LoadedExtension", "find_extensions", "load_named"]

Status: TypeAlias = Literal["loaded", "failed", "disabled", "duplicate"]


@dataclass(frozen=True, slots=True)
class LoadedExtension:
    """An extension that was named, with its hooks or the reason why it was not loaded."""

    name: str
    origin: str
    status: Status
    hooks: tuple[Hook, ...] = ()
    extension: object = None
    problem: str = ""


class Candidate(NamedTuple):
    """The name of an extension, where it was named, and the names by which it can be disabled.

    A malformed entry point has a problem instead of an extension.
    """

    name: str
    origin: str
    aliases: set[str]
    problem: str = ""


def find_extensions(
    names: Sequence[str],
    *,
    discover: bool = False,
    disabled: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
) -> list[LoadedExtension]:
    """Load the named extensions and, if ``discover`` is true, those of the entry points; no error is raised.

    ``module:*`` names all extensions of a module, and ``package.*`` those of a package and the modules below it. An
    entry point has one of these names, or that of a module or a package. A malformed one is ``failed``. Extensions that
    have ``setup`` get the options, if there are any.
    """
    candidates = _configured(names) + (_discovered() if discover else [])
    disabled_names = set(disabled)
    found: list[LoadedExtension] = []
    loaded_by: dict[str, str] = {}
    for each in candidates:
        left_out = _left_out(each, loaded_by, disabled_names)
        if left_out:
            found.append(left_out)
        else:
            found.append(_load(each.name, each.origin, options, found))
            loaded_by[each.name] = each.origin
    return found


def _left_out(each: Candidate, loaded_by: Mapping[str, str], disabled: Iterable[str]) -> LoadedExtension | None:
    """Return why an extension is not loaded, or ``None`` if it is."""
    status: Status
    problem = each.problem
    if each.name in loaded_by and not problem:
        status, problem = "duplicate", f"was loaded already, from {loaded_by[each.name]}"
    elif any(_stands_for(one, alias) for one in disabled for alias in each.aliases):
        status, problem = "disabled", "is listed in spark.openlineage.python.disabled"
    elif problem:
        status = "failed"
    else:
        return None
    return LoadedExtension(each.name, each.origin, status, problem=problem)


def _stands_for(disabled: str, name: str) -> bool:
    """Return whether a name in the setting is that of an extension, or of its module or a package above it.

    >>> _stands_for("acme.lineage:*", "acme.lineage:Tables"), _stands_for("acme.*", "acme.lineage:Tables")
    (True, True)
    >>> _stands_for("acme:*", "acme.lineage:Tables"), _stands_for("ac.*", "acme:Tables")
    (False, False)
    """
    module, colon, _ = name.partition(":")
    if colon and disabled.endswith(":*"):
        return module == disabled.removesuffix(":*")
    if colon and disabled.endswith(".*"):
        return f"{module}.".startswith(disabled.removesuffix("*"))
    return name == disabled


def _configured(names: Sequence[str]) -> list[Candidate]:
    given = dict.fromkeys(each.strip() for each in names)
    return [Candidate(name, "configuration", {name}) for each in given if each for name in _expanded(each)]


def _discovered() -> list[Candidate]:
    candidates: list[Candidate] = []
    for point in installed():
        if point.problem:
            name = point.value or point.name
            candidates.append(Candidate(name, point.origin, {name, point.name}, point.problem))
            continue
        names = _expanded(_all_of(point.reference))
        candidates += [Candidate(name, point.origin, {name, point.name, point.value}) for name in names]
    return candidates


def load_named(names: str) -> list[LoadedExtension]:
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
    """Return the names of all extensions for ``module:*`` and ``package.*``; another name is returned as it is."""
    module, colon, path = name.partition(":")
    try:
        if not colon and name.endswith(".*"):
            return names_in_package(name.removesuffix(".*"))
        if colon and path == "*":
            return [f"{module}:{each}" for each in extensions_in(importlib.import_module(module))]
    except BaseException:  # noqa: BLE001  (`_load` meets it again, and reports it)
        return [name]
    return [name]


def _all_of(module: str) -> str:
    """Return the name for all extensions of a module or a package; another name is returned as it is."""
    if ":" in module or module.endswith(".*"):
        return module
    try:
        is_package = hasattr(importlib.import_module(module), "__path__")
    except BaseException:  # noqa: BLE001  (`_load` meets it again, and reports it)
        is_package = False
    return f"{module}.*" if is_package else f"{module}:*"


def _load(
    name: str, origin: str, options: Mapping[str, str] | None, found: Sequence[LoadedExtension]
) -> LoadedExtension:
    """Load an extension and set it up, unless it is among those found, for example re-exported by another module."""
    try:
        extension = _resolve(name)
        same = next((each.name for each in found if each.extension is extension and extension is not None), None)
        if same is not None:
            return LoadedExtension(name, origin, "duplicate", problem=f"was loaded already, as {same}")
        hooks = tuple(hooks_of(extension, name))
        if options is not None:
            set_up(hooks, options)
        return LoadedExtension(name, origin, "loaded", hooks, extension)
    except ExtensionError as error:
        return LoadedExtension(name, origin, "failed", problem=str(error))
    except BaseException as error:  # noqa: BLE001  (a module may raise anything, and call sys.exit, when it is imported)
        text = " ".join(str(error).split())
        kind = type(error).__name__
        plain = isinstance(error, ImportError) and text
        return LoadedExtension(name, origin, "failed", problem=text if plain else f"{kind}: {text}" if text else kind)


def _resolve(name: str) -> object:
    module, colon, path = name.partition(":")
    if not colon and name.endswith(".*"):
        return names_in_package(name.removesuffix(".*"))
    if not colon or not module or not path:
        raise ExtensionError(
            f"{name!r} is not the name of an extension: write module:name, such as acme.lineage:AcmeVisitor, "
            "acme.lineage:* for all of a module, or acme.* for all of a package"
        )
    loaded = importlib.import_module(module)
    if path == "*":
        return extensions_in(loaded)
    try:
        return reduce(getattr, path.split("."), loaded)
    except AttributeError as error:
        raise ExtensionError(f"{name}: the module {module} has no {path!r}; its file is {loaded.__file__}") from error
