"""Reads the entry points of the installed packages that name extensions.

A package that is installed for another purpose may have a malformed list of entry points, or no readable metadata. It
must not cost the extensions of the other packages.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from importlib.metadata import distributions, entry_points
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import Distribution

__all__ = ["GROUP", "ExtensionEntryPoint", "installed"]

GROUP = "headwater.extensions"
"""The entry-point group of packages that contain extensions."""

_log = logging.getLogger("headwater")
_FILE = "entry_points.txt"
# As `EntryPoint.pattern` of importlib.metadata, and `module:*` and `package.*`.
_REFERENCE = re.compile(
    r"(?P<module>\w+(?:\.\w+)*)(?:(?P<star>\.\*)|\s*:\s*(?P<name>\*|\w+(?:\.\w+)*))?\s*(?:\[.*\]\s*)?"
)


@dataclass(frozen=True, order=True, slots=True)
class ExtensionEntryPoint:
    """An entry point: its name, its value as the package has it, and the package with its version."""

    name: str
    value: str
    package: str = ""

    @property
    def origin(self) -> str:
        """Where an extension was found, as text."""
        return f"entry point {self.name}" + (f" of {self.package}" if self.package else "")

    @property
    def reference(self) -> str:
        """What the value names: ``module:name``, ``module:*``, ``package.*``, ``module``; ``""`` if it is malformed.

        >>> ExtensionEntryPoint("a", "acme.lineage : Tables [fast]").reference
        'acme.lineage:Tables'
        >>> ExtensionEntryPoint("a", "acme.*").reference, ExtensionEntryPoint("a", "acme lineage").reference
        ('acme.*', '')
        """
        found = _REFERENCE.fullmatch(self.value)
        if found is None:
            return ""
        name = found["name"]
        return found["module"] + (found["star"] or "") + (f":{name}" if name else "")

    @property
    def problem(self) -> str:
        """What is wrong with a value that names nothing, or ``""``."""
        if self.reference:
            return ""
        return (
            f"the {self.origin} has the value {self.value!r:.200}, which names nothing: write module:name, such as "
            "acme.lineage:AcmeVisitor, acme.lineage:* for all of a module, or acme.* for all of a package"
        )


def installed() -> list[ExtensionEntryPoint]:
    """Return the entry points of all installed packages, by name; no error is raised."""
    try:
        found = [ExtensionEntryPoint(each.name, each.value, _package(each.dist)) for each in entry_points(group=GROUP)]
    except Exception:  # noqa: BLE001  (the list of one package cannot be read, so that Python reads none)
        found = [
            ExtensionEntryPoint(name, value, _package(one)) for one in _distributions() for name, value in _entries(one)
        ]
    return sorted(found)


def _distributions() -> list[Distribution]:
    """Return the installed packages; of two with one name, the one that Python imports."""
    first: dict[object, Distribution] = {}
    try:
        for each in distributions():
            name = _text(each, "name")
            first.setdefault(re.sub(r"[-_.]+", "-", name).lower() or each, each)
    except Exception:  # noqa: BLE001  (a finder of the program may raise anything)
        _log.warning("the installed packages cannot all be listed: extensions of the others are missing", exc_info=True)
    return list(first.values())


def _entries(package: Distribution) -> Iterator[tuple[str, str]]:
    """Yield name and value of each line of the group; a line without ``=`` has an empty value."""
    try:
        text = package.read_text(_FILE) or ""
    except Exception as error:  # noqa: BLE001  (a file that is not in UTF-8, for example)
        _log.warning("the file %s of %s can't be read: %s", _FILE, _package(package), error)
        return
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif section == GROUP and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()


def _package(found: Distribution | None) -> str:
    """Return name and version of a package, or the folder that it is in if its metadata cannot be read."""
    if found is None:
        return ""
    if name := _text(found, "name"):
        return f"{name} {_text(found, 'version')}".strip()
    try:
        return f"a package without metadata in {found.locate_file('')}"
    except Exception:  # noqa: BLE001  (a package that is in no folder)
        return "a package without metadata"


def _text(package: Distribution, key: str) -> str:
    """Return a part of the metadata, or ``""`` if it is missing or cannot be read."""
    try:
        value = getattr(package, key)
    except Exception:  # noqa: BLE001  (which error it is depends on the version of Python)
        return ""
    return value if isinstance(value, str) else ""
