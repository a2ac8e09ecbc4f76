"""The beginning and the end of an extension: its methods ``setup(options)`` and ``close()``, if it has them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from headwater.errors import ExtensionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from headwater.extensions._hooks import Hook

__all__ = ["close", "options_in", "set_up"]

_OPTIONS = "spark.openlineage.python.options."
"""The prefix of the settings that are options."""

_log = logging.getLogger("headwater")


def options_in(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the options among Spark's settings, by the rest of their keys.

    >>> options_in({"spark.openlineage.python.options.acme.db": "/x", "spark.app.name": "a"})
    {'acme.db': '/x'}
    """
    return {key.removeprefix(_OPTIONS): value for key, value in settings.items() if key.startswith(_OPTIONS)}


def set_up(hooks: Sequence[Hook], options: Mapping[str, str]) -> None:
    """Call ``setup`` of an extension; raise :class:`~headwater.ExtensionError` if it fails."""
    setup = getattr(hooks[0].instance, "setup", None)
    if setup is None:
        return
    try:
        setup(dict(options))
    except (Exception, SystemExit) as error:
        raise ExtensionError(
            f"{hooks[0].extension}: {type(error).__name__} in setup: {error}; it gets the settings {_OPTIONS}*"
        ) from error


def close(hooks: Iterable[Hook]) -> None:
    """Call ``close`` of each extension, once; what one raises is logged."""
    for hook in {id(hook.instance): hook for hook in hooks}.values():
        method = getattr(hook.instance, "close", None)
        if method is not None:
            try:
                method()
            except (Exception, SystemExit):  # noqa: BLE001  (an author's method; only the user ends the program)
                _log.warning("%s failed in close", hook.extension, exc_info=True)
