"""An installed package with extensions in its entry points."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "corp-lineage"
version = "1.2.3"

[project.entry-points."headwater.extensions"]
found = "corp_lineage:found"
unwanted = "corp_lineage:unwanted"
missing = "corp_lineage:missing"

[tool.hatch.build.targets.wheel]
packages = ["corp_lineage"]
"""

CODE = """
from headwater.extensions import facet_builder


@facet_builder("run")
def found(ctx):
    return {"found": {"type": ctx.type}}


@facet_builder("run")
def unwanted(ctx):
    return {"unwanted": {"type": ctx.type}}
"""


def installed(folder: Path) -> Path:
    """A folder for PYTHONPATH with the package and its dist-info."""
    source, target = folder / "corp", folder / "site"
    (source / "corp_lineage").mkdir(parents=True)
    (source / "pyproject.toml").write_text(PROJECT)
    (source / "corp_lineage" / "__init__.py").write_text(CODE)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    own = ["--no-build-isolation", "--disable-pip-version-check", f"--target={target}"]
    subprocess.run([*pip, *own, str(source)], check=True, timeout=120)
    return target


def module(folder: Path) -> Path:
    """A single module, as for `--py-files`."""
    folder.mkdir()
    file = folder / "elsewhere.py"
    file.write_text(CODE)
    return file
