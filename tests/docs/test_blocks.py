"""Every code block of the pages is parsed, compiled or run; the languages that are not are listed with the reason."""

from __future__ import annotations

import configparser
import json
import re
import subprocess
import xml.etree.ElementTree as ET  # the project's own text
from pathlib import Path

import pytest
import sqlglot
import yaml  # type: ignore[import-untyped]

from tests.docs.pages import ROOT, Block, blocks
from tests.e2e.lines import Line, line

# `text` is output, a directory tree or a message with parts left out: no language describes it.
# The snippets of docs/configuration.md and of the pages about settings are read by the agent itself, in ConfigReferenceSuite.
# The Python of docs/extending-python.md is also loaded and run, in python-sdk/tests/test_guide.py.
PROSE = {"text"}
CHECKED = {"python", "sh", "json", "yaml", "properties", "xml", "sql", "java", "scala", "mermaid"}
EXAMPLE = ROOT / "tests" / "extensions_jvm" / "traits" / "src" / "main" / "scala" / "com" / "acme"


def test_every_block_names_a_language_that_is_checked() -> None:
    other = [str(b) for b in blocks() if b.language not in PROSE | CHECKED]
    assert other == []


@pytest.mark.parametrize("block", blocks("python"), ids=str)
def test_python_compiles(block: Block) -> None:
    compile(block.text, str(block), "exec")


@pytest.mark.parametrize("block", blocks("sh"), ids=str)
def test_shell_parses(block: Block) -> None:
    done = subprocess.run(
        ["bash", "-n"], input=block.text, text=True, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("block", blocks("json"), ids=str)
def test_json_parses(block: Block) -> None:
    json.loads(block.text)


@pytest.mark.parametrize("block", blocks("yaml"), ids=str)
def test_yaml_parses(block: Block) -> None:
    assert yaml.safe_load(block.text)


@pytest.mark.parametrize("block", blocks("properties"), ids=str)
def test_properties_parse(block: Block) -> None:
    parser = configparser.ConfigParser(delimiters=("=", " "), interpolation=None, strict=False)
    parser.read_string("[section]\n" + block.text)
    assert parser["section"]


@pytest.mark.parametrize("block", blocks("xml"), ids=str)
def test_xml_parses(block: Block) -> None:
    ET.fromstring(block.text)  # noqa: S314


@pytest.mark.parametrize("block", blocks("sql"), ids=str)
def test_sql_parses(block: Block) -> None:
    assert sqlglot.parse(block.text, dialect="spark")


@pytest.mark.parametrize("block", blocks("scala"), ids=str)
def test_scala_is_a_file_of_the_example_that_is_compiled(block: Block) -> None:
    """The build compiles the example (`acme-traits213`) and tests/extensions_jvm runs it."""
    files = {path.read_text(encoding="utf-8") for path in EXAMPLE.glob("*.scala")}
    assert block.text in files


@pytest.fixture(scope="module")
def spark() -> Line:
    return line("4.0")


@pytest.mark.parametrize("block", blocks("java"), ids=str)
def test_java_compiles(block: Block, spark: Line, tmp_path: Path) -> None:
    """With Spark and the agent's jar on the class path, as the guide has it."""
    found = re.search(r"public class (\w+)", block.text)
    assert found, block.text
    source = tmp_path / f"{found[1]}.java"
    source.write_text(block.text, encoding="utf-8")
    classpath = f"{ROOT / 'dist' / spark.agent}:{spark.home}/jars/*"
    command = [
        "javac",
        "-Xlint:none",
        "-proc:none",
        "-cp",
        classpath,
        "-d",
        str(tmp_path),
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
