"""The recipes of CONTRIBUTING: what they name exists, and a forgotten line is found.

`RunFacetsSuite` and `ConfigSectionSuite` follow the recipes of facets and keys in Scala.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import code_metrics
from scripts.sources import ROOT

AGENT = ROOT / "agent"
PLAN = AGENT / "plan/src/main/scala/io/headwater/plan"
SHELL = AGENT / "shell/src/main/scala/io/headwater/shell"
CONNECTOR = re.compile(
    r"(?m)^object (\w+) extends (?:Packaged|SingleDataset)?Connector\b|^object (\w+)\s+extends (?:Packaged|SingleDataset)?Connector\b"
)
FACET = re.compile(
    r"(?m)^(?:private\[\w+\] )?(?:final )?(?:class|object) (\w+)[^{=]*?extends RunFacetProvider\b"
)
RECIPES = (ROOT / "CONTRIBUTING.md").read_text().split("## Recipes")[1].split("\n## ")[0]


def declared(folder: Path, pattern: re.Pattern[str]) -> set[str]:
    found = [pattern.findall(p.read_text()) for p in sorted(folder.glob("*.scala"))]
    return {"".join(name) for names in found for name in names}


def table(path: Path) -> set[str]:
    """The capitalised words inside the last vector of a table file."""
    return set(re.findall(r"\b[A-Z]\w+", path.read_text().split("Vector(", 1)[1]))


def test_each_connector_is_in_the_table() -> None:
    connectors = declared(PLAN / "connectors", CONNECTOR)
    assert {"Jdbc", "Kafka", "Pulsar"} <= connectors
    assert connectors - table(PLAN / "connectors/Connectors.scala") == set()


def test_each_facet_is_in_the_table() -> None:
    facets = declared(SHELL / "facets", FACET)
    assert {"JobDetailsFacet", "DebugFacet"} <= facets
    assert facets - table(SHELL / "facets/RunFacetProviders.scala") == set()


@pytest.mark.parametrize(
    "name", sorted(set(re.findall(r"`([A-Z]\w+(?:Suite|Facet|Config|Naming|Select))`", RECIPES)))
)
def test_a_class_that_a_recipe_names_exists(name: str) -> None:
    if name != "NameFacet":
        assert list(AGENT.rglob(f"{name}.scala")), name


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`((?:agent|tests)/[\w./-]+)`", RECIPES))))
def test_a_path_that_a_recipe_names_exists(name: str) -> None:
    path = ROOT / name
    assert path.exists() or path.name in {"Name.scala", "NameFacet.scala"}, name
    assert path.parent.is_dir()


def test_the_readme_lists_every_package_after_those_that_it_imports() -> None:
    prefix = "io.headwater."
    imports = code_metrics.package_imports(code_metrics.product())
    packages = {p.removeprefix(prefix) for p in imports if p.startswith(prefix)} - {"shim"}
    listed = re.findall(
        r"(?m)^\| `([a-z.]+)` \|", (AGENT / "README.md").read_text().split("## Packages")[1]
    )
    assert set(listed) == packages
    assert len(listed) == len(set(listed))
    backwards = {
        package: later
        for at, package in enumerate(listed)
        if (
            later := {i.removeprefix(prefix) for i in imports[prefix + package]}
            & set(listed[at + 1 :])
        )
    }
    assert backwards == {}
