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
ANONYMOUS = re.compile(r"\$(\d|anon)")
HEAD = re.compile(
    r"^(.*?)\b(?:class|interface) ([\w.$]+)(?:<.*?>)?(?: extends ([\w.$]+))?", re.MULTILINE
)
Signatures = dict[str, set[str]]


def classes(jar: Path) -> list[str]:
    """The classes of those packages."""
    with ZipFile(jar) as archive:
        names = [n.removesuffix(".class") for n in archive.namelist() if n.endswith(".class")]
    wanted = [n for n in names if n.startswith(PACKAGES) and not ANONYMOUS.search(n)]
    return sorted(n.replace("/", ".") for n in wanted)


def signatures(jar: Path) -> Signatures:
    """By public class its members; what it inherits from one that is not public is its own."""
    command = ["javap", "-protected", "-s", "-cp", str(jar), *classes(jar)]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    blocks = [b for b in re.split(r"^(?=\S.*\{$)", shown, flags=re.MULTILINE) if HEAD.search(b)]
    members: Signatures = {}
    public: dict[str, str | None] = {}
    for block in blocks:
        head = HEAD.search(block)
        assert head is not None
        members[head[2]] = own(block, head[2])
        if head[1].startswith("public"):
            public[head[2]] = head[3]
    return {name: members[name] | hidden(members, public, above) for name, above in public.items()}


def hidden(members: Signatures, public: dict[str, str | None], above: str | None) -> set[str]:
    """What comes from a class that nobody else can name."""
    if above is None or above in public:
        return set()
    return {m for m in members.get(above, set()) if not m.startswith("<init>")}


def own(block: str, name: str) -> set[str]:
    """As `static builder ()Lio/…;`."""
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
