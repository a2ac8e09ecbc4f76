"""The names under which extensions are registered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import headwater
from headwater.errors import ExtensionError
from headwater.extensions import Dataset, RunFacetBuilder, namer

if TYPE_CHECKING:
    from pathlib import Path

    from fake_agent import FakeAgent
    from fake_session import FakeContext


def test_a_package_is_registered_by_its_name(
    agent: FakeAgent, spark: FakeContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "acme_named"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    source = "from headwater.extensions import visitor\n@visitor('Acme')\ndef acme(node, ctx): ...\n"
    source += "class Closes:\n    def setup(self, options): self.options = options\n    def emit(self, event): ..."
    (folder / "tables.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with headwater.register(spark, "acme_named.*", "acme_named.tables:Closes"):
        hooks = agent.hello.get(timeout=10)["hooks"]
    assert [each["extension"] for each in hooks] == ["acme_named.tables:acme", "acme_named.tables:Closes"]
    with pytest.raises(ExtensionError, match=r"the module acme_named\.tables has no 'Nope'"):
        headwater.register(spark, "acme_named.tables:Nope")


class Tier(RunFacetBuilder):
    """Adds its tier."""

    def __init__(self, tier: str = "none") -> None:
        self.tier = tier

    def build(self) -> dict[str, object]:
        return {"acme_tier": {"is": self.tier}}


def named(namespace: str) -> Any:
    @namer
    def rename(dataset: Dataset) -> Dataset:
        return Dataset(namespace, dataset.name)

    return rename


first, second = Tier("a"), Tier("b")


@pytest.mark.parametrize("extensions", [(first, second), (first, Tier), (named("a"), named("b"))])
def test_two_extensions_of_one_name_are_refused(spark: FakeContext, extensions: tuple[object, object]) -> None:
    with pytest.raises(ExtensionError, match="two of these extensions have this name, so the second would replace"):
        headwater.register(spark, *extensions)
    assert spark.opened == []


@pytest.mark.parametrize("extension", [first, Tier])
def test_an_extension_may_be_given_twice(spark: FakeContext, extension: object) -> None:
    with headwater.register(spark, extension, extension) as registered:
        assert registered.is_active


def test_two_instances_are_registered_by_the_names_of_their_variables(agent: FakeAgent, spark: FakeContext) -> None:
    with headwater.register(spark, f"{__name__}:first", f"{__name__}:second"):
        hooks = agent.hello.get(timeout=10)["hooks"]
    assert [each["extension"] for each in hooks] == [f"{__name__}:first", f"{__name__}:second"]
