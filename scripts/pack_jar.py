"""usage: python3 -m scripts.pack_jar JAR TARGET

The same jar, as small as deflate makes it, with sorted entries and without entries for folders: the same classes give
the same bytes. sbt compresses for speed. An agent jar also gets its licences and its notice: the table of its modules
is `third-party.tsv`, one folder above the jar.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scripts import notice, third_party

EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip file can have
MANIFEST = "META-INF/MANIFEST.MF"
DOMAINS = "org/publicsuffix/list/effective_tld_names.dat"


def pack(jar: Path, target: Path, more: Mapping[str, str]) -> None:
    """Writes the jar's entries and `more` of them (path and text). The manifest is first: Java's own tools expect it."""
    part = target.with_suffix(".part")
    with ZipFile(jar) as source, ZipFile(part, "w", ZIP_DEFLATED, compresslevel=9) as out:
        held = {name: source.read(name) for name in source.namelist() if not name.endswith("/")}
        held |= {name: text.encode() for name, text in more.items()}
        for name in sorted(held, key=lambda n: (n != MANIFEST, n)):
            entry = ZipInfo(name, EPOCH)
            entry.compress_type = ZIP_DEFLATED
            out.writestr(entry, held[name], compresslevel=9)
    part.replace(target)


def pack_agent(jar: Path, target: Path) -> None:
    with ZipFile(jar) as archive:
        entries = set(archive.namelist())
        domains = {DOMAINS: without_comments(archive.read(DOMAINS).decode())}
    table = third_party.read(table_of(jar))
    pack(jar, target, notice.legal_files(table, entries) | domains)


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
