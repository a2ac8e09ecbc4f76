"""Settings of the documentation site. The source folder is the whole repository (`make docs`), so links work as in a checkout."""

from __future__ import annotations

import html
import sys
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python-sdk" / "src"))

project = "Headwater"
author = "the Headwater authors"
project_copyright = "the Headwater authors"
version = release = (ROOT / "VERSION").read_text(encoding="utf-8").strip()

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/**",
    "agent/README.md",
    "bench/README.md",
    "interfaces-scala/README.md",
    "python-sdk/README.md",
    "python-sdk/examples/extensions/README.md",
    "tests/README.md",
]
exclude_patterns = ["build", "dist", "**/target", "**/__pycache__", "**/src", ".git"]

html_theme = "furo"
html_title = f"Headwater {version}"
html_static_path = ["_static", "../build/docs-static"]
html_js_files = ["mermaid.min.js", "mermaid-start.js"]
html_show_sphinx = False
html_copy_source = False

myst_heading_anchors = 4
myst_fence_as_directive = ["mermaid"]
suppress_warnings = ["myst.header"]  # a README may begin with a heading of any level

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_mock_imports = ["jpype", "pyspark", "pytest"]
autodoc_default_options = {"members": True, "show-inheritance": True}
python_use_unqualified_type_names = True


class Mermaid(Directive):
    """A Mermaid diagram as its text, which `mermaid.min.js` draws in the browser, also from a local file without a network."""

    has_content = True
    option_spec = None

    def run(self) -> list[nodes.Node]:
        text = html.escape("\n".join(self.content))
        return [nodes.raw("", f'<pre class="mermaid">\n{text}\n</pre>\n', format="html")]


def setup(app: Sphinx) -> None:
    app.add_directive("mermaid", Mermaid)
