"""Remembers the options of a planned program, but for those that choose a file system: Spark passes them to Hadoop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater.planning.remembered import remember_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.planning.planning import Planning

__all__ = ["substitute_options"]


def substitute_options(planning: Planning, replace: Callable[..., None]) -> None:
    """Replace the methods that take options, of readers, writers and the catalog.

    The reader or the writer remembers those of ``option`` and ``options``, as the others are arguments of its own.
    """
    frame = planning.spark.range(1)
    for owner in (type(planning.spark.read), type(frame.write), type(frame.writeTo("headwater"))):
        replace(owner, ("option", "tableProperty"), lambda _, original: _taking_one(planning, original))
        replace(owner, ("options",), lambda _, original: _taking_many(planning, original, remembers=True))
        replace(owner, ("load", "save", "saveAsTable"), lambda _, original: _taking_many(planning, original))
    names = ("createExternalTable", "createTable")
    replace(type(planning.spark.catalog), names, lambda _, original: _taking_many(planning, original))


def _taking_one(planning: Planning, original: Any) -> Any:  # noqa: ANN401  (PySpark's)
    def take(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        key = str(args[0] if args else kwargs.get("key", kwargs.get("property")))
        if not _is_option_applied(planning, key):
            return self
        remember_options(self, {key: args[1] if len(args) > 1 else kwargs.get("value")})
        return original(self, *args, **kwargs)

    return take


def _taking_many(planning: Planning, original: Any, *, remembers: bool = False) -> Any:  # noqa: ANN401  (the same)
    def take(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        applied = {key: value for key, value in kwargs.items() if _is_option_applied(planning, key)}
        if remembers:
            remember_options(self, applied)
        return original(self, *args, **applied)

    return take


def _is_option_applied(planning: Planning, key: str) -> bool:
    if not key.removeprefix("option.").startswith("fs."):
        return True
    planning.report.note(f"the option {key} is not applied, because all file systems are temporary folders")
    return False
