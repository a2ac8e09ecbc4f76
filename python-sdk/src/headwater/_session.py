"""Enables the agent in a PySpark program."""

from __future__ import annotations

import importlib
import os
import shlex
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from headwater import _api_key, _pyspark
from headwater._conf import LISTENER, add_to_list, extension_conf, lineage_conf
from headwater._jars import agent_jar
from headwater._spark import find_spark
from headwater._submit_args import SubmitArgs
from headwater.errors import HeadwaterWarning, SessionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from headwater._spark import SparkInstall

__all__ = ["Builder", "configure"]

_JARS = "spark.jars"
_LOCATION = "spark.openlineage.transport.location"
_LISTENERS = "spark.extraListeners"
_SUBMIT_ARGS = "PYSPARK_SUBMIT_ARGS"


class Builder(Protocol):
    """The part of ``SparkSession.builder`` that is used here."""

    def config(self, key: str, value: str, /) -> Any:  # noqa: ANN401  (it returns the builder, of PySpark's own type)
        """Set one option."""


AnyBuilder = TypeVar("AnyBuilder", bound=Builder)


def configure(  # noqa: PLR0913  (independent options)
    builder: AnyBuilder,
    *,
    namespace: str | None = None,
    url: str | None = None,
    api_key: str | None = None,
    events: str | Path | None = None,
    conf: Mapping[str, str] | None = None,
) -> AnyBuilder:
    """Add the agent to a session that has not been built yet, and return the builder.

    ``url`` sends events to an OpenLineage backend, with ``api_key`` as bearer token: in the variable
    ``OPENLINEAGE_API_KEY`` of a new JVM; in a running one as a Spark property, which Spark's UI shows. ``events``
    writes to a file (if the name ends in ``.jsonl``) or to a new file in a folder. Without either, and without a
    configured transport, they go to ``headwater-events/``, the default of ``headwater view``. ``conf`` holds further
    Spark settings. Jars and listeners are added to those of the builder, ``PYSPARK_SUBMIT_ARGS`` and
    ``spark-defaults.conf``.

    Raises :class:`~headwater.SessionError` if it is too late: Spark reads its listeners when a session starts, and its
    class path when the JVM starts. A program of ``spark-submit`` has a JVM: start it with ``headwater submit``.

    ::

        import headwater
        from pyspark.sql import SparkSession

        spark = headwater.configure(SparkSession.builder, events="headwater-events").getOrCreate()
    """
    settings = {"namespace": namespace, "url": url, "api_key": api_key}
    return _add_agent(builder, settings, events, conf)


def _add_agent(
    builder: AnyBuilder, settings: dict[str, str | None], events: str | Path | None, conf: Mapping[str, str] | None
) -> AnyBuilder:
    options = _options(builder, conf)
    running = _running_conf()
    if running is not None:
        requested = lineage_conf(**settings, events=events, existing=running)
        if settings["api_key"] is not None and settings["api_key"] == os.environ.get(_api_key.VARIABLE):
            requested = _api_key.without_key(requested)
        requested |= conf or {}
        if events is None or _is_in(running.get(_LOCATION), events):
            requested.pop(_LOCATION, None)
        _check_running(running, requested)
        return builder
    jar, environment = _jar_and_conf()
    existing = environment | options
    requested = lineage_conf(**settings, events=events, existing=existing)
    if settings["api_key"] is not None and _gets_key(settings, existing, jvm_is_up=jar is None):
        requested = _api_key.without_key(requested)
    added = requested | extension_conf(existing) | dict(conf or {})
    added[_LISTENERS] = add_to_list(existing.get(_LISTENERS), LISTENER)
    if jar is not None:
        added[_JARS] = add_to_list(existing.get(_JARS), jar)
    for key, value in added.items():
        builder.config(key, value)
    return builder


def _gets_key(settings: Mapping[str, str | None], existing: Mapping[str, str], *, jvm_is_up: bool) -> bool:
    """Return whether the agent gets the key by the environment, to which it is added before the JVM starts."""
    key, url = settings["api_key"] or "", settings["url"] or ""
    overriding = _api_key.overriding(existing, url)
    if jvm_is_up:
        return overriding is None and _jvm_variable(_api_key.VARIABLE) == key
    if overriding is None:
        os.environ[_api_key.VARIABLE] = key
        return True
    warnings.warn(
        f"the API key becomes a Spark property, which Spark's UI and event log show: {overriding} has precedence over "
        f"the variable {_api_key.VARIABLE}; remove it",
        HeadwaterWarning,
        stacklevel=4,
    )
    return False


def _options(builder: Builder, conf: Mapping[str, str] | None) -> dict[str, str]:
    """Return the settings of the builder and ``conf``; raise ``SessionError`` for Spark Connect."""
    options: dict[str, str] = {key: str(value) for key, value in getattr(builder, "_options", {}).items()}
    options |= conf or {}
    if "spark.remote" in options or (os.environ.get("SPARK_REMOTE") and "spark.master" not in options):
        raise SessionError("this is a Spark Connect session: configure the agent on the server, not in the client")
    return options


def _jar_and_conf() -> tuple[str | None, dict[str, str]]:
    """Return the agent's jar, or ``None`` if the JVM is running, and the settings that Spark reads itself."""
    if _jvm_is_up():
        return None, _jvm_conf()
    spark = find_spark()
    jar = str(agent_jar(spark))
    return jar, _submit_conf(jar, spark)


def _submit_conf(jar: str, spark: SparkInstall) -> dict[str, str]:
    """Return the settings that Spark reads besides the builder: its properties file and ``PYSPARK_SUBMIT_ARGS``.

    A list of jars there takes precedence over the builder's, so the agent's jar is added to that list.
    """
    args = SubmitArgs.parse(shlex.split(os.environ.get(_SUBMIT_ARGS, "")))
    if args.value("--jars") is not None or _JARS in args.conf():
        args = args.with_agent(jar, {}, spark.home)
        os.environ[_SUBMIT_ARGS] = shlex.join(args.to_list())
    return args.defaults(spark.home) | args.conf()


def _running_conf() -> dict[str, str] | None:
    """Return the settings of the active session of this process, or ``None``."""
    context = _pyspark.active_context()
    return None if context is None else dict(context.getConf().getAll())


def _check_running(running: dict[str, str], requested: dict[str, str]) -> None:
    if LISTENER not in running.get(_LISTENERS, ""):
        raise SessionError(
            "a Spark session is already running in this process, and listeners can't be added to it: call "
            "headwater.configure before the first getOrCreate(), or stop the session and start a new Python process"
        )
    if ignored := sorted(key for key, value in requested.items() if running.get(key) != value):
        warnings.warn(
            f"the running Spark session already has Headwater; these settings have no effect until it is stopped: "
            f"{', '.join(ignored)}",
            HeadwaterWarning,
            stacklevel=3,
        )


def _is_in(location: str | None, events: str | Path) -> bool:
    """Return whether the running session writes this file, or a file in this folder."""
    wanted = Path(events).expanduser().absolute()
    return location is not None and wanted in (Path(location).absolute(), Path(location).absolute().parent)


def _jvm_is_up() -> bool:
    return "PYSPARK_GATEWAY_PORT" in os.environ or getattr(_pyspark.context_class(), "_gateway", None) is not None


def _jvm_conf() -> dict[str, str]:
    """Return the settings of the running JVM, if the agent is on its class path."""
    pyspark = importlib.import_module("pyspark")
    context = pyspark.SparkContext
    context._ensure_initialized()  # noqa: SLF001  (SparkContext() does the same first)
    if not context._jvm.org.apache.spark.util.Utils.classIsLoadable(LISTENER):  # noqa: SLF001
        raise SessionError(
            "the JVM is already running without Headwater's jar, which cannot be added later: start this program "
            "with `headwater submit` in place of `spark-submit`, or call headwater.configure before the first session"
        )
    return dict(pyspark.SparkConf().getAll())


def _jvm_variable(name: str) -> str | None:
    """Return a variable of the running JVM's environment."""
    value = importlib.import_module("pyspark").SparkContext._jvm.java.lang.System.getenv(name)  # noqa: SLF001
    return None if value is None else str(value)
