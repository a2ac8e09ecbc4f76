"""Extensions registered in code: the agent asks this process."""

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
    """Extensions that the agent asks until `close`; also usable with ``with``."""

    def __init__(self, attachment: Attachment | None = None, numbers: list[int] | None = None) -> None:
        self._attachment = attachment
        self._numbers = numbers or []

    @property
    def is_active(self) -> bool:
        """Whether the agent asks these extensions; not where there is no agent, and not after `close`."""
        return self._attachment is not None

    def close(self) -> None:
        """Stop the agent from asking these extensions; a second time does nothing."""
        attachment, self._attachment = self._attachment, None
        if attachment is not None:
            try:
                attachment.remove(self._numbers)
            except BridgeError:
                return  # the agent is gone, and asks nothing anyway

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def register(spark: Any, *extensions: object) -> Registration:  # noqa: ANN401  (PySpark is not a dependency)
    """Let the agent in this session's driver ask extensions in this process.

    Each is a class, which is made without arguments, an instance, or a decorated function of
    :mod:`headwater.extensions`. Registering one again, by its module and name, replaces it, so that a notebook's cell
    can be run twice. What is wrong with an extension raises :class:`~headwater.ExtensionError`; a session without the
    agent is a :class:`~headwater.HeadwaterWarning` and changes nothing else.

    ::

        @visitor("AcmeRelation")
        def acme(node, ctx):
            return InputDataset("acme", node.args["table"])

        headwater.register(spark, acme)
    """
    checked = [hooks_of(each) for each in extensions]
    if type(spark).__module__.startswith("pyspark.sql.connect"):
        warn_once(
            "a Spark Connect client has no agent: name extensions in spark.openlineage.python.extensions of the server"
        )
        return Registration()
    from headwater._bridge.attachment import attach  # noqa: PLC0415  (py4j, which executors need not have)

    try:
        attachment = attach(getattr(spark, "sparkContext", spark))
        return Registration(attachment, attachment.add(checked))
    except BridgeError as error:
        warn_once(f"extensions are not asked: {error}")
        return Registration()
