"""Refuses calls of Spark from an extension that is being asked.

Spark would run them on the threads that wait for the extension, and its listeners would ask again: the answer could
never come in time.
"""

from __future__ import annotations

from typing import Any

from headwater._bridge.step import is_running_extension
from headwater.errors import SparkCallError

__all__ = ["SparkGuard"]

_MEMORY = "m\n"  # py4j's command that gives an object back: the garbage collector's, not the extension's


class SparkGuard:
    """Stands before the ``send_command`` of PySpark's own gateway client, until it is removed."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401  (py4j's own type)
        self._client = client
        original = client.send_command

        def send_command(command: str, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (py4j's own types)
            if is_running_extension() and not command.startswith(_MEMORY):
                raise SparkCallError(
                    "an extension can't call Spark while it is being asked: read the node's arguments, declare what is "
                    "missing in `needs`, or use node.live(path)"
                )
            return original(command, *args, **kwargs)

        self._guarded = send_command
        client.send_command = send_command

    def remove(self) -> None:
        """Leave the client as it was, unless somebody has put something else before it by now."""
        if self._client.__dict__.get("send_command") is self._guarded:
            del self._client.send_command
