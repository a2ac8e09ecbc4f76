"""usage: python3 -m tests.extensions_jvm.signatures AGENT_JAR > tests/extensions_jvm/signatures_2.13.txt

What extensions may touch in an agent's jar: each public or protected member of the extension packages, with its JVM
descriptor, by `javap`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from zipfile import ZipFile

PACKAGES = (
    "io/openlineage/spark/api/",
    "io/openlineage/spark/builtin/scala/v1/",
    "io/openlineage/spark/extension/",
    "io/openlineage/spark/agent/lifecycle/plan/column/",
)
# Internal classes of the published agent that the API mentions.
MENTIONED = {
    "io/openlineage/spark/agent/lifecycle/DatasetBuilderFactory",
    "io/openlineage/spark/agent/lifecycle/SparkOpenLineageExtensionVisitorWrapper",
    "io/openlineage/spark/agent/lifecycle/VisitorFactory",
    "io/openlineage/spark/agent/lifecycle/plan/catalog/CatalogHandler",
    "io/openlineage/spark/agent/lifecycle/plan/catalog/CatalogHandler$CatalogWithAdditionalFacets",
    "io/openlineage/spark/agent/lifecycle/plan/catalog/RelationHandler",
    "io/openlineage/spark/agent/lifecycle/plan/catalog/RelationHandler$OwningCatalog",
    "io/openlineage/sql/ColumnMeta",
    "io/openlineage/sql/DbTableMeta",
    "io/openlineage/sql/QuoteStyle",
}
ANONYMOUS = re.compile(r"\$(\d|anon)")
HEAD = re.compile(
    r"^(.*?)\b(?:class|interface) ([\w.$]+)(?:<.*?>)?(?: extends ([\w.$]+))?", re.MULTILINE
)
Signatures = dict[str, set[str]]


def classes(jar: Path) -> list[str]:
    """The classes of the extension packages."""
    with ZipFile(jar) as archive:
        names = [n.removesuffix(".class") for n in archive.namelist() if n.endswith(".class")]
    class_names = [
        n for n in names if n in MENTIONED or (n.startswith(PACKAGES) and not ANONYMOUS.search(n))
    ]
    return sorted(n.replace("/", ".") for n in class_names)


def signatures(jar: Path) -> Signatures:
    """The members of each public class; members inherited from non-public classes are included."""
    command = ["javap", "-protected", "-s", "-cp", str(jar), *classes(jar)]
    javap_output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    blocks = [
        b for b in re.split(r"^(?=\S.*\{$)", javap_output, flags=re.MULTILINE) if HEAD.search(b)
    ]
    members: Signatures = {}
    above: dict[str, str | None] = {}
    public: set[str] = set()
    for block in blocks:
        head = HEAD.search(block)
        assert head is not None
        members[head[2]] = own(block, head[2])
        above[head[2]] = head[3]
        if head[1].startswith("public"):
            public.add(head[2])
    return {n: members[n] | hidden(members, public, above, above[n]) for n in public}


def hidden(
    members: Signatures, public: set[str], above: dict[str, str | None], name: str | None
) -> set[str]:
    """The members of superclasses that are not public."""
    if name is None or name in public or name not in members:
        return set()
    own = {m for m in members[name] if not m.startswith("<init>")}
    return own | hidden(members, public, above, above[name])


def own(block: str, name: str) -> set[str]:
    """A member as `static builder ()Lio/…;`."""
    found = set()
    for declared, descriptor in pairwise(line.strip() for line in block.splitlines()):
        if descriptor.startswith("descriptor: "):
            member = re.split(r"[ ]", declared.partition("(")[0].rstrip(";").partition(" = ")[0])[
                -1
            ]
            static = "static " if " static " in declared else ""
            short = "<init>" if member == name else member
            found.add(f"{static}{short} {descriptor.removeprefix('descriptor: ')}")
    return found


def text(found: Signatures) -> str:
    rows = [
        row for name in sorted(found) for row in (name, *(f"  {m}" for m in sorted(found[name])))
    ]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text(signatures(Path(sys.argv[1]))))
