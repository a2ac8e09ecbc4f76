"""Registration of extensions by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import headwater
from headwater.errors import ExtensionError

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
