"""usage: build/tools/bin/python -m scripts.pack_jar JAR TARGET

The same jar, as small as deflate makes it, with sorted entries and without entries for folders: the same classes give
the same bytes. sbt compresses for speed. An agent jar also gets its licences and its notice: the table of its modules
is `third-party.tsv`, one folder above the jar. It loses the classes of its private libraries that nothing in it names.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

from scripts import deflated, notice, reachable, third_party

MANIFEST = "META-INF/MANIFEST.MF"
DOMAINS = "org/publicsuffix/list/effective_tld_names.dat"
SHADED = "io/openlineage/spark/shaded/"
# Extensions do not see the HTTP client, and the published agent's API names neither of the others.
PRIVATE = ("headwater/shaded/", f"{SHADED}org/apache/commons/lang3/", f"{SHADED}org/HdrHistogram/")


def pack(jar: Path, target: Path, more: Mapping[str, str]) -> None:
    """Writes the jar's entries and `more` of them (path and text)."""
    write(target, contents(jar) | {name: text.encode() for name, text in more.items()})


def contents(jar: Path) -> dict[str, bytes]:
    with ZipFile(jar) as source:
        return {name: source.read(name) for name in source.namelist() if not name.endswith("/")}


def write(target: Path, entries: Mapping[str, bytes]) -> None:
    """The manifest is first: Java's own tools expect it."""
    names = sorted(entries, key=lambda name: (name != MANIFEST, name))
    deflated.write(target, ((name, entries[name]) for name in names))


def pack_agent(jar: Path, target: Path) -> None:
    entries = contents(jar)
    entries[DOMAINS] = without_comments(entries[DOMAINS].decode()).encode()
    for name in reachable.unreached(entries, PRIVATE):
        del entries[name]
    table = third_party.read(table_of(jar))
    legal = notice.legal_files(table, set(entries))
    write(target, entries | {name: text.encode() for name, text in legal.items()})


def without_comments(domains: str) -> str:
    """The list of domains with its header, which holds the licence, and with the marks of its sections.

    The other comments are half of the file, and the HTTP client skips them.
    """
    header, mark, rest = domains.partition("// ===")
    kept = [
        line for line in (mark + rest).splitlines() if is_rule(line) or line.startswith("// ===")
    ]
    return header + "\n".join([*kept, ""])


def is_rule(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("//")


def table_of(jar: Path) -> Path:
    return jar.parents[1] / "third-party.tsv"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pack_agent(Path(sys.argv[1]), Path(sys.argv[2]))
