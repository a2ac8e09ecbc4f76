from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from headwater.cli import main
from headwater.extensions import Context, InputDataset, Node, VisitResult, visitor
from headwater.testing import conformance
from type_checkers import pyright_errors

SOURCES = Path(__file__).resolve().parents[2] / "src"


def python(folder: Path, spark_home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "SPARK_HOME": str(spark_home),
        "PYTHONPATH": f"{SOURCES}{os.pathsep}{folder / 'src'}",
        "MYPYPATH": str(SOURCES),
    }
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.spark
def test_the_tests_of_a_new_package_pass_and_its_types_are_right(tmp_path: Path, spark_home: Path) -> None:
    folder = tmp_path / "acme"
    assert main(["extensions", "new", "acme-lineage", "--dir", str(folder)]) == 0
    tested = python(folder, spark_home, "pytest", "-q", "-p", "headwater.testing.plugin")
    assert "3 passed" in tested.stdout, tested.stdout + tested.stderr
    typed = python(folder, spark_home, "mypy", "--no-incremental")
    assert typed.stdout == "Success: no issues found in 3 source files\n", typed.stdout
    assert pyright_errors(sorted((folder / "src").rglob("*.py")), folder) == []
    listed = python(folder, spark_home, "headwater", "extensions", "list", "--extensions", "acme_lineage.lineage:*")
    assert [line.split()[1] for line in listed.stdout.splitlines() if line.startswith("loaded")] == [
        "acme_lineage.lineage:QueryTime",
        "acme_lineage.lineage:table",
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Acme", "'Acme' is no name of a package"),
        ("../acme", "is no name of a package"),
        ("json", "'json' is the name of another module of Python"),
        ("class", "'class' is the name of another module of Python"),
        ("taken", "taken exists already"),
    ],
)
def test_a_wrong_name_writes_nothing(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken").mkdir()
    assert main(["extensions", "new", name]) == 1
    assert message in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["taken"]
    assert list(Path("taken").iterdir()) == []


@visitor("LogicalRelation")
def named(node: Node, _: Context) -> VisitResult:
    return InputDataset("acme", node.args["catalogTable"]["identifier"])


@visitor("Aggregate")
def broken(node: Node, _: Context) -> VisitResult:
    return InputDataset("acme", node.args["nope"])


def test_the_host_must_find_an_extension_by_its_name() -> None:
    local = visitor("LogicalRelation")(lambda node, ctx: None)
    (problem,) = conformance.problems(local)
    assert "the host can't import it" in problem
    (problem,) = conformance.problems(object())
    assert "this is not an extension" in problem


@pytest.mark.spark
@pytest.mark.usefixtures("headwater_session")
def test_an_extension_that_fails_does_not_conform() -> None:
    statements = ("CREATE TABLE {db}.a (x INT) USING parquet", "CREATE TABLE {db}.b AS SELECT sum(x) AS s FROM {db}.a")
    assert conformance.problems(named, statements=statements) == []
    (problem,) = conformance.problems(named, broken, statements=statements)
    assert "visit Aggregate: KeyError: 'nope'" in problem
    assert problem.endswith(
        "in: CREATE TABLE headwater_conformance.b AS SELECT sum(x) AS s FROM headwater_conformance.a"
    )
