"""The Spark lines of the tests: their PySpark, Scala version and additional jars."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Line:
    """One line of project/spark-lines.tsv; `name` tells two distributions of a line apart: `3.5` and `3.5_2.13`."""

    name: str
    version: str
    scala: str
    java: str = ""  # the version of Java of Spark's processes, if it is not the machine's own

    @property
    def id(self) -> str:
        return self.name.partition("_")[0]

    @property
    def python(self) -> Path:
        return ROOT / "build" / "spark" / self.name / "bin" / "python"

    @property
    def home(self) -> Path:
        """The SPARK_HOME inside the virtual environment."""
        return next((self.python.parents[1] / "lib").glob("python3*/site-packages/pyspark"))

    @property
    def archive(self) -> Path:
        """The archive of Spark's classes that scripts/class-archive writes with the machine's own Java."""
        return self.python.parents[1] / "classes.jsa"

    @property
    def agent(self) -> str:
        """The file name of the agent's jar."""
        return f"headwater-agent_{self.scala}.jar"

    @property
    def golden(self) -> list[str]:
        """The names of the files that may hold a case's expected events, the most specific first.

        Spark 4.0 has `expected.json`; a later line uses the file of the newest line that is not newer than itself. Spark
        3.5 has `expected.spark3.json`; an earlier line uses the file of the oldest line that is not older than itself.
        """
        major, minor = self.id.split(".")
        if major == "4":
            lines = [f"4.{n}" for n in range(int(minor), 0, -1)]
        else:
            lines = [*(f"3.{n}" for n in range(int(minor), 5)), "3"]
        return [*(f"expected.spark{name}.json" for name in lines), "expected.json"]

    def avro(self) -> Path:
        """Spark's avro module, which PySpark does not include."""
        return fetched(f"avro-{self.name}")

    def catalogs(self) -> list[Path]:
        """Spark's own test catalogs; only their tables support the new V2 features of Spark 4.2."""
        return [fetched(f"catalogs-{self.id}")] if self.id in ("4.2", "4.3") else []


def fetched(jar: str) -> Path:
    """The path of a jar listed in scripts/jars.tsv."""
    command = [str(ROOT / "scripts" / "fetch-jar"), jar]
    return Path(subprocess.run(command, check=True, stdout=-1, text=True).stdout.strip())


def built(line: Line, name: str) -> Path:
    """The jar of a module that is not the agent, built by `./sbt PROJECT/package`."""
    folder = ROOT / "build" / "sbt" / f"{name}{line.scala.replace('.', '')}" / "target"
    found = list(folder.glob(f"scala-{line.scala}/headwater-{name}_*.jar"))
    assert len(found) == 1, f"{name} for Scala {line.scala} is not built: {found}"
    return found[0]


def line(requested: str) -> Line:
    """The line with this id."""
    rows = (ROOT / "project" / "spark-lines.tsv").read_text().splitlines()
    known = {row.split()[0]: row.split() for row in rows if row and not row.startswith("#")}
    if requested not in known:
        message = f"no Spark line {requested!r} in project/spark-lines.tsv; it has {sorted(known)}"
        raise ValueError(message)
    return Line(*known[requested])


def pandas_packages() -> str:
    """The folder with pandas and pyarrow: that of Spark Connect's clients (scripts/python-env connect)."""
    found = list((ROOT / "build" / "connect" / "lib").glob("python3*/site-packages"))
    if not found:
        raise FileNotFoundError(
            "pandas and pyarrow are missing in build/connect: run scripts/python-env connect"
        )
    return str(found[0])
