"""Parse and rewrite the arguments of ``spark-submit``, following Spark's own rules."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from headwater._conf import LISTENER, add_to_list, read_properties

__all__ = ["SubmitArgs"]

_JARS = "spark.jars"
_LISTENERS = "spark.extraListeners"
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
        folder = Path(os.environ.get("SPARK_CONF_DIR") or home / "conf")
        common = folder / "spark-defaults.conf"
        properties_file = self.value("--properties-file")
        if properties_file is None:
            return read_properties(common)
        file_defaults = read_properties(common) if ("--load-spark-defaults", None) in self.options else {}
        return file_defaults | read_properties(Path(properties_file))

    def with_agent(self, jar: str, settings: dict[str, str], home: Path) -> SubmitArgs:
        """Add the agent's jar, its listener and the settings to the arguments.

        ``--jars`` takes precedence over ``spark.jars`` in ``--conf``, which takes precedence over the properties file,
        as in Spark.
        """
        existing = self.defaults(home) | self.conf()
        listed = self.value("--jars")
        jars = add_to_list(existing.get(_JARS) if listed is None else listed, jar)
        listeners = add_to_list(existing.get(_LISTENERS), LISTENER)
        other_options = tuple(
            pair for pair in self.options if pair[0] != "--jars" and not _sets(pair, {_LISTENERS, *settings})
        )
        added = {_LISTENERS: listeners, **settings}
        return replace(
            self,
            options=(("--jars", jars), *(("--conf", f"{key}={value}") for key, value in added.items()), *other_options),
        )

    def to_list(self) -> list[str]:
        """Return the arguments as a command line."""
        flat = [part for name, value in self.options for part in ((name,) if value is None else (name, value))]
        return [*flat, *self.application]


def _sets(option: tuple[str, str | None], keys: set[str]) -> bool:
    name, value = option
    return name in _CONF and (value or "").partition("=")[0].strip() in keys
