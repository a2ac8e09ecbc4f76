"""The kinds of test suites of the project: their commands and what they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from scripts import failures, tally
from scripts.console import ROOT

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
    files: tuple[str, ...] = ()  # those that have a result of their own in docs/lines.md

    @property
    def spark(self) -> str:
        """The Spark line of the suite, if it takes one."""
        return self._option("--spark=")

    @property
    def java(self) -> str:
        """The version of Java of Spark's processes, if it is not the machine's own."""
        return self._option("--java=")

    @property
    def work(self) -> str:
        """The folder below build/ that the suite empties, if it has one. Two suites with the same one cannot run at once."""
        tests = (a.split("/")[1] for a in self.command if a.startswith("tests/"))
        return f"{next(tests, self.name)}/{self.spark}" if self.spark else self.name

    def _option(self, name: str) -> str:
        return next((a.removeprefix(name) for a in self.command if a.startswith(name)), "")


def spark(*lines: str) -> tuple[tuple[str, ...], ...]:
    """What installs these Spark lines, and writes their archives of classes, with which drivers start faster."""
    return ("scripts/spark-env", *lines), ("scripts/class-archive", *lines)


def scala(name: str, task: str, *lines: str) -> Suite:
    """ScalaTest's suites, as sbt runs them; they need these Spark lines, and texts of Spark's own tests."""
    needs = (("scripts/spark-env", *lines), ("scripts/fetch-jar", "corpus-4.0"))
    return Suite(name, ("./sbt", task), tally.scalatest, needs, failures.scalatest)


def e2e(line: str, *without: str) -> Suite:
    """The suite, except the files in `without`. Of the ways to run a command, a JDBC client also fetches and shows the result:
    `make matrix` has the other ways.
    """
    left_out = tuple(f"--ignore=tests/e2e/test_{name}.py" for name in without)
    return Suite(
        f"e2e {line}",
        (*PYTEST, "tests/e2e", "-k", "not told_once or thrift", *left_out, f"--spark={line}"),
        needs=(*spark(line), ("scripts/fetch-jar", f"avro-{line}")),
    )


def cases(line: str) -> Suite:
    """All cases with their events, the linkage of the jar, and dry runs, for a line without a suite of its own."""
    files = (f"tests/e2e/test_{name}.py" for name in ("cases", "linkage", "dry_run"))
    needs = (("scripts/spark-env", line), ("scripts/fetch-jar", f"avro-{line}"))
    return Suite(f"cases {line}", (*PYTEST, *files, f"--spark={line}"), needs=needs)


def java(line: str, version: str, *also: str) -> Suite:
    """The cases, and the files in `also`, with Spark's processes on another version of Java."""
    chosen = tuple(f"tests/e2e/test_{name}.py" for name in ("cases", "java", *also))
    return Suite(
        f"java {version} {line}",
        (*PYTEST, *chosen, f"--spark={line}", f"--java={version}"),
        needs=(*cases(line).needs, ("scripts/java-env", version)),
    )


def jar_names() -> list[str]:
    """The names of jars in scripts/jars.tsv."""
    rows = (ROOT / "scripts" / "jars.tsv").read_text().splitlines()
    return [row.split("\t")[0] for row in rows]


def formats(line: str) -> list[str]:
    """The jars of the table formats, by their names in scripts/jars.tsv; those of the tests of lakes that are released."""
    listed = jar_names()
    delta = ("delta", "delta-storage", "delta-kernel", "delta-kernel-defaults")
    wanted = (f"{name}-{line}" for name in ("avro", *delta, "iceberg", "paimon", "unity"))
    return [name for name in wanted if name in listed]


def libraries(line: str, *more: str) -> tuple[str, ...]:
    """What fetches the jars of the sources and sinks of programs that are only planned, and other files."""
    kafka = (f"spark-kafka-{line}", f"spark-kafka-token-{line}", "kafka-clients", "commons-pool2")
    return ("scripts/fetch-jar", *formats(line), *kafka, "sqlite", *more)


def lake(line: str) -> Suite:
    return Suite(
        f"lake {line}",
        (*PYTEST, "tests/lake", f"--spark={line}"),
        needs=(*spark(line), ("scripts/fetch-jar", *formats(line), "sqlite")),
    )


def lake_oldest(line: str) -> Suite:
    """The cases of lakes with the oldest releases of Delta and Iceberg that platforms have for a Spark line."""
    releases = [name for name in jar_names() if name.endswith(f"-{line}-oldest")]
    return Suite(
        f"lake oldest {line}",
        (*PYTEST, "tests/lake/test_oldest.py", "--oldest", f"--spark={line}"),
        needs=(*lake(line).needs, ("scripts/fetch-jar", *releases)),
    )


def lake_on_java(line: str, version: str) -> Suite:
    """The cases of lakes with Spark's processes on another version of Java."""
    return Suite(
        f"lake on java {version} {line}",
        (*PYTEST, "tests/lake/test_cases.py", f"--spark={line}", f"--java={version}"),
        needs=(*lake(line).needs, ("scripts/java-env", version)),
    )


def services(line: str) -> Suite:
    """Databases and Kafka on a newer line than that of all services."""
    names = ("postgresql", "mariadb", "kafka", "kafka_real_time")
    return Suite(
        f"services {line}",
        (*PYTEST, *(f"tests/services/test_{name}.py" for name in names), f"--spark={line}"),
        needs=(*spark(line), ("scripts/service-env",), libraries(line)),
    )


def hudi(line: str) -> Suite:
    return Suite(
        f"hudi {line}",
        (*PYTEST, "tests/hudi", f"--spark={line}"),
        needs=(("scripts/spark-env", line), ("scripts/fetch-jar", f"avro-{line}", f"hudi-{line}")),
    )


def folder(name: str, line: str, *only: str) -> Suite:
    """The suite in a folder below tests/, or the files in `only`, whose result depends on the line."""
    chosen = tuple(f"tests/{name}/test_{file}.py" for file in only) or (f"tests/{name}",)
    return Suite(
        f"{name} {line}",
        (*PYTEST, *chosen, f"--spark={line}"),
        needs=spark(line),
    )


def packages(*names: str) -> tuple[tuple[str, ...], ...]:
    """What installs Python packages in environments of their own."""
    return tuple(("scripts/python-env", name) for name in names)


def with_pandas(name: str, line: str, *only: str) -> Suite:
    """The suite in a folder, or some files of it, whose programs use pandas."""
    suite = folder(name, line, *only)
    return replace(suite, needs=(*suite.needs, *packages("connect")))


def modes(line: str, *names: str) -> Suite:
    """Servers, clusters, shells and class loaders: the files with these names. Each has a result of its own in docs/lines.md."""
    suite = folder("modes", line, *names)
    own = (
        *packages("connect", "notebook", *sorted({"airflow", "dbt"} & {*names})),
        ("scripts/fetch-pom", "tests/modes/yarn.xml"),
    )
    files = tuple(f"tests/modes/test_{name}.py" for name in names)
    return replace(suite, needs=(*suite.needs, *own), files=files)


def scale(line: str, *how: str) -> Suite:
    """An application with much work; its sizes can be divided."""
    suite = folder("scale", line)
    return replace(suite, command=(*suite.command, *how))


def extensions_jvm(line: str, scala: str) -> Suite:
    """The suite with example extensions compiled by users' builds, against the published agent."""
    tag = scala.replace(".", "")
    examples = tuple(f"{name}{tag}/package" for name in ("acme-traits", "acme-published"))
    return Suite(
        f"extensions on the JVM {line}",
        (*PYTEST, "tests/extensions_jvm", f"--spark={line}"),
        needs=(*spark(line), ("./sbt", *examples)),
    )


def consumers(line: str, *chosen: str) -> Suite:
    """What other programs make of the events; one of them is installed from PyPI."""
    return Suite(
        f"consumers {line}",
        (*PYTEST, "tests/consumers", *chosen, f"--spark={line}"),
        needs=(
            *spark(line),
            *packages("consumers"),
            ("scripts/fetch-jar", "published-2.13", "tpch-queries", *formats(line), "sqlite"),
        ),
    )


def differential(line: str, scala: str) -> Suite:
    """The published agent and ours with the same scripts, on separate servers."""
    return Suite(
        f"differential {line}",
        (*PYTEST, "tests/differential", f"--spark={line}"),
        needs=(
            *spark(line),
            ("scripts/service-env",),
            ("scripts/fetch-jar", f"published-{scala}", *formats(line), "sqlite"),
        ),
    )


def corpus(line: str, *how: str) -> Suite:
    """Spark's own SQL tests without and with the agent: a sample of them, or all."""
    suite = folder("corpus", line)
    needs = (*suite.needs, ("scripts/fetch-jar", f"corpus-{line}"))
    return replace(suite, command=(*suite.command, *how), needs=needs)


def spark_suites(line: str) -> Suite:
    """Spark's own tests; sbt compiles the listener that judges their queries, when the first suite runs."""
    suite = folder("spark_suites", line)
    pom = ("scripts/fetch-pom", f"tests/spark_suites/spark-suites-{line}.xml")
    return replace(suite, needs=(*suite.needs, pom, *packages("connect")))
