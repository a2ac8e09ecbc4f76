"""All test suites of the project: their commands and their tiers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from scripts import failures, tally

PYTEST = ("build/tools/bin/python", "-m", "pytest", "-q", "--color=no", "-rfEs")
UNIT = ("model213", "plan213", "emit213", "shell213", "planTests213")


@dataclass(frozen=True)
class Suite:
    """One command whose output contains the number of passed tests."""

    name: str
    command: tuple[str, ...]
    count: Callable[[Iterable[str]], tally.Tally] = tally.pytest
    needs: tuple[tuple[str, ...], ...] = field(default=())
    failures: Callable[[Sequence[str]], list[str]] = failures.pytest


def scala(name: str, task: str, *lines: str) -> Suite:
    """ScalaTest's suites, as sbt runs them; they need these Spark lines, and texts of Spark's own tests."""
    needs = (("scripts/spark-env", *lines), ("scripts/fetch-jar", "corpus-4.0"))
    return Suite(name, ("./sbt", task), tally.scalatest, needs, failures.scalatest)


def e2e(line: str, *without: str) -> Suite:
    """The suite, except the files in `without`, whose result does not depend on the line. Of the ways to run a command, a
    JDBC client also fetches and shows the result: `make matrix` has the other ways.
    """
    left_out = tuple(f"--ignore=tests/e2e/test_{name}.py" for name in without)
    return Suite(
        f"e2e {line}",
        (*PYTEST, "tests/e2e", "-k", "not told_once or thrift", *left_out, f"--spark={line}"),
        needs=(("scripts/spark-env", line), ("scripts/fetch-jar", f"avro-{line}")),
    )


def cases(line: str) -> Suite:
    """All cases with their events, and the linkage of the jar, for a line without a suite of its own."""
    return Suite(
        f"cases {line}",
        (*PYTEST, "tests/e2e/test_cases.py", "tests/e2e/test_linkage.py", f"--spark={line}"),
        needs=(("scripts/spark-env", line), ("scripts/fetch-jar", f"avro-{line}")),
    )


def java(line: str, version: str, *also: str) -> Suite:
    """The cases, and the files in `also`, with Spark's processes on another version of Java."""
    chosen = tuple(f"tests/e2e/test_{name}.py" for name in ("cases", "java", *also))
    return Suite(
        f"java {version} {line}",
        (*PYTEST, *chosen, f"--spark={line}", f"--java={version}"),
        needs=(*cases(line).needs, ("scripts/java-env", version)),
    )


def formats(line: str) -> list[str]:
    """The jars of the table formats, by their names in scripts/jars.tsv."""
    return [f"{name}-{line}" for name in ("avro", "delta", "delta-storage", "iceberg")]


def lake(line: str) -> Suite:
    return Suite(
        f"lake {line}",
        (*PYTEST, "tests/lake", f"--spark={line}"),
        needs=(("scripts/spark-env", line), ("scripts/fetch-jar", *formats(line), "sqlite")),
    )


def folder(name: str, line: str, *only: str) -> Suite:
    """The suite in a folder below tests/, or the files in `only`, whose result depends on the line."""
    chosen = tuple(f"tests/{name}/test_{file}.py" for file in only) or (f"tests/{name}",)
    return Suite(
        f"{name} {line}",
        (*PYTEST, *chosen, f"--spark={line}"),
        needs=(("scripts/spark-env", line),),
    )


def modes(line: str, *only: str) -> Suite:
    """Servers, clusters and class loaders: all tests, or the files in `only`."""
    suite = folder("modes", line, *only)
    own = (("scripts/connect-env",), ("scripts/fetch-pom", "tests/modes/yarn.xml"))
    return replace(suite, needs=(*suite.needs, *own))


def extensions_jvm(line: str, scala: str) -> Suite:
    """The suite with example extensions compiled by users' builds, against the published agent."""
    tag = scala.replace(".", "")
    examples = tuple(f"{name}{tag}/package" for name in ("acme-traits", "acme-published"))
    return Suite(
        f"extensions on the JVM {line}",
        (*PYTEST, "tests/extensions_jvm", f"--spark={line}"),
        needs=(("scripts/spark-env", line), ("./sbt", *examples)),
    )


def consumers(line: str, *chosen: str) -> Suite:
    """What other programs make of the events; one of them is installed from PyPI."""
    return Suite(
        f"consumers {line}",
        (*PYTEST, "tests/consumers", *chosen, f"--spark={line}"),
        needs=(
            ("scripts/spark-env", line),
            ("scripts/consumers-env",),
            ("scripts/fetch-jar", "published-2.13", "tpch-queries", *formats(line), "sqlite"),
        ),
    )


def differential(line: str, scala: str) -> Suite:
    """The published agent and ours with the same scripts, on separate servers."""
    return Suite(
        f"differential {line}",
        (*PYTEST, "tests/differential", f"--spark={line}"),
        needs=(
            ("scripts/spark-env", line),
            ("scripts/service-env",),
            ("scripts/fetch-jar", f"published-{scala}", *formats(line), "sqlite"),
        ),
    )


def corpus(line: str, *how: str) -> Suite:
    """Spark's own SQL tests without and with the agent: a sample of them, or all."""
    return Suite(
        f"corpus {line}",
        (*PYTEST, "tests/corpus", *how, f"--spark={line}"),
        needs=(("scripts/spark-env", line), ("scripts/fetch-jar", f"corpus-{line}")),
    )


CHAOS = Suite(
    "chaos 4.0",
    (*PYTEST, "tests/chaos/test_chaos.py", "--spark=4.0"),
    needs=(("scripts/spark-env", "4.0"), ("scripts/chaos-env",)),
)
HUDI = Suite(
    "hudi 3.5",
    (*PYTEST, "tests/hudi"),
    needs=(("scripts/spark-env", "3.5"), ("scripts/fetch-jar", "avro-3.5", "hudi")),
)
SHAPE = Suite("shape", (*PYTEST, "tests/shape"))
DOCS = Suite("docs", (*PYTEST, "tests/docs"), needs=(("scripts/spark-env", "4.0"),))
PYTHON = Suite(
    "python",
    (*PYTEST, "python-sdk/tests"),
    needs=(
        ("scripts/browser-env",),
        ("scripts/fetch-jar", "axe-core", "delta-4.0", "delta-storage-4.0", "iceberg-4.0"),
        (
            "scripts/fetch-jar",
            "spark-kafka-4.0",
            "spark-kafka-token-4.0",
            "kafka-clients",
            "commons-pool2",
        ),
    ),
)

TIERS: dict[str, tuple[Suite, ...]] = {
    "check": (
        scala("scala 2.13", "all " + " ".join(f"{task}/test" for task in UNIT), "4.0"),
        Suite("python", (*PYTEST, "python-sdk/tests", "-m", "not browser")),
        SHAPE,
        DOCS,
    ),
    "test": (
        scala("scala", "test", "3.5", "4.0"),
        PYTHON,
        SHAPE,
        DOCS,
        e2e("4.0"),
        e2e("3.5", "commands", "configuration", "secrets", "streams", "tls", "transport_jar"),
        folder("faults", "4.0"),
        folder("faults", "3.5", "ends", "versions"),
        lake("4.0"),
        lake("3.5"),
        folder("extensions", "4.0"),
        folder("extensions", "3.5", "at_once", "lineage", "every_event"),
        extensions_jvm("4.0", "2.13"),
        extensions_jvm("3.5", "2.12"),
        Suite(
            "services",
            (*PYTEST, "tests/services"),
            needs=(("scripts/spark-env", "4.0"), ("scripts/service-env",)),
        ),
        modes("4.0", "thrift_server", "connect_server"),
        folder("footprint", "4.0"),
        consumers("4.0", "-k", "warehouse"),
        Suite("accuracy", (*PYTEST, "tests/accuracy", "-m", "not slow")),  # the rest: make accuracy
        folder("hunt", "4.0"),  # its generator, its oracle, and a short hunt; make hunt does more
        corpus("4.0"),
        Suite("chaos", (*PYTEST, "tests/chaos/test_judge.py")),  # the rest: make chaos
        cases("4.3"),
    ),
    "matrix": (
        cases("3.3"),
        cases("3.4"),
        cases("4.1"),
        cases("4.2"),
        cases("4.3"),
        *(lake(line) for line in ("3.3", "3.4", "4.1")),
        java("3.3", "11"),
        java("3.4", "11"),
        java("3.5", "11"),
        java("3.5", "21", "http"),
        java("4.3", "25", "http"),
        HUDI,
        differential("4.0", "2.13"),
        folder("faults", "3.5"),
        folder("faults", "4.3"),
        CHAOS,
        Suite("commands 4.0", (*PYTEST, "tests/e2e/test_commands.py"), needs=e2e("4.0").needs),
        modes("4.0"),
        modes(
            "3.5",
            "class_path",
            "client_library",
            "closed_loader",
            "history_server",
            "thrift_server",
        ),  # its PySpark has no Connect server, and the YARN of the test is that of Spark 4.0
        modes(
            "4.3",
            *("class_path", "client_library", "closed_loader", "connect_server"),
            *("history_server", "standalone", "thrift_server"),
        ),
        consumers("4.0"),
        *(corpus(line, "--sample=0") for line in ("3.5", "4.0", "4.3")),
    ),
}
