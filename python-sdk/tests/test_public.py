from __future__ import annotations

import importlib
import pkgutil
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import headwater
from conftest import ROOT

MODULES = [
    name for _, name, _ in pkgutil.walk_packages(headwater.__path__, "headwater.") if not name.endswith("__main__")
]


@pytest.mark.parametrize("name", ["headwater", *MODULES])
def test_every_module_declares_its_exports(name: str) -> None:
    module = importlib.import_module(name)
    for item in module.__all__:
        assert getattr(module, item).__doc__ or isinstance(getattr(module, item), (str, int))


def test_every_error_is_a_headwater_error() -> None:
    errors = [getattr(headwater, name) for name in headwater.__all__ if name.endswith("Error")]
    assert all(issubclass(error, headwater.HeadwaterError) for error in errors)


def test_completion_and_help_know_every_public_name() -> None:
    assert set(headwater.__all__) <= set(dir(headwater))
    assert "lineage_of(frame" in pydoc.plain(pydoc.render_doc(headwater))


def test_the_package_can_be_installed_beside_the_pyspark_of_every_line() -> None:
    """PySpark 3.3 needs py4j 0.10.9.5, and no other version."""
    project = (ROOT / "python-sdk" / "pyproject.toml").read_text(encoding="utf-8")
    (needed,) = (Requirement(each) for each in re.findall(r'"(py4j>[^"]*)"', project))
    assert set(needed.specifier.filter(["0.10.9.5", "0.10.9.7", "0.10.9.9"])) == {"0.10.9.5", "0.10.9.7", "0.10.9.9"}


def test_an_older_python_is_told_which_one_is_needed() -> None:
    code = "import sys; sys.version_info = (3, 9, 18); import headwater"
    completed = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert "ImportError: Headwater needs Python 3.10 or newer; this is Python 3." in completed.stderr.splitlines()[-1]


def test_only_the_bridge_imports_py4j() -> None:
    root = Path(headwater.__file__).parent
    users = {
        file.relative_to(root).parts[0]
        for file in root.rglob("*.py")
        if re.search(r"^\s*(?:import|from) py4j", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert users == {"_bridge"}


def test_an_executor_that_imports_a_declared_function_needs_no_other_package() -> None:
    others = "('py4j', 'attr', 'openlineage', 'pyspark')"
    code = f"import sys, headwater, headwater.extensions\nprint([m for m in {others} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_command_line_waits_for_no_library() -> None:
    """`headwater view` and `submit` work if the package's dependencies are missing."""
    script = "import sys, headwater.cli; print({'attr', 'openlineage', 'py4j', 'pyspark'} & set(sys.modules) or 'none')"
    completed = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert completed.stdout == "none\n"


@pytest.mark.parametrize(("package", "importers"), [("testing", set()), ("viewer", {"cli", "queries", "serve"})])
def test_the_product_imports_no_test_code_and_draws_pages_in_few_places(package: str, importers: set[str]) -> None:
    root = Path(headwater.__file__).parent
    statement = re.compile(rf"^\s*(?:from headwater\.{package}\b|from headwater import .*\b{package}\b)", re.MULTILINE)
    files = [file for file in root.rglob("*.py") if statement.search(file.read_text(encoding="utf-8"))]
    assert {file.relative_to(root).parts[0] for file in files} - {package} == importers
