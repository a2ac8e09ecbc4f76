"""``headwater extensions new``: write a package with a visitor, a builder, their tests, and a workflow for CI."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from headwater._version import __version__
from headwater.errors import UsageError

if TYPE_CHECKING:
    import argparse

__all__ = ["add_to"]

_FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    ".gitignore": "gitignore",
    ".github/workflows/test.yml": "ci.yml",
    "src/{module}/lineage.py": "lineage.py",
    "tests/test_lineage.py": "test_lineage.py",
}
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")  # of a project on PyPI, in its normal form


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the action to the command ``extensions``."""
    parser = actions.add_parser(
        "new",
        help="write a package of extensions, with tests, to begin with",
        description="Write a Python package with a visitor, a builder, their tests, and a workflow for CI.",
    )
    parser.add_argument("name", metavar="NAME", help="the name of the package, such as acme-lineage")
    parser.add_argument(
        "--dir", metavar="DIR", type=Path, help="the folder to write; it must not exist (default: NAME)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the files and print what to do next."""
    name: str = options.name
    module = name.replace("-", "_")
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name!r} is no name of a package: use small letters, digits and -, such as acme-lineage")
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or module == "headwater":
        raise UsageError(f"{name!r} is the name of another module of Python; take another one, such as {name}-lineage")
    folder: Path = options.dir or Path(name)
    if folder.exists():
        raise UsageError(f"{folder} exists already; remove it, or give another folder with --dir")
    for target, template in _FILES.items():
        path = folder / target.format(module=module)
        path.parent.mkdir(parents=True, exist_ok=True)
        source = files("headwater.cli") / "_package" / f"{template}.template"
        text = Template(source.read_text(encoding="utf-8"))
        path.write_text(text.substitute(name=name, module=module, version=__version__), encoding="utf-8")
    for mark in ("__init__.py", "py.typed"):
        (folder / "src" / module / mark).touch()
    print(f"wrote {folder}: the extensions are in {folder / 'src' / module / 'lineage.py'}; see {folder / 'README.md'}")
    return 0
