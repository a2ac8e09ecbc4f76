"""usage: python3 -m scripts.code_metrics

Counts how easy the code is to read: files that a query passes, import cycles between packages, names outside of the
field's vocabulary, long functions, very small and very large files. The counts are made from the text of the sources,
without a compiler. docs/code-metrics.md shows them; tests/shape/test_code_metrics.py keeps their limits.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from scripts.sources import ROOT, tracked

ARCHITECTURE = ROOT / "docs" / "architecture.md"
WORDS = ROOT / "scripts" / "private-words.txt"
MAX_FUNCTION = 30
SMALL_FILE = 20
LARGE_FILE = 250

SCALA_PACKAGE = re.compile(r"(?m)^package ([\w.]+)")
SCALA_IMPORT = re.compile(r"(?m)^\s*import (?:static )?(io\.headwater(?:\.[a-z]\w*)+)")
SCALA_NAME = re.compile(
    r"\b(?:class|object|trait|type|def|val|var)\s+([A-Za-z]\w*)|[(,]\s*(?:val\s+)?([a-z]\w*)\s*:\s"
)
SCALA_FUNCTION = re.compile(r"^(\s*)(?:[a-z\[\]]+ )*def (\w+)")
CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
QUERY_STEP = re.compile(r"(?m)^\| *\d+ *\| *`([^`]+)` *\|")


@dataclass(frozen=True)
class Function:
    """A function with the number of its lines, from its signature to its last line."""

    file: str
    name: str
    lines: int


def product() -> list[Path]:
    """Scala and Java sources of the agent, without tests."""
    found = tracked(".scala", ".java", under=("agent", "interfaces-scala"))
    return [p for p in found if "/src/main/" in str(p)]


def tests() -> list[Path]:
    """Scala and Java sources of the tests."""
    found = tracked(".scala", ".java", under=("agent", "interfaces-scala", "tests"))
    return [p for p in found if "/src/main/" not in str(p)]


def python() -> list[Path]:
    """All Python sources."""
    return tracked(".py", under=("python-sdk", "tests", "bench", "demo", "scripts"))


def query_path(page: str) -> list[str]:
    """The files that a query passes, in order, as the architecture page lists them."""
    section = page.split("\n## The way of a query", 1)[-1].split("\n## ", 1)[0]
    return QUERY_STEP.findall(section)


def package_imports(paths: list[Path]) -> dict[str, set[str]]:
    """Which package imports which, among the project's own."""
    graph: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        text = path.read_text()
        if found := SCALA_PACKAGE.search(text):
            graph[found.group(1)] |= set(SCALA_IMPORT.findall(text)) - {found.group(1)}
    return {package: {i for i in imports if i in graph} for package, imports in graph.items()}


def cycles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The groups of packages that import each other, directly or over others."""

    def reachable(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [start]
        while todo:
            for target in graph.get(todo.pop(), set()) - seen:
                seen.add(target)
                todo.append(target)
        return seen

    reach = {package: reachable(package) for package in graph}
    groups = {
        frozenset(p for p in reach[package] if package in reach[p])
        for package in graph
        if package in reach[package]
    }
    return [set(group) for group in sorted(groups, key=sorted)]


def words() -> frozenset[str]:
    """Words that the project does not use in names, because the field has a better one."""
    lines = (line.split("#")[0].strip() for line in WORDS.read_text().splitlines())
    return frozenset(line for line in lines if line)


def private_names(paths: list[Path], private: frozenset[str]) -> dict[str, list[str]]:
    """Declared names that contain a private word, by file."""
    found: dict[str, list[str]] = {}
    for path in paths:
        names = declared(path)
        hits = sorted({n for n in names if {w.lower() for w in CAMEL.findall(n)} & private})
        if hits:
            found[str(path.relative_to(ROOT))] = hits
    return found


def declared(path: Path) -> set[str]:
    """Names of types, functions, values and parameters that a file declares; and the file's own name."""
    text = path.read_text()
    if path.suffix == ".py":
        nodes = list(ast.walk(ast.parse(text)))
        named = {
            n.name
            for n in nodes
            if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            and not n.name.startswith("test_")
        }
        stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        return named | stored | {n.arg for n in nodes if isinstance(n, ast.arg)}
    code = re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"", " ", text, flags=re.DOTALL)
    return {name for pair in SCALA_NAME.findall(code) for name in pair if name} | {path.stem}


def python_functions(path: Path) -> list[Function]:
    name = str(path.relative_to(ROOT))
    return [
        Function(name, n.name, (n.end_lineno or n.lineno) - n.lineno + 1)
        for n in ast.walk(ast.parse(path.read_text()))
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]


def scala_functions(path: Path) -> list[Function]:
    """Functions with their lines, by indentation: a function ends at the first line that is not deeper, except for
    closing brackets and the end of a signature of several lines.
    """
    lines = path.read_text().splitlines()
    found = []
    for at, line in enumerate(lines):
        if start := SCALA_FUNCTION.match(line):
            indent = len(start.group(1))
            end = at
            for number in range(at + 1, len(lines)):
                text = lines[number]
                deeper = len(text) - len(text.lstrip()) > indent
                if text.strip() and not deeper and not text.lstrip().startswith((")", "}")):
                    break
                if text.strip():
                    end = number
                if text.startswith(" " * indent + "}") and not text.rstrip().endswith(("{", "(")):
                    break
            found.append(Function(str(path.relative_to(ROOT)), start.group(2), end - at + 1))
    return found


def long_functions() -> list[Function]:
    scala = [f for p in product() if p.suffix == ".scala" for f in scala_functions(p)]
    both = scala + [f for p in python() for f in python_functions(p)]
    return sorted((f for f in both if f.lines > MAX_FUNCTION), key=lambda f: -f.lines)


def sizes(paths: list[Path]) -> dict[str, int]:
    return {str(p.relative_to(ROOT)): len(p.read_text().splitlines()) for p in paths}


def table() -> list[tuple[str, int]]:
    """Each measure with its count."""
    code = product()
    lengths = sizes(code)
    python_lengths = sizes(python())
    functions = long_functions()
    private = words()
    return [
        ("files that a query passes", len(query_path(ARCHITECTURE.read_text()))),
        ("import cycles between packages of the agent", len(cycles(package_imports(code)))),
        ("source files of the agent", len(code)),
        (
            "source files of the agent that declare a private name",
            len(private_names(code, private)),
        ),
        ("Python files", len(python_lengths)),
        ("Python files that declare a private name", len(private_names(python(), private))),
        (f"Scala functions over {MAX_FUNCTION} lines", sum(".scala" in f.file for f in functions)),
        (f"Python functions over {MAX_FUNCTION} lines", sum(".py" in f.file for f in functions)),
        *file_sizes(lengths, python_lengths),
    ]


def file_sizes(agent: dict[str, int], python_files: dict[str, int]) -> list[tuple[str, int]]:
    """The rows about the lengths of files."""
    small = sum(n < SMALL_FILE for n in agent.values())
    large = sum(n > LARGE_FILE for n in agent.values())
    large_python = sum(n > LARGE_FILE for n in python_files.values())
    return [
        (f"source files of the agent under {SMALL_FILE} lines", small),
        (f"source files of the agent over {LARGE_FILE} lines", large),
        (f"Python files over {LARGE_FILE} lines", large_python),
    ]


def main(arguments: list[str]) -> int:
    rows = table()
    width = max(len(name) for name, _ in rows)
    for name, count in rows:
        print(f"{name:<{width}}  {count:>5}")
    if "--list" in arguments:
        for group in cycles(package_imports(product())):
            print("cycle:", ", ".join(sorted(group)))
        for file, names in private_names(product() + tests() + python(), words()).items():
            print(f"names: {file}: {', '.join(names)}")
        for function in long_functions():
            print(f"function: {function.file}: {function.name}: {function.lines} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
