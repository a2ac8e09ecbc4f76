"""Rejects calls of Spark from an extension while it handles a request.

Spark would run them on the threads that wait for the extension: the response would always be late.
"""

from __future__ import annotations

from typing import Any

from headwater._bridge.step import is_running_extension
from headwater.errors import SparkCallError

__all__ = ["SparkGuard"]

_MEMORY = "m\n"  # py4j's command that releases an object; it comes from the garbage collector, not from the extension.


class SparkGuard:
    """Replaces the ``send_command`` method of PySpark's gateway client until it is removed."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401  (py4j's own type)
        self._client = client
        original = client.send_command

        def send_command(command: str, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  (py4j's own types)
            if is_running_extension() and not command.startswith(_MEMORY):
                raise SparkCallError(
                    "an extension cannot call Spark while it handles a request: read the node's arguments, "
                    "declare what is missing in `needs`, or use node.live(path)"
                )
            return original(command, *args, **kwargs)

        self._guarded = send_command
        client.send_command = send_command

    def remove(self) -> None:
        """Restore the client, unless other code has replaced the method in the meantime."""
        if self._client.__dict__.get("send_command") is self._guarded:
            del self._client.send_command
