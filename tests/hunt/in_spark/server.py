"""Runs programs for the hunt, one request and one answer a line. Usage: `server.py SETUP`: JSON with the
settings `conf` of the session, and with `classes`, which says whether the classes of all plans are collected.

With the agent it runs programs as they are; without it, it runs them on changed tables and gives the results.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from pyspark.sql import functions

from tests.accuracy.oracle.in_spark import canonical, session
from tests.hunt.in_spark.classes import ExecutedClasses
from tests.hunt.tables import BATCH_ROWS

FRAMES = 64  # source tables that are kept; the programs of a batch share some


class Server:
    """A Spark session that runs programs."""

    def __init__(self, folder: Path, conf: dict[str, str], classes: bool) -> None:
        self.folder = folder
        self.spark = session.start(folder, conf)
        self.spark.sparkContext.setCheckpointDir(str(folder / "checkpoints"))
        self.agent = "spark.extraListeners" in conf
        self.classes = ExecutedClasses(self.spark) if classes else None
        self.frame = lru_cache(FRAMES)(self.spark.sql)
        self.views: dict[str, str] = {}
        self.markers = 0
        self.partitions = 0  # of a shuffle: not set yet

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        match request["do"]:
            case "create":
                for statement in request["statements"]:
                    self.spark.sql(statement)
                return {}
            case "functions":
                return {"names": [row[0] for row in self.spark.sql("SHOW FUNCTIONS").collect()]}
            case "agent":
                return self.batch(request["programs"])
            case "experiments":
                program = request["program"]
                return {"results": [self.experiment(program, v) for v in request["variants"]]}
        raise ValueError(request["do"])

    def batch(self, programs: list[dict[str, Any]]) -> dict[str, Any]:
        """The errors of programs, the table whose event ends their events, and the classes in their plans."""
        done = [{"name": p["name"], "error": self.under_agent(p)} for p in programs]
        classes = self.classes.take() if self.classes else []
        return {"programs": done, "marker": self.marker(), "classes": classes}

    def marker(self) -> str:
        """A write whose event comes after the events of all programs before it."""
        self.markers += 1
        name = f"marker_{self.markers}"
        self.spark.sql(f"CREATE TABLE {name} USING parquet AS SELECT 1 AS one")
        self.spark.sql(f"DROP TABLE {name}")
        return name

    def names(self) -> dict[str, Any]:
        """What the Python of a program has in scope."""
        return {"spark": self.spark, "F": functions, "stream": self.stream, "work": self.work}

    def work(self, name: str) -> str:
        """A new folder."""
        return tempfile.mkdtemp(prefix=f"{name}-", dir=self.folder)

    def stream(self, table: str, *, batches: bool = False) -> Any:
        """A stream of a source table; with `batches` an experiment has several, so that rows may come late."""
        if self.agent:
            return self.spark.readStream.table(table)
        folder = self.work(table)
        rows = self.spark.table(table)
        size = BATCH_ROWS if batches else 0  # 0 is no limit
        rows.write.option("maxRecordsPerFile", size).mode("overwrite").parquet(folder)
        for number, file in enumerate(sorted(Path(folder).glob("part-*"))):
            os.utime(file, (number, number))  # a stream reads the oldest file first
        return (
            self.spark.readStream.schema(rows.schema)
            .option("maxFilesPerTrigger", 1)
            .parquet(folder)
        )

    def under_agent(self, program: dict[str, Any]) -> str:
        """Run a program; Spark's error, or no text."""
        scope = self.names()
        error = ""
        try:
            for step in [*program["steps"], *program["writes"]]:
                if step["language"] == "sql":
                    scope["statement"] = self.spark.sql(step["text"])
                else:
                    exec(step["text"], scope)
                if self.classes:
                    self.classes.add(scope)
        except Exception as raised:
            error = f"{type(raised).__name__}: {raised}"[:600]
        self.clean(program)
        return error

    def experiment(self, program: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
        """The columns of the program's result on these tables, each as a multiset of values."""
        try:
            self.shuffle_into(variant["partitions"])
            self.show(variant["tables"])
            frame = self.result(program)
            rows = frame.collect()
            columns = canonical.columns(rows, len(frame.columns))
            return {"columns": dict(zip([c.lower() for c in frame.columns], columns, strict=True))}
        except Exception as raised:
            return {"error": f"{type(raised).__name__}: {raised}"[:600]}
        finally:
            self.clean(program)

    def result(self, program: dict[str, Any]) -> Any:
        scope = self.names()
        for step in program["steps"]:
            text = step["plain"] or step["text"]
            if step["language"] == "sql":
                self.spark.sql(text)
            else:
                exec(text, scope)
        result = program["result"]
        if not result:
            return self.spark.table(program["reads"] or program["output"])
        return (
            self.spark.sql(result["text"])
            if result["language"] == "sql"
            else eval(result["text"], scope)
        )

    def shuffle_into(self, partitions: int) -> None:
        """Set how many partitions a shuffle makes."""
        if self.partitions != partitions:
            self.spark.conf.set("spark.sql.shuffle.partitions", partitions)
            self.partitions = partitions

    def show(self, tables: dict[str, str]) -> None:
        """Make the source tables these queries."""
        for name, query in tables.items():
            if self.views.get(name) != query:
                self.frame(query).createOrReplaceTempView(name)
                self.views[name] = query

    def clean(self, program: dict[str, Any]) -> None:
        """Remove what the program leaves; what is not there is no error."""
        self.spark.catalog.clearCache()
        for name in program["cleanup"]:
            kind, _, rest = name.rpartition(" ")
            try:
                self.spark.sql(f"DROP {kind or 'TABLE'} IF EXISTS {rest}")
            except Exception as raised:
                print(f"{name}: {raised}", file=sys.stderr)
            if not kind:
                shutil.rmtree(
                    self.folder / "warehouse" / rest.rpartition(".")[2], ignore_errors=True
                )


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing else writes to the pipe of the answers
    setup = json.loads(Path(sys.argv[1]).read_text())
    server = Server(Path(sys.argv[1]).parent, setup["conf"], setup["classes"])
    for line in sys.stdin:
        answers.write(json.dumps(server.answer(json.loads(line))) + "\n")
        answers.flush()
    server.spark.stop()


if __name__ == "__main__":
    main()
