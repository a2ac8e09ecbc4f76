"""Parse and rewrite the arguments of ``spark-submit``, following Spark's own rules."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from headwater._conf import LISTENER, add_to_list
from headwater._properties import read_properties
from headwater._spark import conf_folder

__all__ = ["SubmitArgs"]

_JARS = "spark.jars"
_LISTENERS = "spark.extraListeners"
_CLASS_PATH = "spark.driver.extraClassPath"
_JAVA_OPTIONS = "spark.driver.extraJavaOptions"
_CONF = {"--conf", "-c"}
_WITH_VALUE = frozenset(
    {
        "--archives",
        "--class",
        "--conf",
        "-c",
        "--deploy-mode",
        "--driver-class-path",
        "--driver-cores",
        "--driver-java-options",
        "--driver-library-path",
        "--driver-memory",
        "--exclude-packages",
        "--executor-cores",
        "--executor-memory",
        "--files",
        "--jars",
        "--keytab",
        "--kill",
        "--master",
        "--name",
        "--num-executors",
        "--packages",
        "--principal",
        "--properties-file",
        "--proxy-user",
        "--py-files",
        "--queue",
        "--remote",
        "--repositories",
        "--status",
        "--total-executor-cores",
    }
)


@dataclass(frozen=True, slots=True)
class SubmitArgs:
    """Spark's own arguments as ``(name, value)`` pairs, then the application and its arguments, which are unchanged.

    >>> args = SubmitArgs.parse(["--jars=a.jar", "-c", "k=v", "--verbose", "app.py", "--jars", "not-ours"])
    >>> args.options
    (('--jars', 'a.jar'), ('-c', 'k=v'), ('--verbose', None))
    >>> args.application
    ('app.py', '--jars', 'not-ours')
    """

    options: tuple[tuple[str, str | None], ...]
    application: tuple[str, ...]

    @staticmethod
    def parse(arguments: list[str], *, with_value: tuple[str, ...] = ()) -> SubmitArgs:
        """Split the arguments as Spark does: the first one that is neither an option nor a value is the application.

        ``with_value`` names further options that take a value.
        """
        options: list[tuple[str, str | None]] = []
        rest = list(arguments)
        while rest and rest[0].startswith("-"):
            name, equals, value = rest.pop(0).partition("=")
            if name not in _WITH_VALUE and name not in with_value:
                options.append((name + equals + value, None))
            elif equals:
                options.append((name, value))
            else:
                options.append((name, rest.pop(0) if rest else None))
        return SubmitArgs(tuple(options), tuple(rest))

    def value(self, name: str) -> str | None:
        """Return the value of an option, the last one if it is repeated."""
        return next((value for option, value in reversed(self.options) if option == name), None)

    def conf(self) -> dict[str, str]:
        """Return the settings given by ``--conf``; the last value of a key wins, as in Spark."""
        pairs = [(value or "").partition("=") for name, value in self.options if name in _CONF]
        return {key.strip(): value for key, _, value in pairs}

    def defaults(self, home: Path) -> dict[str, str]:
        """Return the settings of the properties file: the one named here, or ``spark-defaults.conf``."""
        common = conf_folder(home) / "spark-defaults.conf"
        properties_file = self.value("--properties-file")
        if properties_file is None:
            return read_properties(common)
        file_defaults = read_properties(common) if ("--load-spark-defaults", None) in self.options else {}
        return file_defaults | read_properties(Path(properties_file))

    def with_agent(self, jar: str, settings: dict[str, str], home: Path) -> SubmitArgs:
        """Add the agent's jar to ``--jars``, and its listener and the settings to the arguments.

        ``--jars`` takes precedence over ``spark.jars`` in ``--conf``, which takes precedence over the properties file,
        as in Spark.
        """
        listed = self.value("--jars")
        jars = add_to_list(self._existing(home).get(_JARS) if listed is None else listed, jar)
        with_jars = replace(self.without("--jars"), options=(("--jars", jars), *self.without("--jars").options))
        return _with_settings(with_jars, self._listener(home) | settings)

    def with_agent_on_class_path(self, jar: str, java_options: str, settings: dict[str, str], home: Path) -> SubmitArgs:
        """Add the agent's jar to the driver's class path, where an archive of classes takes it into account.

        The existing class path and Java options stay; ``java_options`` are added. As in Spark, ``--driver-class-path``
        and ``--driver-java-options`` take precedence over settings.
        """
        existing = self._existing(home)
        class_path = self.value("--driver-class-path") or existing.get(_CLASS_PATH)
        options = self.value("--driver-java-options") or existing.get(_JAVA_OPTIONS)
        added = {
            _CLASS_PATH: os.pathsep.join(part for part in (jar, class_path) if part),
            _JAVA_OPTIONS: " ".join(part for part in (options, java_options) if part),
        }
        rest = self.without("--driver-class-path", "--driver-java-options")
        return _with_settings(rest, self._listener(home) | settings | added)

    def without(self, *names: str) -> SubmitArgs:
        """Return the arguments without some options."""
        return replace(self, options=tuple(pair for pair in self.options if pair[0] not in names))

    def _existing(self, home: Path) -> dict[str, str]:
        return self.defaults(home) | self.conf()

    def _listener(self, home: Path) -> dict[str, str]:
        return {_LISTENERS: add_to_list(self._existing(home).get(_LISTENERS), LISTENER)}

    def to_list(self) -> list[str]:
        """Return the arguments as a command line."""
        flat = [part for name, value in self.options for part in ((name,) if value is None else (name, value))]
        return [*flat, *self.application]


def _with_settings(args: SubmitArgs, settings: dict[str, str]) -> SubmitArgs:
    """Add the settings, in place of those with the same keys."""
    kept = (pair for pair in args.options if not _sets(pair, set(settings)))
    added = (("--conf", f"{key}={value}") for key, value in settings.items())
    return replace(args, options=(*added, *kept))


def _sets(option: tuple[str, str | None], keys: set[str]) -> bool:
    name, value = option
    return name in _CONF and (value or "").partition("=")[0].strip() in keys
