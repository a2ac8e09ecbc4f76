"""Converts a function to an extension with the function's name."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from headwater.errors import ExtensionError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FunctionExtension"]


class FunctionExtension:
    """A decorated function; it is still callable, and is an extension under the function's name."""

    def __init__(self, function: Callable[..., Any]) -> None:
        if not inspect.isfunction(function):
            raise ExtensionError(
                f"{function!r:.80} is not a function; a class needs no decorator, its methods make it an extension"
            )
        self.function = function
        self.__wrapped__ = function
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.__qualname__ = function.__qualname__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (the function's own types)
        return self.function(*args, **kwargs)
