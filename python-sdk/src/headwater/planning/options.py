"""Keeps a planned program from choosing a file system by an option, since Spark passes options on to Hadoop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.planning.planning import Planning

__all__ = ["substitute_options"]


def substitute_options(planning: Planning, replace: Callable[..., None]) -> None:
    """Replace the methods that take options, of readers, writers and the catalog."""
    frame = planning.spark.range(1)
    for owner in (type(planning.spark.read), type(frame.write), type(frame.writeTo("headwater"))):
        replace(owner, ("option", "tableProperty"), lambda _, original: _taking_one(planning, original))
        replace(owner, ("options", "load", "save", "saveAsTable"), lambda _, original: _taking_many(planning, original))
    names = ("createExternalTable", "createTable")
    replace(type(planning.spark.catalog), names, lambda _, original: _taking_many(planning, original))


def _taking_one(planning: Planning, original: Any) -> Any:  # noqa: ANN401  (PySpark's)
    def take(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        key = args[0] if args else kwargs.get("key", kwargs.get("property"))
        return original(self, *args, **kwargs) if _is_option_applied(planning, str(key)) else self

    return take


def _taking_many(planning: Planning, original: Any) -> Any:  # noqa: ANN401  (the same)
    def take(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the same)
        applied = {key: value for key, value in kwargs.items() if _is_option_applied(planning, key)}
        return original(self, *args, **applied)

    return take


def _is_option_applied(planning: Planning, key: str) -> bool:
    if not key.removeprefix("option.").startswith("fs."):
        return True
    planning.report.note(f"the option {key} is not applied, because all file systems are temporary folders")
    return False
