"""LICENSE, NOTICE and the licences of third parties, as the agent jar and the Python package carry them.

The text of the Apache License comes from a dependency whose jar has it; the rest comes from the modules' POMs and jars.
"""

from __future__ import annotations

import hashlib
import re
from zipfile import ZipFile

from scripts.third_party import Module, contained

LICENSE = "META-INF/LICENSE"
NOTICE = "META-INF/NOTICE"
# SHA-256 of the text at https://www.apache.org/licenses/LICENSE-2.0.txt
APACHE_SHA256 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
LEGAL = re.compile(r"META-INF/([\w-]*LICENSE|NOTICE)(\.txt|\.md)?")
# Files of data that have a licence of their own.
DATA = {
    "org/publicsuffix/list/effective_tld_names.dat": (
        "MPL-2.0",
        "https://publicsuffix.org/list/",
    )
}
HEAD = """\
Headwater
Copyright the Headwater authors

Headwater is licensed under the Apache License, Version 2.0 (SPDX identifier: Apache-2.0). The file LICENSE beside this
file has the text.
"""
CONTENTS = """
The agent jar contains classes of the libraries below. Most of them have another package name there: the prefix is
`io.openlineage.spark.shaded` or `headwater.shaded`. A name of a file is a path in the agent jar.
"""


def legal_files(table: list[Module], entries: set[str]) -> dict[str, str]:
    """The entries to add to an agent jar that has these entries: path and text."""
    modules = contained(table, entries)
    if not modules:
        raise ValueError("the jar contains no class of the modules in the table")
    own = {m: own_licences(m) for m in modules}
    texts = {path: text for files in own.values() for path, text in files.items()}
    return {LICENSE: apache_text(modules), NOTICE: notice(own, entries), **texts}


def project_files(table: list[Module]) -> dict[str, str]:
    """The entries for a jar that contains files of this project only."""
    return {LICENSE: apache_text(table), NOTICE: HEAD}


def apache_text(modules: list[Module]) -> str:
    for module in modules:
        for text in legal(module, "LICENSE").values():
            if hashlib.sha256(text.encode()).hexdigest() == APACHE_SHA256:
                return text
    raise ValueError("no dependency carries the text of the Apache License, Version 2.0")


def legal(module: Module, kind: str) -> dict[str, str]:
    """The module's files of this kind (LICENSE or NOTICE), by name."""
    with ZipFile(module.jar) as archive:
        names = [n for n in archive.namelist() if (m := LEGAL.fullmatch(n)) and m[1].endswith(kind)]
        return {n.rpartition("/")[2]: archive.read(n).decode() for n in sorted(names)}


def own_licences(module: Module) -> dict[str, str]:
    """The licences that a jar carries beside the Apache License, by their path in the agent jar."""
    return {
        f"META-INF/licenses/{module.name}/{name}": text
        for name, text in legal(module, "LICENSE").items()
        if not is_apache(text)
    }


def is_apache(text: str) -> bool:
    """The text of the Apache License and nothing else: it starts and ends as the license does."""
    plain = squeezed(text)
    return plain.startswith("Apache License Version 2.0, January 2004") and plain.endswith(
        "See the License for the specific language governing permissions and limitations under the License."
    )


def squeezed(text: str) -> str:
    return " ".join(text.split())


def notice(own: dict[Module, dict[str, str]], entries: set[str]) -> str:
    """The project's notice, a paragraph for each library, and the notices that the libraries have."""
    listed = [paragraph(m, sorted(files)) for m, files in own.items()]
    data = [
        f"{path}\n    licence: {licence}\n    home page: {home}\n"
        for path, (licence, home) in DATA.items()
        if path in entries
    ]
    notices: dict[str, list[str]] = {}
    for module in own:
        for text in legal(module, "NOTICE").values():
            notices.setdefault(text.strip("\n"), []).append(module.coordinates)
    quoted = [f"---- {', '.join(owners)}\n\n{text}\n" for text, owners in notices.items()]
    return "\n".join(
        [HEAD + CONTENTS, *listed, *data, "The notices of these libraries:\n", *quoted]
    )


def paragraph(module: Module, files: list[str]) -> str:
    lines = [module.coordinates, f"    licence: {module.licence}"]
    lines += [f"    home page: {module.home}"] if module.home else []
    lines += [f"    file: {name}" for name in files]
    return "\n".join(lines) + "\n"
