"""Registration of extensions in the user's own process."""

from __future__ import annotations

import contextlib
from types import ModuleType
from typing import TYPE_CHECKING, Any

from headwater._warn import warn_once
from headwater.errors import BridgeError, ExtensionError, UsageError
from headwater.extensions._hooks import Hook, hooks_of, refuse_equal_names
from headwater.extensions._lifecycle import close, options_in, set_up
from headwater.extensions._load import find_extensions
from headwater.extensions._modules import extensions_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from typing_extensions import Self

    from headwater._bridge.attachment import Attachment

__all__ = ["Registration", "register"]


class Registration:
    """Registered extensions, active until `close`; a context manager."""

    def __init__(
        self, attachment: Attachment | None = None, numbers: Sequence[int] = (), hooks: Sequence[Hook] = ()
    ) -> None:
        self._attachment = attachment
        self._numbers = list(numbers)
        self._hooks = tuple(hooks)

    def __repr__(self) -> str:
        state = "active" if self.is_active else "not active"
        names = dict.fromkeys(hook.extension for hook in self._hooks)
        return f"<headwater.Registration of {', '.join(names) or 'nothing'}: {state}>"

    @property
    def is_active(self) -> bool:
        """Whether the agent calls these extensions.

        It does not after `close`, after the end of the session, or if all of them are replaced; nor without an agent.
        """
        return self._attachment is not None and self._attachment.calls_any(self._numbers)

    def close(self) -> None:
        """Unregister these extensions, after the agent has called them for all queries that have ended.

        Then the method ``close`` of those that have one is called. It waits at most five seconds for the agent; a
        second call does nothing.
        """
        attachment, self._attachment = self._attachment, None
        if attachment is not None:
            attachment.remove(self._numbers)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def register(spark: Any, *extensions: object) -> Registration:  # noqa: ANN401  (PySpark is not a dependency)
    """Register extensions of this process with the agent in the session's driver.

    Each extension is a class, which is instantiated without arguments, an instance, or a decorated function of
    :mod:`headwater.extensions`; a module stands for all of its extensions, those of ``__all__`` if it has one. A text
    is a name as in ``spark.openlineage.python.extensions``: ``"acme.lineage:AcmeVisitor"``, ``"acme.lineage:*"``, or
    ``"acme.*"`` for a package. They are called for queries that start from now on, until `Registration.close`. An
    extension with the same module and name is replaced and closed, so that a notebook cell can be run twice.
    Raises :class:`~headwater.ExtensionError` for an invalid extension or two of one name, such as two instances of a
    class; :class:`~headwater.UsageError` for another first argument than a session.
    If the session has no agent, a :class:`~headwater.HeadwaterWarning` is issued and nothing is registered.

    ::

        @visitor("AcmeRelation")
        def acme(node, ctx):
            return InputDataset("acme", node.args["table"])

        headwater.register(spark, acme)
    """
    checked = [hooks for each in extensions for hooks in _hooks(each)]
    refuse_equal_names(extensions)
    if type(spark).__module__.startswith("pyspark.sql.connect"):
        warn_once("a Spark Connect client has no agent: set spark.openlineage.python.extensions on the server")
        return Registration()
    try:
        return _added(_attach(spark), checked)
    except BridgeError as error:
        warn_once(f"extensions are not called: {error}")
        return Registration()


def _attach(spark: Any) -> Attachment:  # noqa: ANN401  (PySpark is not a dependency)
    context = getattr(spark, "sparkContext", spark)
    if spark is not None and not hasattr(context, "getConf"):
        raise UsageError(f"the first argument is the SparkSession: register(spark, …), not {spark!r:.80}")
    from headwater._bridge.attachment import attach  # noqa: PLC0415  (py4j, which executors need not have)

    return attach(context)


def _added(attachment: Attachment, extensions: list[list[Hook]]) -> Registration:
    """Set the extensions up, and register them with the agent; those that are set up are closed if this fails.

    Raises :class:`~headwater.ExtensionError` if one fails in its ``setup``, and :class:`~headwater.BridgeError` if the
    agent cannot be told.
    """
    options = options_in(dict(attachment.context.getConf().getAll()))
    with contextlib.ExitStack() as undo:
        for hooks in extensions:
            set_up(hooks, options)
            undo.callback(close, attachment.unused(hooks))
        numbers = attachment.add(extensions)
        undo.pop_all()
    return Registration(attachment, numbers, [hook for hooks in extensions for hook in hooks])


def _hooks(extension: object) -> Iterator[list[Hook]]:
    """Yield the hooks of an extension, or of each extension of a module or a package."""
    if isinstance(extension, str):
        for found in find_extensions([extension]):
            if found.status == "failed":
                raise ExtensionError(f"{found.name}: {found.problem}")
            if found.status == "loaded":
                yield list(found.hooks)
    elif isinstance(extension, ModuleType):
        for name, each in extensions_in(extension).items():
            yield hooks_of(each, f"{extension.__name__}:{name}")
    else:
        yield hooks_of(extension)
