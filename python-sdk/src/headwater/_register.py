"""Registration of extensions in the user's own process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater._warn import warn_once
from headwater.errors import BridgeError
from headwater.extensions._hooks import hooks_of

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from headwater._bridge.attachment import Attachment

__all__ = ["Registration", "register"]


class Registration:
    """Registered extensions, active until `close`; a context manager."""

    def __init__(self, attachment: Attachment | None = None, numbers: list[int] | None = None) -> None:
        self._attachment = attachment
        self._numbers = numbers or []

    @property
    def is_active(self) -> bool:
        """Whether the agent calls these extensions: false without an agent and after `close`."""
        return self._attachment is not None

    def close(self) -> None:
        """Unregister these extensions; a second call does nothing."""
        attachment, self._attachment = self._attachment, None
        if attachment is not None:
            try:
                attachment.remove(self._numbers)
            except BridgeError:
                return  # the agent has ended

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def register(spark: Any, *extensions: object) -> Registration:  # noqa: ANN401  (PySpark is not a dependency)
    """Register extensions of this process with the agent in the session's driver.

    Each extension is a class, which is instantiated without arguments, an instance, or a decorated function of
    :mod:`headwater.extensions`. An extension with the same module and name is replaced, so that a notebook cell can be
    run twice. An invalid extension raises :class:`~headwater.ExtensionError`. If the session has no agent, a
    :class:`~headwater.HeadwaterWarning` is issued and nothing is registered.

    ::

        @visitor("AcmeRelation")
        def acme(node, ctx):
            return InputDataset("acme", node.args["table"])

        headwater.register(spark, acme)
    """
    checked = [hooks_of(each) for each in extensions]
    if type(spark).__module__.startswith("pyspark.sql.connect"):
        warn_once("a Spark Connect client has no agent: set spark.openlineage.python.extensions on the server")
        return Registration()
    from headwater._bridge.attachment import attach  # noqa: PLC0415  (py4j, which executors need not have)

    try:
        attachment = attach(getattr(spark, "sparkContext", spark))
        return Registration(attachment, attachment.add(checked))
    except BridgeError as error:
        warn_once(f"extensions are not called: {error}")
        return Registration()
